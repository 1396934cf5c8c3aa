"""An employee's path through the question sets of a form or a flow. It sends nothing; a client fetches the sets it needs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Literal, cast

from .evaluator import MISSING, Missing, Value, calculate, is_true, read_answer, text_of, type_of_question
from .evaluator import evaluate, parsed
from .types import (
    Answer,
    Employee,
    Employer,
    FederalValues,
    FillPdfRequest,
    FormSummary,
    NavigationMapping,
    Question,
    QuestionSet,
)

Status = Literal["ASKING", "COMPLETE", "INELIGIBLE"]
SignForm = Literal["PREVIEW", "SIGN", "SIGN_EXTERNALLY"]
VARIABLE = re.compile(r"\{\{ *([A-Za-z0-9_]+) *\}\}")


@dataclass(frozen=True)
class Problem:
    """Why a journey does not continue: an answer is missing, has the wrong format, or breaks a rule."""

    question_id: str
    code: Literal["REQUIRED", "INVALID", "CHECK"]
    message: str


class Journey:
    """Answer the open questions, let the client `advance`, and send `body` when the status is COMPLETE."""

    def __init__(
        self,
        kind: Literal["form", "flow"],
        id: str,
        start: str,
        *,
        form_version: str | None = None,
        federal: bool = False,
        region: str | None = None,
        given: Mapping[str, Answer] | None = None,
        answers: Mapping[str, Answer] | None = None,
        today: date | None = None,
    ) -> None:
        self.kind, self.id, self.form_version, self.federal = kind, id, form_version, federal
        self.answers: dict[str, Answer] = dict(answers or {})
        self.status: Status = "ASKING"
        self.problems: list[Problem] = []
        self.values: dict[str, Value] = {}
        self.perjury_statement: str | None = None
        self.forms_to_complete: list[FormSummary] = []
        """At the end of a flow."""
        self.needs: str | None = start
        """The ID of the question set that the client has to add next."""
        self._start, self._region, self._given, self._today = start, region, given or {}, today
        self._sets: dict[str, QuestionSet] = {}
        self._path: list[QuestionSet] = []
        self._asked: dict[str, list[Question]] = {}
        self._fields: dict[str, Answer] = {}

    def add(self, question_set: QuestionSet) -> None:
        """Adds the set that is needed."""
        self._sets[question_set["id"]] = question_set
        self._survey()

    def answer(self, answers: Mapping[str, Answer]) -> None:
        """Sets answers to any question of the path. None removes one."""
        self.answers.update(answers)
        self._survey()

    @property
    def question_set(self) -> QuestionSet | None:
        """The last set on the path so far."""
        return self._path[-1] if self._path else None

    @property
    def open_questions(self) -> list[Question]:
        """The questions of the last set that are asked. None has to be asked once the journey is at its end."""
        last = self.question_set
        return self._asked[last["id"]] if last is not None and self.status == "ASKING" else []

    def body(
        self,
        *,
        employee: Employee,
        employer: Employer | None = None,
        federal_values: FederalValues | None = None,
        sign_form: SignForm = "PREVIEW",
    ) -> FillPdfRequest:
        """The body of `fill_pdf`, with the answers on the path and no others."""
        request: dict[str, Any] = {
            "formId": self.id,
            "formVersion": self.form_version,
            "employee": employee,
            "employer": employer,
            "federalValues": federal_values,
            "signForm": sign_form,
            "fields": dict(self._fields),
        }
        return cast(FillPdfRequest, {name: value for name, value in request.items() if value is not None})

    def _survey(self) -> None:
        """Follows the answers from the first set as far as they lead."""
        self.status, self.problems, self.needs, self.perjury_statement = "ASKING", [], None, None
        self.values, self._path, self._asked, self._fields, self.forms_to_complete = {}, [], {}, {}, []
        at: str | None = self._start
        while at is not None:
            found = self._sets.get(at)
            if found is None:
                self.needs = at
                return
            self._path.append(found)
            self._read(found)
            mapping = self._chosen(found)
            if self.problems or mapping is None:
                return
            following = mapping.get("nextQuestionSetId")
            if following == "INELIGIBLE":
                self.status = "INELIGIBLE"
                return
            if following is None:
                self._end(found, mapping)
            at = following

    def _read(self, found: QuestionSet) -> None:
        asked = self._asked[found["id"]] = []
        wrong: set[str] = set()
        navigation = found["navigation"]
        deciding = navigation.get("questionId") if navigation["navigationType"] == "VARIABLE" else None
        for question in found["questions"]:
            if question["isCalculated"]:
                calculate([question], {}, self.values, found.get("tables"))
                continue
            when = question["required"].get("when")
            if when is not None and names_in(when) & wrong:
                # Whether it is asked depends on a wrong answer.
                wrong.add(question["id"])
                continue
            if when is not None and not is_true(when, self.values):
                continue
            known = self._known(question)
            if known is MISSING:
                asked.append(question)
            raw = self.answers.get(question["id"]) if known is MISSING else cast(Answer, text_of(cast(Value, known)))
            value = accepted(question, raw)
            if value is MISSING:
                if question["required"]["whenRequired"] != "NEVER" or question["id"] == deciding:
                    wrong.add(self._complain(question, "REQUIRED"))
            elif value is None:
                wrong.add(self._complain(question, "INVALID"))
            else:
                self.values[question["id"]] = cast(Value, value)
                self._fields[question["id"]] = raw
        self._check(found, wrong)

    def _known(self, question: Question) -> Value | Missing:
        """What the address or the flow determines, if the question accepts it."""
        rule = question.get("given")
        inputs: dict[str, Value] = {} if self._region is None else {"employee.region": self._region}
        raw: Any = self._given.get(question["id"])
        if rule is not None and inputs and ((when := rule.get("when")) is None or is_true(when, inputs)):
            found = evaluate(parsed(rule["value"]), inputs)
            raw = raw if found is MISSING else text_of(found)
        value = accepted(question, raw)
        return MISSING if value is None else value

    def _check(self, found: QuestionSet, wrong: set[str]) -> None:
        today = self._today or datetime.now(UTC).date()
        values: dict[str, Value] = {**self.values, "signature.date": today.isoformat()}
        if self._region is not None:
            values["employee.region"] = self._region
        for question in found["questions"]:
            if question["id"] not in self._fields:
                continue
            for check in question.get("checks", []):
                names = names_in(check["formula"])
                unknown = {name for name in names if name.startswith("employee.")} - values.keys()
                if not unknown and not names & wrong and not is_true(check["formula"], values):
                    self.problems.append(Problem(question["id"], "CHECK", check["message"]))
                    break

    def _complain(self, question: Question, code: Literal["REQUIRED", "INVALID"]) -> str:
        self.problems.append(Problem(question["id"], code, question.get("validationErrorMessage", "")))
        return question["id"]

    def _chosen(self, found: QuestionSet) -> NavigationMapping | None:
        navigation = found["navigation"]
        if navigation["navigationType"] == "CONSTANT":
            return navigation["navigationMapping"]
        value = self.values.get(navigation["questionId"])
        return None if value is None else navigation["navigationMappings"].get(text_of(value))

    def _end(self, found: QuestionSet, mapping: NavigationMapping) -> None:
        self.status = "COMPLETE"
        statement = mapping.get("perjuryStatement")
        if statement is not None:
            self.perjury_statement = VARIABLE.sub(lambda match: self._shown(match[1]), statement)
        for question in found["questions"]:
            for option in question.get("questionOptions", []):
                if "value" in option and text_of(self.values.get(question["id"], "")) == str_of(option["value"]):
                    self.forms_to_complete = option.get("formsToComplete", [])

    def _shown(self, question_id: str) -> str:
        """An answer as the perjury statement shows it."""
        value = self.values.get(question_id)
        if value is None:
            return ""
        questions = [question for one in self._path for question in one["questions"] if question["id"] == question_id]
        labels = {
            str_of(option.get("value", option.get("id"))): option["label"]
            for question in questions
            for option in [*question.get("questionOptions", []), *question.get("multiSelectQuestionOptions", [])]
        }
        parts = value if isinstance(value, list) else [text_of(value)]
        return ", ".join(labels.get(part, part) for part in parts)


def names_in(formula: str) -> set[str]:
    return set(re.findall(r"[A-Za-z_][A-Za-z0-9_.]*", re.sub(r'"[^"]*"', "", formula)))


def accepted(question: Question, raw: Answer) -> Value | Missing | None:
    """The answer as formulas read it, or None if the question does not accept it."""
    if raw is None:
        return MISSING
    text = ",".join(raw) if isinstance(raw, list) else str_of(raw)
    kind = type_of_question(question)
    value = read_answer("text", text)
    if isinstance(value, Missing):
        return MISSING
    text = cast(str, value)
    if re.fullmatch(question.get("validationRegex", ""), text) is None:
        return None
    try:
        read = read_answer(kind, text)
        if kind == "date":
            date.fromisoformat(cast(str, read))
    except ValueError:
        return None
    return option_of(question, text) if kind == "text" else read


def option_of(question: Question, text: str) -> str:
    """The option that is meant: 3 and 3.00 mean the option 3.0."""
    offered = [str_of(option["value"]) for option in question.get("questionOptions", []) if "value" in option]
    same = [one for one in offered if one == text] or [one for one in offered if number(one) == number(text) is not None]
    return same[0] if same else text


def number(text: str) -> Decimal | None:
    return Decimal(text) if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text) else None


def str_of(value: object) -> str:
    """An answer or the value of an option as text. A JSON number is written without an exponent."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return format(Decimal(repr(value)).normalize(), "f")
    return str(value)
