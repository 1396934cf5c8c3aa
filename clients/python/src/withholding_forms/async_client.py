"""Made from client.py by scripts/make_async.py; do not edit. A method per endpoint, named as in the specification."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from types import TracebackType
from typing import Any, Literal, Self, TypeVar

import httpx

from . import _calls as calls
from ._calls import Call, Requests, Steps
from .journey import Journey
from .types import (
    Answer,
    CatalogEntry,
    ChangesResponse,
    CoverageResponse,
    EffectiveParametersRequest,
    EffectiveParametersResponse,
    FillPdfRequest,
    FillPdfResponse,
    FormInformation,
    FormsResponse,
    GuidedFlowsResponse,
    LocationRequest,
    MigrateRequest,
    MigrateResponse,
    NoticesResponse,
    ParametersResponse,
    QuestionSet,
)

Result = TypeVar("Result")
TIMEOUT = 30.0


class AsyncClient:
    """`Client` with `await`. To close it, `await client.close()`."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        language: str | None = None,
        time_zone: str | None = None,
        retries: int = 2,
        timeout: float = TIMEOUT,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """`base_url` has the path prefix: https://forms.example.com/v1. `time_zone` is an IANA ID, for signed forms."""
        self._requests = Requests(base_url, api_key, language=language, time_zone=time_zone, retries=retries)
        self._http = httpx.AsyncClient(timeout=timeout, transport=transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def _run(self, steps: Steps[Result]) -> Result:
        try:
            step = next(steps)
            while True:
                if isinstance(step, float):
                    await asyncio.sleep(step)
                    step = steps.send(None)
                    continue
                try:
                    response = await self._http.send(step)
                except httpx.TransportError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(response)
        except StopIteration as end:
            result: Result = end.value
            return result

    async def _call(self, call: Call[Result]) -> Result:
        return await self._run(self._requests.perform(call))

    async def login(
        self, *, scope: str | None = None, lifetime: int | None = None, employee_reference: str | None = None
    ) -> str:
        """A new token, for a browser with `scope="wizard"`. The other methods log in by themselves."""
        seconds = None if lifetime is None else str(lifetime)
        return await self._run(self._requests.login({"scope": scope, "lifetime": seconds, "employeeReference": employee_reference}))

    async def forms(self, location: LocationRequest, *, language: str | None = None) -> FormsResponse:
        return await self._call(calls.post("forms", "forms", location, accept_language=language))

    async def guided_flows(self, location: LocationRequest, *, language: str | None = None) -> GuidedFlowsResponse:
        return await self._call(calls.post("guided_flows", "guided-flows", location, accept_language=language))

    async def flow_question_set(self, flow_id: str, question_set_id: str, *, language: str | None = None) -> QuestionSet:
        return await self._call(calls.question_set("flow", flow_id, question_set_id, None, False, language))

    async def form_question_set(
        self,
        form_id: str,
        question_set_id: str,
        *,
        form_version: str | None = None,
        has_federal_values: bool = False,
        language: str | None = None,
    ) -> QuestionSet:
        call = calls.question_set("form", form_id, question_set_id, form_version, has_federal_values, language)
        return await self._call(call)

    async def fill_pdf(
        self,
        request: FillPdfRequest,
        *,
        idempotency_key: str | None = None,
        language: str | None = None,
        time_zone: str | None = None,
    ) -> FillPdfResponse:
        """SIGN is sent with an idempotency key, a new one by default, so that a retry returns the form that was signed
        first. To repeat a SIGN after a crash of your program, store a key first and pass it."""
        return await self._call(calls.fill(request, idempotency_key, language, time_zone))

    async def bulk(
        self,
        endpoint: Literal["fillPdf", "guided-flows"],
        lines: Iterable[Mapping[str, Any]],
        *,
        language: str | None = None,
        time_zone: str | None = None,
    ) -> AsyncIterator[dict[str, Any]]:
        """Many requests, each with your `id` and, for SIGN, an `idempotencyKey` (a new one by default). Yields `id`, `status`,
        and `body` of each, in the same order. Lines are read as you read results."""
        for part in calls.parts(lines):
            # A service that stops ends its response after the lines in progress.
            while part:
                call = calls.bulk(endpoint, part, language, time_zone)
                results = calls.results(await self._call(call))
                for result in results:
                    yield result
                part = part[len(results) :]

    async def form_information(
        self, form_id: str, *, form_version: str | None = None, language: str | None = None
    ) -> FormInformation:
        path = f"fillPdf/{calls.segment(form_id)}"
        return await self._call(calls.get("form_information", path, language=language, formVersion=form_version))

    async def get_all_form_ids(self) -> list[str]:
        return await self._call(calls.get("get_all_form_ids", "getAllFormIds"))

    async def get_all_forms_catalog(self) -> list[CatalogEntry]:
        return await self._call(calls.get("get_all_forms_catalog", "getAllFormsCatalog"))

    async def get_pdf(self, form_id: str, *, form_version: str | None = None) -> bytes:
        """The blank form."""
        path = f"getPdf/{calls.segment(form_id)}"
        return await self._call(Call("get_pdf", "GET", path, {"formVersion": form_version}, binary=True))

    async def effective_parameters(
        self, request: EffectiveParametersRequest, *, language: str | None = None, time_zone: str | None = None
    ) -> EffectiveParametersResponse:
        """Which parameters payroll uses on a day."""
        headers = {"accept_language": language, "timezone": time_zone}
        return await self._call(calls.post("effective_parameters", "effective-parameters", request, **headers))

    async def migrate(self, request: MigrateRequest, *, language: str | None = None) -> MigrateResponse:
        """Which stored answers are valid in another version of a form."""
        return await self._call(calls.post("migrate", "migrate", request, accept_language=language))

    async def parameters(self, *, language: str | None = None) -> ParametersResponse:
        return await self._call(calls.get("parameters", "parameters", language=language))

    async def notices(self, *, language: str | None = None) -> NoticesResponse:
        return await self._call(calls.get("notices", "notices", language=language))

    async def coverage(self) -> CoverageResponse:
        return await self._call(calls.get("coverage", "coverage"))

    async def changes(self, since: str | None = None, *, cursor: str | None = None) -> ChangesResponse:
        """Changes of form versions: all, those on or after a date (`YYYY-MM-DD`), or those that are new since the response
        with a cursor."""
        return await self._call(calls.get("changes", "changes", since=since, cursor=cursor))

    async def walk(
        self,
        form_id: str,
        *,
        form_version: str | None = None,
        answers: Mapping[str, Answer] | None = None,
        has_federal_values: bool = False,
        region: str | None = None,
        given: Mapping[str, Answer] | None = None,
        language: str | None = None,
    ) -> Journey:
        """The path through a form, as far as the answers lead. `region` is the state or province of the home address, and
        `given` what the flow that named the form determines."""
        about = await self.form_information(form_id, form_version=form_version)
        journey = Journey(
            "form",
            form_id,
            about["initialQuestionSetId"],
            form_version=about["formVersion"],
            federal=has_federal_values,
            region=region,
            given=given,
            answers=answers,
        )
        return await self.advance(journey, language=language)

    async def walk_flow(
        self,
        flow_id: str,
        initial_question_set_id: str,
        *,
        answers: Mapping[str, Answer] | None = None,
        language: str | None = None,
    ) -> Journey:
        """The path through a guided flow. At its end, `forms_to_complete` has the forms."""
        return await self.advance(Journey("flow", flow_id, initial_question_set_id, answers=answers), language=language)

    async def advance(self, journey: Journey, *, language: str | None = None) -> Journey:
        """Continues as far as the answers lead, and returns the same journey."""
        while (needed := journey.needs) is not None:
            call = calls.question_set(
                journey.kind, journey.id, needed, journey.form_version, journey.federal, language
            )
            journey.add(await self._call(call))
        return journey
