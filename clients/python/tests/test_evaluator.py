"""The published vectors, and what conditions add to the language."""

import json
from pathlib import Path
from typing import Any

import pytest

from withholding_forms.evaluator import calculate, is_true, written_value

FILE = Path(__file__).parents[3] / "packages/client/vectors/evaluating.json"
VECTORS: list[Any] = json.loads(FILE.read_text(encoding="utf8"))["vectors"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["about"])
@pytest.mark.parametrize("with_tables", [False, True])
def test_vector(vector: Any, with_tables: bool) -> None:
    tables = vector.get("tables") if with_tables else None
    values = calculate(vector["questions"], vector["answers"], tables=tables)
    for question in vector["questions"]:
        if question["id"] in vector["values"]:
            assert written_value(question, values[question["id"]]) == vector["values"][question["id"]]


def test_there_are_vectors() -> None:
    assert len(VECTORS) >= 69


def test_conditions() -> None:
    values: dict[str, Any] = {"boxes": ["A", "B"], "day": "2026-05-06", "empty": ""}
    assert is_true('includes(boxes, "B")', values) and not is_true('includes(boxes, "C")', values)
    assert is_true("answered(day)", values) and not is_true("answered(empty)", values)
    assert is_true("year(day) == 2026", values) and is_true("year(none) == 0", values)
    # A missing answer is neither before nor after a text; an empty calculated text comes before every other.
    assert not is_true('none < "A"', values) and is_true('empty < "A"', values) and is_true('none == ""', values)
