"""Fills every form that calculates, over HTTP, and compares what the PDF prints with what the evaluator calculates.

    judge.py BASE_URL API_KEY VECTORS FILLS_PER_FORM

Prints a JSON object: how many vectors and fills were judged, and every violation.
"""
import json
import multiprocessing
import random
import re
import sys
import tempfile
from fractions import Fraction

from answers import BROKEN, Giver
from conditions import differences
from printed import fields_of, texts_in
from service import Service
from withholding_forms import evaluator
from withholding_forms.evaluator import NOTHING, written

US = {"streetAddress1": "11 S Union St", "city": "Montgomery", "state": "AL", "zipCode": "36130"}
STATES = set("AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR "
             "PA RI SC SD TN TX UT VT VA WA WV WI WY".split())
CANADA = {"streetAddress1": "111 Wellington St", "city": "Ottawa", "provinceTerritory": "ON", "postalCode": "K1A 0A9"}
FEDERAL = {"filingStatus": "M", "isExempt": False, "additionalWithholding": "25.50", "dependentsAmt": 2000}


def calculate(questions, answers, values, tables):
    """With `formulaWithTables` and without: both give the same."""
    plain = evaluator.calculate(questions, answers, dict(values))
    evaluator.calculate(questions, answers, values, tables)
    if plain != values:
        raise ValueError(f"tables change {[id for id in values if plain.get(id) != values[id]]}")


def people(information, given, randomness):
    """Some forms are only for people who live in a state that they name, in that of the form, or outside of it."""
    canadian = "socialInsuranceNumber" in information["formFields"]["employee"]
    name = {"firstName": "Jane", "lastName": "Smith"}
    if canadian:
        return {"employee": {**name, "socialInsuranceNumber": "046 454 286", "address": CANADA}}
    named = [answer for answer in given.values() if isinstance(answer, str) and answer in STATES]
    own = information["locality"].split("_")[0] if randomness.random() < 0.7 else US["state"]
    state = named[-1] if named and randomness.random() < 0.5 else own
    home = {**US, **({"state": state} if state in STATES else {})}
    return {"employee": {**name, "socialSecurityNumber": "123-45-6789", "address": home},
            "employer": {"name": "Example Inc.", "federalEIN": "98-7654321", "telephoneNumber": "456-867-5309", "address": US}}


class Form:
    def __init__(self, service, form_id, version, federal):
        self.service, self.id, self.version, self.federal = service, form_id, version, federal
        self.information = service.get(f"fillPdf/{form_id}?formVersion={version}")
        self.sets = {}
        if self.information["acceptsFederalValues"] or not federal:
            self.collect(self.information["initialQuestionSetId"])
        questions = [question for one in self.sets.values() for question in one["questions"]]
        self.types = {question["id"]: question["valueType"] for question in questions}
        self.calculated = {question["id"] for question in questions if question["isCalculated"]}

    def filled(self, values):
        """Lines that are not zero or empty."""
        return {id for id, value in values.items() if value != NOTHING[self.types[id]]}

    def collect(self, set_id):
        if set_id in self.sets:
            return
        found = self.sets[set_id] = self.service.question_set(self.id, self.version, set_id, self.federal)
        for mapping in mappings(found["navigation"]).values():
            if mapping["hasMoreQuestions"]:
                self.collect(mapping["nextQuestionSetId"])

    def journey(self, giver, answers):
        """Answers every question of the path, as the specification says. None if there is no form to fill at its end."""
        values, at, asked, calculated = {}, self.information["initialQuestionSetId"], {}, set()
        while True:
            found = self.sets[at]
            navigation = found["navigation"]
            for question in found["questions"]:
                if question["isCalculated"]:
                    calculated.add(question["id"])
                else:
                    if question["id"] not in answers:
                        answers[question["id"]] = giver.answer(question, question["id"] == navigation.get("questionId"))
                    asked[question["id"]] = answers[question["id"]]
            calculate(found["questions"], asked, values, found.get("tables"))
            mapping = self.chosen(navigation, values)
            if mapping is None or mapping.get("nextQuestionSetId") == "INELIGIBLE":
                return None
            if not mapping["hasMoreQuestions"]:
                given = {id: answer for id, answer in asked.items() if answer is not None}
                return given, {id: values[id] for id in calculated}
            at = mapping["nextQuestionSetId"]


    @staticmethod
    def chosen(navigation, values):
        if navigation["navigationType"] == "CONSTANT":
            return navigation["navigationMapping"]
        value = values[navigation["questionId"]]
        key = str(value).lower() if isinstance(value, bool) else str(value)
        return navigation["navigationMappings"].get(key)

    def request(self, given, randomness):
        return {"formId": self.id, "formVersion": self.version, "fields": given, **people(self.information, given, randomness),
                **({"federalValues": FEDERAL} if self.federal else {})}


def mappings(navigation):
    if navigation["navigationType"] == "CONSTANT":
        return {"": navigation["navigationMapping"]}
    return navigation["navigationMappings"]


