"""Against the running service, which BASE_URL and API_KEY name."""

import asyncio
import base64
import os
import re
import runpy
import uuid
from pathlib import Path
from typing import Any

import httpx
import pytest

from withholding_forms import AsyncClient, Client, RefusedError, UnauthorizedError
from withholding_forms.types import Employee, Employer, LocationRequest, UsAddress

BASE = os.environ["BASE_URL"]
KEY = os.environ["API_KEY"]
ROOT = Path(__file__).parents[3]
HOME: UsAddress = {"streetAddress1": "11 S Union St", "city": "Montgomery", "state": "AL", "zipCode": "36130"}
PLACES: LocationRequest = {"homeAddress": HOME, "workAddresses": [HOME]}
EMPLOYEE: Employee = {"firstName": "John", "lastName": "Smith", "socialSecurityNumber": "123-45-6789", "address": HOME}
EMPLOYER: Employer = {"name": "Example Payroll Inc.", "federalEIN": "98-7654321", "telephoneNumber": "456-867-5309",
                      "address": HOME}


def client(**options: Any) -> Client:
    return Client(f"{BASE}/v1", KEY, **options)


def test_from_addresses_to_a_signed_form() -> None:
    with client(time_zone="America/Chicago") as one:
        flow = next(flow for flow in one.guided_flows(PLACES)["flows"] if flow["locality"] == "AL")
        chosen = one.walk_flow(flow["id"], flow["initialQuestionSetId"], answers={"alGuidedQ1": "english"})
        assert [form["id"] for form in chosen.forms_to_complete] == ["AL101"]
        form = chosen.forms_to_complete[0]
        journey = one.walk(form["id"], form_version=form["formVersion"], answers={"filingStatus": "SINGLE"})
        assert [problem.question_id for problem in journey.problems] == ["dependents"]
        journey.answer({"dependents": 1, "additionalWithholding": "25.50"})
        one.advance(journey)
        assert journey.status == "COMPLETE" and journey.perjury_statement
        key = str(uuid.uuid4())
        body = journey.body(employee=EMPLOYEE, employer=EMPLOYER, sign_form="SIGN")
        signed, again = (one.fill_pdf(body, idempotency_key=key) for _ in range(2))
        assert base64.b64decode(signed["pdf"])[:5] == b"%PDF-"
        assert signed["pdf"] == again["pdf"]
        assert {"id": "AL.additionalWithholding", "value": "25.50", "valueType": "dollarAmount"} in signed["taxParameters"]


def test_every_other_operation() -> None:
    with client() as one:
        assert [form["id"] for form in one.forms(PLACES)["forms"] if form["recommended"]] == ["W4101", "AL101"]
        assert "W4101" in one.get_all_form_ids()
        assert any(entry["id"] == "W4101" for entry in one.get_all_forms_catalog())
        assert one.get_pdf("W4101")[:5] == b"%PDF-"
        assert one.form_information("W4101", language="es")["id"] == "W4101"
        assert one.flow_question_set("AL_RESIDENT", "QS1")["questions"]
        assert one.form_question_set("CO101", "QS1", has_federal_values=True)["id"] == "QS1"
        line = {"id": "emp-1", "formId": "AL101", "employee": EMPLOYEE, "employer": EMPLOYER,
                "fields": {"filingStatus": "SINGLE", "dependents": 1}}
        assert [(result["id"], result["status"]) for result in one.bulk("fillPdf", [line, {"id": 2}])] == [("emp-1", 200), (2, 422)]
        for response in (one.parameters(), one.notices(), one.coverage(), one.changes("2026-01-01")):
            assert response
        token = one.login(scope="wizard", lifetime=60, employee_reference="emp-1")
        headers = {"authorization": f"Bearer {token}"}
        assert httpx.get(f"{BASE}/v1/getAllFormIds", headers=headers).status_code == 403


def test_which_parameters_count_and_which_answers_stay() -> None:
    with client() as one:
        older: Any = {"formId": "AL101", "formVersion": "2025.4.0", "signedAt": "2026-01-05",
                      "taxParameters": [{"id": "AL.filingStatus", "value": "S"}, {"id": "AL.dependents", "value": "2"}]}
        newer: Any = {**older, "signedAt": "2026-04-01", "taxParameters": [{"id": "AL.filingStatus", "value": "M"}]}
        effective = one.effective_parameters({"date": "2026-06-30", "certificates": [older, newer]})
        assert [(one["id"], one["value"], one["signedAt"]) for one in effective["parameters"]] == [
            ("AL.filingStatus", "M", "2026-04-01")]
        assert [(one["signedAt"], one["reason"]) for one in effective["ended"]] == [("2026-01-05", "REPLACED")]
        moved = one.migrate({"formId": "W4101", "fromVersion": "2024.12.0", "fields": {"isNra": "false"}})
        current = {entry["id"]: entry["version"] for entry in one.get_all_forms_catalog()}
        assert (moved["toVersion"], moved["fields"]) == (current["W4101"], {"isNra": "false"}) and moved["missing"]


def test_what_the_service_rejects() -> None:
    with client(language="es") as one, pytest.raises(RefusedError) as caught:
        journey = one.walk("AL101", answers={"filingStatus": "SINGLE", "dependents": 1})
        body = journey.body(employee={**EMPLOYEE, "socialSecurityNumber": "000-00-0000"}, employer=EMPLOYER)
        one.fill_pdf(body)
    assert [error["pointer"] for error in caught.value.errors] == ["/employee/socialSecurityNumber"]
    with pytest.raises(UnauthorizedError):
        Client(f"{BASE}/v1", "not-a-key-of-this-service").get_all_form_ids()


def test_many_at_the_same_time() -> None:
    async def walk_all() -> list[str]:
        async with AsyncClient(f"{BASE}/v1", KEY) as one:
            walks = [one.walk("AL101", answers={"filingStatus": "SINGLE", "dependents": count}) for count in range(20)]
            return [journey.status for journey in await asyncio.gather(*walks)]

    assert asyncio.run(walk_all()) == ["COMPLETE"] * 20


def test_the_types_are_those_of_the_service() -> None:
    package = ROOT / "clients/python"
    made = runpy.run_path(str(package / "scripts/make_types.py"))["module"]
    schemas = httpx.get(f"{BASE}/docs/json").json()["components"]["schemas"]
    assert (package / "src/withholding_forms/types.py").read_text(encoding="utf8") == made(schemas)


@pytest.mark.parametrize("page", ["docs/quickstart.md", "docs/vectors.md", "clients/python/README.md"])
def test_the_examples_work(page: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(encoding="utf8"), re.DOTALL | re.MULTILINE)
    assert blocks
    monkeypatch.chdir(ROOT / "packages/client/vectors")
    known: dict[str, Any] = {"KEY": KEY, "employee": EMPLOYEE, "employer": EMPLOYER, "home": HOME, "office": HOME}
    for block in blocks:
        exec(compile(block.replace("http://localhost:8080", BASE), page, "exec"), known)
    if page != "docs/vectors.md":
        assert "AL.filingStatus" in capsys.readouterr().out
