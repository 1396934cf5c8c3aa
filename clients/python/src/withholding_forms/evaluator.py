"""Evaluates published formulas, as docs/evaluating.md describes them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from fractions import Fraction
from typing import Any

SYMBOL = re.compile(r'\s*(?:([0-9]+(?:\.[0-9]+)?)|"([^"]*)"|([A-Za-z_][A-Za-z0-9_.]*)|(==|<=|>=|[-+*/<>?:(),]))')
Value = Fraction | bool | str | list[str]
"""What an answer is in formulas: a number, a boolean, a text or a date, or a multiple choice."""
NOTHING: Mapping[str, Value] = {"number": Fraction(0), "boolean": False, "text": "", "date": ""}
Node = tuple[Any, ...]


class Missing:
    """No answer. Its place in the formula says what it counts as."""


MISSING = Missing()


def parse(formula: str) -> Node:
    """The formula as nested tuples."""
    symbols: list[Node] = []
    at = 0
    while formula[at:].strip():
        match = SYMBOL.match(formula, at)
        if match is None:
            raise ValueError(f"no symbol at {at}: {formula[at:at + 30]}")
        number, text, word, mark = match.groups()
        symbols.append(
            ("value", Fraction(number)) if number else ("value", text) if text is not None
            else ("value", word == "true") if word in ("true", "false")
            else ("id", word) if word else ("mark", mark))
        at = match.end()
    return Parser(symbols).formula()


class Parser:
    def __init__(self, symbols: list[Node]) -> None:
        self.symbols = [*symbols, ("end", None)]
        self.at = 0

    def formula(self) -> Node:
        found = self.choice()
        if self.symbols[self.at][0] != "end":
            raise ValueError(f"not expected: {self.symbols[self.at]}")
        return found

    def takes(self, *marks: str) -> str | None:
        kind, value = self.symbols[self.at]
        if kind != "mark" or value not in marks:
            return None
        self.at += 1
        return str(value)

    def needs(self, mark: str) -> None:
        if not self.takes(mark):
            raise ValueError(f"expected {mark}, found {self.symbols[self.at]}")

    def choice(self) -> Node:
        links: list[tuple[Node, Node]] = []
        last = self.comparison()
        while self.takes("?"):
            yes = self.choice()
            self.needs(":")
            links.append((last, yes))
            last = self.comparison()
        return ("choice", links, last) if links else last

    def comparison(self) -> Node:
        left = self.sum()
        mark = self.takes("==", "<=", ">=", "<", ">")
        return (mark, left, self.sum()) if mark else left

    def sum(self) -> Node:
        left = self.product()
        while mark := self.takes("+", "-"):
            left = (mark, left, self.product())
        return left

    def product(self) -> Node:
        left = self.unary()
        while mark := self.takes("*", "/"):
            left = (mark, left, self.unary())
        return left

    def unary(self) -> Node:
        return ("negate", self.unary()) if self.takes("-") else self.primary()

    def primary(self) -> Node:
        if self.takes("("):
            inner = self.choice()
            self.needs(")")
            return inner
        symbol = self.symbols[self.at]
        self.at += 1
        if symbol[0] == "id" and self.takes("("):
            operands = [self.choice()]
            while self.takes(","):
                operands.append(self.choice())
            self.needs(")")
            return ("call", symbol[1], operands)
        if symbol[0] not in ("value", "id"):
            raise ValueError(f"not expected: {symbol}")
        return symbol


def evaluate(node: Node, values: Mapping[str, Value], tables: Any = None) -> Any:
    """`values` has the answer of each question on the path by id."""
    kind = node[0]
    if kind == "value":
        return node[1]
    if kind == "id":
        return values.get(node[1], MISSING)
    if kind == "choice":
        for condition, yes in node[1]:
            if given(evaluate(condition, values, tables), "boolean"):
                return evaluate(yes, values, tables)
        return evaluate(node[2], values, tables)
    if kind == "negate":
        return -given(evaluate(node[1], values, tables), "number")
    if kind == "call":
        (_, name), *keys = node[2]
        if node[1] in FUNCTIONS:
            return FUNCTIONS[node[1]](values.get(name), *(evaluate(key, values) for key in keys))
        found = [evaluate(key, values, tables) for key in keys]
        return look_up(tables[name], [given(*pair) for pair in zip(found, tables[name]["keys"], strict=True)])
    left, right = evaluate(node[1], values, tables), evaluate(node[2], values, tables)
    if kind in ("<", "<=", ">", ">=") and MISSING in (left, right) and "text" in (type_of(left), type_of(right)):
        return False
    common = "number" if kind in "+-*/" else type_of(left) or type_of(right) or "number"
    left, right = given(left, common), given(right, common)
    if isinstance(left, bool) != isinstance(right, bool) or isinstance(left, str) != isinstance(right, str):
        raise ValueError(f"{left!r} {kind} {right!r}")
    return OPERATORS[kind](left, right)


def type_of(value: object) -> str | None:
    """None for a missing answer."""
    return None if value is MISSING else "boolean" if isinstance(value, bool) else "text" if isinstance(value, str) else "number"


def given(value: Any, value_type: str) -> Any:
    return NOTHING[value_type] if value is MISSING else value


FUNCTIONS: Mapping[str, Callable[..., bool | Fraction]] = {
    "answered": lambda value: value is not None and value != "",
    "year": lambda value: Fraction(value[:4]) if value else Fraction(0),
    "includes": lambda value, word: value is not None and word in value,
}

OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b,
    "==": lambda a, b: a == b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}


def look_up(table: Any, keys: list[Any]) -> Fraction | str:
    rows = table["rows"]
    for index, key in enumerate(keys[:-1]):
        match = matching([row["keys"][index] for row in rows], key)
        rows = [row for row in rows if row["keys"][index] == match]
    column = matching(table["columns"], keys[-1])
    found = rows[0]["values"][table["columns"].index(column)] if rows and column is not None else None
    if table["result"] == "number":
        return Fraction(found or 0)
    return found or ""


def matching(offered: list[str], key: Any) -> str | None:
    """The text that is equal, or the largest bound that is not greater, or the smallest bound."""
    if isinstance(key, str):
        return key if key in offered else None
    bounds = sorted(offered, key=Fraction)
    found = [bound for bound in bounds if Fraction(bound) <= key] or bounds[:1]
    return found[-1] if found else None


def rounded(value: Fraction, scale: int, mode: str) -> Fraction:
    units = value * 10 ** scale
    down = units.numerator // units.denominator
    if mode == "CEILING":
        down = -(-units.numerator // units.denominator)
    elif mode == "HALF_UP":
        away = abs(units) + Fraction(1, 2)
        down = away.numerator // away.denominator * (1 if units > 0 else -1)
    elif mode != "FLOOR":
        raise ValueError(mode)
    return Fraction(down, 10 ** scale)


def written(value: Fraction, scale: int) -> str:
    """A rounded number with exactly `scale` decimal places."""
    digits = str(abs(int(value * 10 ** scale))).rjust(scale + 1, "0")
    text = digits if scale == 0 else f"{digits[:-scale]}.{digits[-scale:]}"
    return f"-{text}" if value < 0 else text


def plain(value: Fraction) -> str:
    """A number in its shortest form: 12.5, not 12.50."""
    scale = 0
    while (value * 10**scale).denominator != 1 and scale < 24:
        scale += 1
    return written(value, scale)


def text_of(value: Value) -> str:
    """The value as a key of `navigationMappings`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return plain(value) if isinstance(value, Fraction) else value if isinstance(value, str) else ",".join(value)


