"""The path through question sets that are written here."""

from datetime import date
from typing import Any, cast

from withholding_forms import Journey
from withholding_forms.types import QuestionSet


def question(id: str, pattern: str = "^.+$", required: str = "ALWAYS", **more: Any) -> dict[str, Any]:
    rule = {"whenRequired": required, **more.pop("rule", {})}
    return {"id": id, "isCalculated": False, "validationRegex": pattern, "validationErrorMessage": f"{id}?",
            "required": rule, "valueType": "text", **more}


def constant(next_id: str | None = None, **more: Any) -> dict[str, Any]:
    mapping = {"hasMoreQuestions": next_id is not None, **({} if next_id is None else {"nextQuestionSetId": next_id}), **more}
    return {"navigationType": "CONSTANT", "navigationMapping": mapping}


YES_NO = [{"label": "Yes", "value": True}, {"label": "No", "value": False}]
SETS = {
    "QS1": {"questions": [question("exempt", "^(?:true|false)$", valueType="boolean", questionOptions=YES_NO)],
            "navigation": {"navigationType": "VARIABLE", "questionId": "exempt", "navigationMappings": {
                "true": {"hasMoreQuestions": False, "nextQuestionSetId": "INELIGIBLE"},
                "false": {"hasMoreQuestions": True, "nextQuestionSetId": "QS2"}}}},
    "QS2": {"questions": [
        question("zone", "^(?:NONE|A)$", questionOptions=[{"label": "No zone", "value": "NONE"}, {"label": "Zone A", "value": "A"}]),
        question("extra", "^[0-9,.]+$", "DEPENDENT", valueType="number", rule={"when": 'zone == "NONE" ? false : true'}),
        question("born", "^[0-9/-]+$", "NEVER", valueType="date",
                 checks=[{"formula": "born <= signature.date", "message": "In the future"}]),
        {"id": "total", "isCalculated": True, "valueType": "number", "required": {"whenRequired": "NEVER"},
         "calculation": {"formula": "extra * 2", "scale": 2, "roundingMode": "HALF_UP"}}],
        "navigation": constant(perjuryStatement="I am in {{ zone }} with {{total}}{{ none }}.")},
}


def journey(answers: dict[str, Any], **options: Any) -> Journey:
    found = Journey("form", "X", "QS1", form_version="1", answers=answers, today=date(2026, 11, 19), **options)
    while found.needs is not None:
        found.add(cast(QuestionSet, {"id": found.needs, **SETS[found.needs]}))
    return found


def codes(found: Journey) -> list[tuple[str, str]]:
    return [(problem.question_id, problem.code) for problem in found.problems]


def test_stops_where_an_answer_is_missing() -> None:
    found = journey({})
    assert (found.status, codes(found)) == ("ASKING", [("exempt", "REQUIRED")])
    assert [one["id"] for one in found.open_questions] == ["exempt"]


def test_ends_ineligible() -> None:
    assert journey({"exempt": True}).status == "INELIGIBLE"


def test_a_question_whose_condition_is_false_is_not_asked_and_its_answer_does_not_count() -> None:
    found = journey({"exempt": "false", "zone": "NONE", "extra": "5"})
    assert found.status == "COMPLETE"
    assert found.body(employee=cast(Any, {}))["fields"] == {"exempt": "false", "zone": "NONE"}
    assert found.values["total"] == 0


def test_calculates_and_fills_in_the_perjury_statement() -> None:
    found = journey({"exempt": "false", "zone": "A", "extra": "1,000.25"})
    assert found.perjury_statement == "I am in Zone A with 2000.5."


def test_reports_wrong_answers_and_broken_checks() -> None:
    assert codes(journey({"exempt": "false", "zone": "B"})) == [("zone", "INVALID")]
    answers = {"exempt": "false", "zone": "NONE", "born": "2026-02-30"}
    assert codes(journey(answers)) == [("born", "INVALID")]
    found = journey({**answers, "born": "11/20/2026"})
    assert (codes(found), found.problems[0].message) == ([("born", "CHECK")], "In the future")
    found.answer({"born": "2026-11-19"})
    assert found.status == "COMPLETE"


def test_does_not_ask_what_the_flow_determined() -> None:
    found = journey({"zone": "NONE"}, given={"exempt": "false"})
    assert found.status == "COMPLETE"
    assert found.body(employee=cast(Any, {}))["fields"] == {"exempt": "false", "zone": "NONE"}
