"""Which questions are asked and which checks are broken, from docs/evaluating.md, compared with what fillPdf says."""
import datetime

from withholding_forms.evaluator import calculate, is_true


def walk(form, giver):
    """Answers the questions that are asked, at random. The answers, the values of each set with its checks, and the end."""
    values, fields, checked = {}, {}, []
    at = form.information["initialQuestionSetId"]
    while True:
        found = form.sets[at]
        for question in found["questions"]:
            when = question["required"].get("when")
            if when is not None and not is_true(when, values):
                continue
            if not question["isCalculated"]:
                answer = giver.answer(question, question["id"] == found["navigation"].get("questionId"))
                if answer is not None:
                    fields[question["id"]] = answer
            calculate([question], fields, values, found.get("tables"))
        checked += [(question, dict(values)) for question in found["questions"]
                    if question["id"] in fields and "checks" in question]
        mapping = form.chosen(found["navigation"], values)
        if mapping.get("nextQuestionSetId") is None or mapping["nextQuestionSetId"] == "INELIGIBLE":
            return fields, checked, mapping.get("nextQuestionSetId")
        at = mapping["nextQuestionSetId"]


def broken(checked, address):
    """Questions with a check that is not true."""
    today = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
    inputs = {"employee.region": address.get("state") or address.get("provinceTerritory"), "signature.date": today}
    return {question["id"] for question, values in checked
            if not all(is_true(check["formula"], {**values, **inputs}) for check in question["checks"])}


def differences(form, giver, tries, request_for):
    """One line for each request about which the service says something else, and None for each that agrees."""
    for _ in range(tries):
        fields, checked, end = walk(form, giver)
        request = request_for(fields)
        expected = broken(checked, request["employee"]["address"])
        _, _, errors = form.service.fill(request)
        codes = {code: {error.get("questionId") for error in errors or [] if error["code"] == code}
                 for code in ("CHECK", "REQUIRED", "UNKNOWN", "INELIGIBLE")}
        if any(error["code"] == "INVALID" for error in errors or []):
            continue  # A number that was never issued, for example. What depends on it is not checked.
        if codes["CHECK"] - {None} != expected:
            yield f"the checks of {sorted(expected)} are broken, the service says {sorted(codes['CHECK'] - {None})}: {fields}"
        elif codes["REQUIRED"] or codes["UNKNOWN"]:
            yield f"required {codes['REQUIRED']}, unknown {codes['UNKNOWN']}: {fields}"
        elif not expected and (end == "INELIGIBLE") != bool(codes["INELIGIBLE"]):
            yield f"ends {end}, the service says {errors}: {fields}"
        else:
            yield None