def written_value(question: Any, value: Value) -> bool | str:
    """The value of a calculated question as in `calculatedValues` and in the test vectors."""
    return written(value, question["calculation"]["scale"]) if isinstance(value, Fraction) else value  # type: ignore[return-value]


def type_of_question(question: Any) -> str:
    """`valueType`, or what the control says."""
    if (stated := question.get("valueType")) is not None:
        return str(stated)
    display = question.get("displayType")
    if display in ("DOLLAR", "INTEGER", "PERCENT", "YEAR"):
        return "number"
    options = question.get("questionOptions") or []
    if display == "CHECKBOX" or (options and all(isinstance(option.get("value"), bool) for option in options)):
        return "boolean"
    return "multi" if display == "MULTI_SELECT_CHECKBOX" else "text"


def read_answer(value_type: str, answer: Any) -> Value | Missing:
    """An answer as it is entered or sent. Raises ValueError for a number that is none."""
    if isinstance(answer, str):
        answer = answer.strip(SPACE)
    if answer is None or answer == "":
        return MISSING
    if value_type == "number":
        return Fraction(str(answer).replace(",", ""))
    if value_type == "boolean":
        return answer is True or answer == "true"
    if value_type == "multi":
        return list(dict.fromkeys(answer if isinstance(answer, list) else answer.split(",")))
    if value_type == "date" and (match := re.fullmatch(r"(\d\d)/(\d\d)/(\d{4})", str(answer))):
        return f"{match[3]}-{match[1]}-{match[2]}"
    if isinstance(answer, bool):
        return text_of(answer)
    return unicodedata.normalize("NFC", str(answer))


SPACE = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
PARSED: dict[str, Node] = {}


def calculate(
    questions: Iterable[Any],
    answers: Mapping[str, Any],
    values: MutableMapping[str, Value] | None = None,
    tables: Any = None,
) -> MutableMapping[str, Value]:
    """Adds the values of one question set to those of the sets before it."""
    values = {} if values is None else values
    for question in questions:
        value_type = type_of_question(question)
        calculation = question.get("calculation")
        if calculation is None:
            answer = read_answer(value_type, answers.get(question["id"]))
            if not isinstance(answer, Missing):
                values[question["id"]] = answer
            continue
        shorter = calculation.get("formulaWithTables") if tables is not None else None
        value = given(evaluate(parsed(shorter or calculation["formula"]), values, tables), value_type)
        if isinstance(value, Fraction):
            value = rounded(value, calculation["scale"], calculation["roundingMode"])
        values[question["id"]] = value
    return values


def is_true(formula: str, values: Mapping[str, Value]) -> bool:
    """Whether a condition or a check holds."""
    return bool(given(evaluate(parsed(formula), values), "boolean"))


def parsed(formula: str) -> Node:
    if formula not in PARSED:
        PARSED[formula] = parse(formula)
    return PARSED[formula]
