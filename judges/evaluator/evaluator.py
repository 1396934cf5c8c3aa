"""Evaluates published formulas. Written from docs/evaluating.md alone, with the standard library."""
import re
import unicodedata
from fractions import Fraction

SYMBOL = re.compile(r'\s*(?:([0-9]+(?:\.[0-9]+)?)|"([^"]*)"|([A-Za-z_][A-Za-z0-9_.]*)|(==|<=|>=|[-+*/<>?:(),]))')
NOTHING = {"number": Fraction(0), "boolean": False, "text": "", "date": ""}
MISSING = object()  # No answer. Its place in the formula says what it counts as.


def parse(formula):
    """The formula as nested tuples."""
    symbols, at = [], 0
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
    def __init__(self, symbols):
        self.symbols = [*symbols, ("end", None)]
        self.at = 0

    def formula(self):
        found = self.choice()
        if self.symbols[self.at][0] != "end":
            raise ValueError(f"not expected: {self.symbols[self.at]}")
        return found

    def takes(self, *marks):
        kind, value = self.symbols[self.at]
        if kind != "mark" or value not in marks:
            return None
        self.at += 1
        return value

    def needs(self, mark):
        if not self.takes(mark):
            raise ValueError(f"expected {mark}, found {self.symbols[self.at]}")

    def choice(self):
        links, last = [], self.comparison()
        while self.takes("?"):
            yes = self.choice()
            self.needs(":")
            links.append((last, yes))
            last = self.comparison()
        return ("choice", links, last) if links else last

    def comparison(self):
        left = self.sum()
        mark = self.takes("==", "<=", ">=", "<", ">")
        return (mark, left, self.sum()) if mark else left

    def sum(self):
        left = self.product()
        while mark := self.takes("+", "-"):
            left = (mark, left, self.product())
        return left

    def product(self):
        left = self.unary()
        while mark := self.takes("*", "/"):
            left = (mark, left, self.unary())
        return left

    def unary(self):
        return ("negate", self.unary()) if self.takes("-") else self.primary()

    def primary(self):
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


def evaluate(node, values, tables=None):
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


def type_of(value):
    """None for a missing answer."""
    return None if value is MISSING else "boolean" if isinstance(value, bool) else "text" if isinstance(value, str) else "number"


def given(value, value_type):
    return NOTHING[value_type] if value is MISSING else value


FUNCTIONS = {
    "answered": lambda value: value is not None and value != "",
    "year": lambda value: Fraction(value[:4]) if value else Fraction(0),
    "includes": lambda value, word: value is not None and word in value,
}

OPERATORS = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b,
    "==": lambda a, b: a == b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}


def look_up(table, keys):
    rows = table["rows"]
    for index, key in enumerate(keys[:-1]):
        match = matching([row["keys"][index] for row in rows], key)
        rows = [row for row in rows if row["keys"][index] == match]
    column = matching(table["columns"], keys[-1])
    found = rows[0]["values"][table["columns"].index(column)] if rows and column is not None else None
    if table["result"] == "number":
        return Fraction(found or 0)
    return found or ""


def matching(offered, key):
    """The text that is equal, or the largest bound that is not greater, or the smallest bound."""
    if isinstance(key, str):
        return key if key in offered else None
    bounds = sorted(offered, key=Fraction)
    return ([bound for bound in bounds if Fraction(bound) <= key] or bounds[:1] or [None])[-1]


def rounded(value, scale, mode):
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


def written(value, scale):
    """A rounded number with exactly `scale` decimal places."""
    digits = str(abs(int(value * 10 ** scale))).rjust(scale + 1, "0")
    text = digits if scale == 0 else f"{digits[:-scale]}.{digits[-scale:]}"
    return f"-{text}" if value < 0 else text


def read_answer(value_type, answer):
    answer = answer.strip() if isinstance(answer, str) else answer
    if answer is None or answer == "":
        return MISSING
    if value_type == "number":
        return Fraction(str(answer).replace(",", ""))
    if value_type == "boolean":
        return answer is True or answer == "true"
    if value_type == "text":
        return unicodedata.normalize("NFC", str(answer))
    if value_type == "multi":
        return answer if isinstance(answer, list) else answer.split(",")
    if value_type == "date" and (match := re.fullmatch(r"(\d\d)/(\d\d)/(\d{4})", answer)):
        return f"{match[3]}-{match[1]}-{match[2]}"
    return answer


PARSED = {}


def calculate(questions, answers, values, tables=None):
    """Adds the values of one question set to those of the sets before it."""
    for question in questions:
        calculation = question.get("calculation")
        if calculation is None:
            answer = read_answer(question["valueType"], answers.get(question["id"]))
            if answer is not MISSING:
                values[question["id"]] = answer
            continue
        value = given(evaluate(parsed(calculation["formula"]), values), question["valueType"])
        if "formulaWithTables" in calculation:
            other = given(evaluate(parsed(calculation["formulaWithTables"]), values, tables), question["valueType"])
            if other != value:
                raise ValueError(f"{question['id']} is {value}, with tables {other}")
        if not isinstance(value, (bool, str)):
            value = rounded(value, calculation["scale"], calculation["roundingMode"])
        values[question["id"]] = value


def parsed(formula):
    if formula not in PARSED:
        PARSED[formula] = parse(formula)
    return PARSED[formula]
