"""A method per endpoint, named as in the specification."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
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


class Client:
    """Logs in by itself, renews its token, and repeats requests that failed without a result. Use it as a context manager,
    or call `close`."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        language: str | None = None,
        time_zone: str | None = None,
        retries: int = 2,
        timeout: float = TIMEOUT,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """`base_url` has the path prefix: https://forms.example.com/v1. `time_zone` is an IANA ID, for signed forms."""
        self._requests = Requests(base_url, api_key, language=language, time_zone=time_zone, retries=retries)
        self._http = httpx.Client(timeout=timeout, transport=transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def _run(self, steps: Steps[Result]) -> Result:
        try:
            step = next(steps)
            while True:
                if isinstance(step, float):
                    time.sleep(step)
                    step = steps.send(None)
                    continue
                try:
                    response = self._http.send(step)
                except httpx.TransportError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(response)
        except StopIteration as end:
            result: Result = end.value
            return result

    def _call(self, call: Call[Result]) -> Result:
        return self._run(self._requests.perform(call))

    def login(
        self, *, scope: str | None = None, lifetime: int | None = None, employee_reference: str | None = None
    ) -> str:
        """A new token, for a browser with `scope="wizard"`. The other methods log in by themselves."""
        seconds = None if lifetime is None else str(lifetime)
        return self._run(self._requests.login({"scope": scope, "lifetime": seconds, "employeeReference": employee_reference}))

    def forms(self, location: LocationRequest, *, language: str | None = None) -> FormsResponse:
        return self._call(calls.post("forms", "forms", location, accept_language=language))

    def guided_flows(self, location: LocationRequest, *, language: str | None = None) -> GuidedFlowsResponse:
        return self._call(calls.post("guided_flows", "guided-flows", location, accept_language=language))

    def flow_question_set(self, flow_id: str, question_set_id: str, *, language: str | None = None) -> QuestionSet:
        return self._call(calls.question_set("flow", flow_id, question_set_id, None, False, language))

    def form_question_set(
        self,
        form_id: str,
        question_set_id: str,
        *,
        form_version: str | None = None,
        has_federal_values: bool = False,
        language: str | None = None,
    ) -> QuestionSet:
        call = calls.question_set("form", form_id, question_set_id, form_version, has_federal_values, language)
        return self._call(call)

    def fill_pdf(
        self,
        request: FillPdfRequest,
        *,
        idempotency_key: str | None = None,
        language: str | None = None,
        time_zone: str | None = None,
    ) -> FillPdfResponse:
        """SIGN is sent with an idempotency key, a new one by default, so that a retry returns the form that was signed
        first. To repeat a SIGN after a crash of your program, store a key first and pass it."""
        return self._call(calls.fill(request, idempotency_key, language, time_zone))

    def bulk(
        self,
        endpoint: Literal["fillPdf", "guided-flows"],
        lines: Iterable[Mapping[str, Any]],
        *,
        language: str | None = None,
        time_zone: str | None = None,
    ) -> Iterator[dict[str, Any]]:
        """Many requests, each with your `id` and, for SIGN, an `idempotencyKey` (a new one by default). Yields `id`, `status`,
        and `body` of each, in the same order. Lines are read as you read results."""
        for part in calls.parts(lines):
            # A service that stops ends its response after the lines in progress.
            while part:
                call = calls.bulk(endpoint, part, language, time_zone)
                results = calls.results(self._call(call))
                for result in results:
                    yield result
                part = part[len(results) :]

    def form_information(
        self, form_id: str, *, form_version: str | None = None, language: str | None = None
    ) -> FormInformation:
        path = f"fillPdf/{calls.segment(form_id)}"
        return self._call(calls.get("form_information", path, language=language, formVersion=form_version))

    def get_all_form_ids(self) -> list[str]:
        return self._call(calls.get("get_all_form_ids", "getAllFormIds"))

    def get_all_forms_catalog(self) -> list[CatalogEntry]:
        return self._call(calls.get("get_all_forms_catalog", "getAllFormsCatalog"))

    def get_pdf(self, form_id: str, *, form_version: str | None = None) -> bytes:
        """The blank form."""
        path = f"getPdf/{calls.segment(form_id)}"
        return self._call(Call("get_pdf", "GET", path, {"formVersion": form_version}, binary=True))

    def effective_parameters(
        self, request: EffectiveParametersRequest, *, language: str | None = None, time_zone: str | None = None
    ) -> EffectiveParametersResponse:
        """Which parameters payroll uses on a day."""
        headers = {"accept_language": language, "timezone": time_zone}
        return self._call(calls.post("effective_parameters", "effective-parameters", request, **headers))

    def migrate(self, request: MigrateRequest, *, language: str | None = None) -> MigrateResponse:
        """Which stored answers are valid in another version of a form."""
        return self._call(calls.post("migrate", "migrate", request, accept_language=language))

    def parameters(self, *, language: str | None = None) -> ParametersResponse:
        return self._call(calls.get("parameters", "parameters", language=language))

    def notices(self, *, language: str | None = None) -> NoticesResponse:
        return self._call(calls.get("notices", "notices", language=language))

    def coverage(self) -> CoverageResponse:
        return self._call(calls.get("coverage", "coverage"))

    def changes(self, since: str | None = None, *, cursor: str | None = None) -> ChangesResponse:
        """Changes of form versions: all, those on or after a date (`YYYY-MM-DD`), or those that are new since the response
        with a cursor."""
        return self._call(calls.get("changes", "changes", since=since, cursor=cursor))

    def walk(
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
        about = self.form_information(form_id, form_version=form_version)
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
        return self.advance(journey, language=language)

    def walk_flow(
        self,
        flow_id: str,
        initial_question_set_id: str,
        *,
        answers: Mapping[str, Answer] | None = None,
        language: str | None = None,
    ) -> Journey:
        """The path through a guided flow. At its end, `forms_to_complete` has the forms."""
        return self.advance(Journey("flow", flow_id, initial_question_set_id, answers=answers), language=language)

    def advance(self, journey: Journey, *, language: str | None = None) -> Journey:
        """Continues as far as the answers lead, and returns the same journey."""
        while (needed := journey.needs) is not None:
            call = calls.question_set(
                journey.kind, journey.id, needed, journey.form_version, journey.federal, language
            )
            journey.add(self._call(call))
        return journey