def fills(form, wanted, seen):
    """Completed forms with the values that the evaluator calculated. Prefers paths to lines that no form had yet."""
    randomness = random.Random(f"{form.id} {form.version}")
    giver, answers, done = Giver(randomness), {}, 0
    for _ in range(wanted * 25):
        tried = [form.journey(giver, dict(answers)) for _ in range(4)]
        journeys = [journey for journey in tried if journey is not None]
        if not journeys:
            answers = {}
            continue
        given, values = max(journeys, key=lambda journey: len(form.filled(journey[1]) - seen))
        request = form.request(given, randomness)
        pdf, returned, errors = form.service.fill(request)
        if errors is None:
            seen |= form.filled(values)
            yield request, values, pdf, returned
            done += 1
            if done == wanted:
                return
            answers = {}
            continue
        # The answers that the service rejects are given again. A rule between answers may need another one to change.
        rejected = {error.get("questionId") for error in errors} - {None}
        answers = {id: answer for id, answer in given.items()
                   if rejected and id not in rejected and randomness.random() < 0.85}


def compare(form, fields, values, pdf, returned, folder, compared):
    """One line for each calculated value that the PDF or the response shows differently. Counts what it compared."""
    texts = texts_in(pdf, fields, folder)
    french = form.information["language"] == "fr"
    for question_id, value in values.items():
        scale = form.scales[question_id]
        own = str(value).lower() if isinstance(value, bool) else value if isinstance(value, str) else written(value, scale)
        compared["returned"] += 1
        if returned.get(question_id) != own:
            yield f"{question_id}: calculated {own}, calculatedValues has {returned.get(question_id)}"
        for text in texts.get(question_id, []):
            compared["printed"] += 1
            if not shows(text, value, french):
                yield f"{question_id}: calculated {own}, the PDF prints {text!r}"


def shows(text, value, french):
    """Whether the field has this value. It may be empty for 0, and an amount may have cents where the scale is 0."""
    if isinstance(value, bool) or text == "":
        return not value
    if isinstance(value, str):
        return text == value
    digits = text.replace(",", "." if french else "").replace("$", "")
    return re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", digits) is not None and Fraction(digits) == value


def judge_form(task):
    base_url, api_key, form_id, version, wanted, federal = task
    service = Service(base_url, api_key)
    form = Form(service, form_id, version, federal)
    conditions = list(judge_conditions(form)) if form.sets else []
    violations = [f"{form_id} {version}: {line}" for line in conditions if line is not None]
    if not form.calculated:
        return {"form": form_id, "fills": 0, "violations": violations, "compared": {}, "lines": 0, "seen": 0,
                "conditions": len(conditions)}
    form.scales = {question["id"]: question["calculation"]["scale"] for one in form.sets.values()
                   for question in one["questions"] if question["isCalculated"]}
    fields = {name: places for name, places in fields_of(service.blank(form_id, version)).items() if name in form.calculated}
    count, seen, compared = 0, set(), {"printed": 0, "returned": 0}
    with tempfile.TemporaryDirectory() as folder:
        for request, values, pdf, returned in fills(form, wanted, seen):
            count += 1
            for line in compare(form, fields, values, pdf, returned, folder, compared):
                violations.append(f"{form_id} {version} {line} with {json.dumps(request['fields'])}")
    violations += [f"{form_id} {version}: a pattern does not compile in Python: {one}" for one in sorted(BROKEN)]
    BROKEN.clear()
    return {"form": form_id, "fills": count, "violations": violations, "compared": compared,
            "lines": len(form.calculated), "seen": len(seen), "conditions": len(conditions)}


def judge_conditions(form):
    randomness = random.Random(f"{form.id} {form.version} conditions")
    yield from differences(form, Giver(randomness), 8, lambda given: form.request(given, randomness))


def judge_vectors(path):
    with open(path, encoding="utf8") as file:
        vectors = json.load(file)["vectors"]
    for vector in vectors:
        questions = vector["questions"]
        values = {}
        calculate(questions, vector["answers"], values, vector.get("tables"))
        for question in questions:
            if "calculation" in question:
                value = values[question["id"]]
                own = value if isinstance(value, (bool, str)) else written(value, question["calculation"]["scale"])
                if own != vector["values"][question["id"]]:
                    yield f"vector {vector['about']!r}: {question['id']} is {own}, not {vector['values'][question['id']]}"
    if len(vectors) < 40:
        yield f"There are only {len(vectors)} vectors."


def main(base_url, api_key, vectors, wanted):
    violations = list(judge_vectors(vectors))
    catalog = Service(base_url, api_key).get("getAllFormsCatalog")
    tasks = [(base_url, api_key, one["id"], one["version"], int(wanted), federal)
             for one in catalog for federal in (False, True)]
    with multiprocessing.Pool() as pool:
        results = pool.map(judge_form, tasks, chunksize=1)
    for result in results:
        violations += result["violations"]
    print(json.dumps({
        "fills": sum(result["fills"] for result in results),
        "printed": sum(result["compared"].get("printed", 0) for result in results),
        "returned": sum(result["compared"].get("returned", 0) for result in results),
        "conditions": sum(result["conditions"] for result in results),
        "forms": len({result["form"] for result in results if result["fills"] > 0}),
        "lines": sum(result["lines"] for result in results),
        "nonzero": sum(result["seen"] for result in results),
        "unfilled": [result["form"] for result in results if result["fills"] == 0 and result["lines"] > 0],
        "violations": violations,
    }))


if __name__ == "__main__":
    main(*sys.argv[1:])
