"""What requests look like, when they are repeated, and how responses are read: everything except sending and waiting."""

from __future__ import annotations

import json
import random
import time
import uuid
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, Generic, TypeVar, cast
from urllib.parse import quote

import httpx

from .errors import NetworkError, ProblemError, RefusedError, UnauthorizedError, UnexpectedResponseError

Result = TypeVar("Result")
Steps = Generator[httpx.Request | float, httpx.Response | None, Result]
"""A request to send, whose response comes back, or seconds to wait."""

NDJSON = "application/x-ndjson"
ZONED = ("fill_pdf", "bulk", "forms", "effective_parameters")
PART_LINES, PART_BYTES = 100, 250_000
PASSING = (429, 502, 503, 504)
FIRST_DELAY, MAX_DELAY = 0.25, 8.0
MAX_RETRY_AFTER = 60.0


@dataclass(frozen=True)
class Call(Generic[Result]):
    """One request. `repeatable`: sending it twice does no more than sending it once."""

    operation: str
    method: str
    path: str
    params: Mapping[str, str | None] = field(default_factory=dict)
    body: object = None
    headers: Mapping[str, str | None] = field(default_factory=dict)
    repeatable: bool = True
    binary: bool = False
    lines: bool = False


class Requests:
    """The settings of a client, and its token."""

    def __init__(self, base_url: str, api_key: str, *, language: str | None, time_zone: str | None, retries: int) -> None:
        self._base = base_url.rstrip("/")
        if not self._base.startswith(("https://", "http://")):
            raise ValueError("base_url must begin with https: or http:.")
        url = httpx.URL(self._base)
        self._login_url = str(url.copy_with(path="/authentication/login", query=None))
        self._api_key, self._language, self._time_zone, self._retries = api_key, language, time_zone, retries
        self._token: str | None = None

    def perform(self, call: Call[Result]) -> Steps[Result]:
        tries, renewed = 0, False
        while True:
            token = self._token or (yield from self._log_in())
            tries += 1
            outcome = yield from attempt(self._request(call, token), call)
            if not isinstance(outcome, Failure):
                return cast(Result, outcome)
            if isinstance(outcome.error, UnauthorizedError) and not renewed:
                # The token expired or was revoked. The service did nothing yet, so this is safe for every request.
                self._token, renewed = None, True
                tries -= 1
                continue
            if not (outcome.passing and call.repeatable) or tries > self._retries:
                raise outcome.error
            yield delay_before(tries, outcome.retry_after)

    def login(self, params: Mapping[str, str | None]) -> Steps[str]:
        """A new token."""
        call: Call[dict[str, str]] = Call("login", "GET", "", params)
        for tries in range(1, self._retries + 2):
            request = httpx.Request("GET", self._login_url, params=given(params), headers={"api-key": self._api_key})
            outcome = yield from attempt(request, call)
            if not isinstance(outcome, Failure):
                return cast(str, outcome["accessToken"])
            if not outcome.passing or tries > self._retries:
                raise outcome.error
            yield delay_before(tries, outcome.retry_after)
        raise AssertionError("unreachable")

    def _log_in(self) -> Steps[str]:
        self._token = yield from self.login({})
        return self._token

    def _request(self, call: Call[Any], token: str) -> httpx.Request:
        headers = {
            "authorization": f"Bearer {token}",
            "accept": "application/pdf" if call.binary else NDJSON if call.lines else "application/json",
            "content-type": NDJSON if call.lines else None,
            "accept-language": self._language,
            "timezone": self._time_zone if call.operation in ZONED else None,
            **{name: value for name, value in call.headers.items() if value is not None},
        }
        return httpx.Request(
            call.method,
            f"{self._base}/{call.path}",
            params=given(call.params),
            headers={name: value for name, value in headers.items() if value is not None},
            content=call.body if isinstance(call.body, bytes) else None,
            json=None if isinstance(call.body, bytes) else call.body,
        )


@dataclass(frozen=True)
class Failure:
    error: Exception
    passing: bool = False
    retry_after: float | None = None


def attempt(request: httpx.Request, call: Call[Any]) -> Steps[Any]:
    try:
        response = yield request
    except httpx.TransportError as lost:
        # Without the request, which has personal data.
        return Failure(NetworkError(f"{call.operation}: {type(lost).__name__}"), passing=True)
    assert response is not None
    if response.status_code == 401:
        return Failure(UnauthorizedError(f"{call.operation}: the API key or the token was rejected"))
    try:
        if response.is_success:
            if call.lines:
                return [json.loads(line) for line in response.content.split(b"\n")[:-1]]
            return response.content if call.binary else response.json()
        problem = response.json()
        kind = RefusedError if response.status_code == 422 else ProblemError
        error: Exception = kind(
            call.operation, response.status_code, problem["code"], problem["requestId"], problem["errors"]
        )
        in_progress = problem["code"] == "SIGNATURE_IN_PROGRESS"
    except (ValueError, KeyError, TypeError):
        error, in_progress = UnexpectedResponseError(call.operation, response.status_code), False
    stated = retry_after(response)
    # Better the real error now than after minutes.
    passing = (response.status_code in PASSING or in_progress) and (stated or 0) <= MAX_RETRY_AFTER
    return Failure(error, passing, stated)


def retry_after(response: httpx.Response) -> float | None:
    """Seconds, from a number or a date."""
    value = response.headers.get("retry-after", "")
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None


def delay_before(tries: int, stated: float | None) -> float:
    """A random part, so that many clients that failed together do not come back together."""
    if stated is not None:
        return stated + random.uniform(0, FIRST_DELAY)
    return random.uniform(0, min(MAX_DELAY, FIRST_DELAY * 2 ** (tries - 1)))


def given(params: Mapping[str, str | None]) -> dict[str, str]:
    return {name: value for name, value in params.items() if value is not None}


def segment(id: str) -> str:
    """Dot segments would leave the path, even escaped."""
    if id in ("", ".", ".."):
        raise ValueError("An ID is empty or only dots.")
    return quote(id, safe="")


def get(operation: str, path: str, *, language: str | None = None, **params: str | None) -> Call[Any]:
    return Call(operation, "GET", path, params, headers={"accept-language": language})


def post(operation: str, path: str, body: object, **headers: str | None) -> Call[Any]:
    return Call(operation, "POST", path, body=body, headers={name.replace("_", "-"): v for name, v in headers.items()})


def fill(request: Mapping[str, Any], idempotency_key: str | None, language: str | None, time_zone: str | None) -> Call[Any]:
    """SIGN has a key, so that a retry returns the form that was signed first."""
    key = (idempotency_key or str(uuid.uuid4())) if request.get("signForm") == "SIGN" else None
    return post("fill_pdf", "fillPdf", request, idempotency_key=key, accept_language=language, timezone=time_zone)


def question_set(kind: str, id: str, set_id: str, version: str | None, federal: bool, language: str | None) -> Call[Any]:
    return get(
        f"{kind}_question_set",
        f"{kind}QuestionSet/{segment(id)}/{segment(set_id)}",
        language=language,
        formVersion=version,
        hasFederalValues="true" if federal else None,
    )


def bulk(endpoint: str, part: Sequence[bytes], language: str | None, time_zone: str | None) -> Call[Any]:
    headers = {"accept-language": language, "timezone": time_zone}
    return Call("bulk", "POST", f"bulk/{endpoint}", body=b"".join(part), headers=headers, lines=True)


def parts(lines: Iterable[Mapping[str, Any]]) -> Iterator[list[bytes]]:
    """What one request sends: it is sent before the response is read. A signature gets a key, so that it can be sent again."""
    part: list[bytes] = []
    for line in lines:
        key = {"idempotencyKey": str(uuid.uuid4())} if line.get("signForm") == "SIGN" else {}
        text = json.dumps({**key, **line}).encode() + b"\n"
        if part and (len(part) == PART_LINES or sum(map(len, part)) + len(text) > PART_BYTES):
            yield part
            part = []
        part.append(text)
    if part:
        yield part


def results(answered: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without the number of the line, which is that of its part."""
    if not answered:
        raise UnexpectedResponseError("bulk", 200)
    return [{name: value for name, value in one.items() if name != "line"} for one in answered]
