"""Login, retries, and errors, against responses that are written here."""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any, cast

import httpx
import pytest

from withholding_forms import (
    AsyncClient,
    Client,
    NetworkError,
    ProblemError,
    RefusedError,
    UnauthorizedError,
    UnexpectedResponseError,
)

Reply = httpx.Response | Exception
BASE = "https://forms.example.com/v1"
SIGN = cast(Any, {"formId": "X", "signForm": "SIGN", "fields": {}})


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    body = {"status": status, "code": code, "requestId": "r1", "errors": [{"pointer": "/fields/a", "code": "REQUIRED"}]}
    return httpx.Response(status, json=body, headers=headers)


class Service:
    """Answers each request but the login with the next reply."""

    def __init__(self, *replies: Reply) -> None:
        self.replies, self.requests, self.logins = list(replies), list[httpx.Request](), 0

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/authentication/login":
            self.logins += 1
            return httpx.Response(200, json={"accessToken": f"token{self.logins}"})
        self.requests.append(request)
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    return waited


def client(service: Callable[[httpx.Request], httpx.Response], **options: Any) -> Client:
    return Client(BASE, "key", transport=httpx.MockTransport(service), **options)


def test_logs_in_once_at_the_origin_and_sends_the_token() -> None:
    service = Service(httpx.Response(200, json=["A"]), httpx.Response(200, json=["B"]))
    with client(service, language="es") as one:
        assert [one.get_all_form_ids(), one.get_all_form_ids()] == [["A"], ["B"]]
    assert service.logins == 1
    first = service.requests[0]
    assert str(first.url) == f"{BASE}/getAllFormIds"
    assert (first.headers["authorization"], first.headers["accept-language"]) == ("Bearer token1", "es")


def test_logs_in_again_once_after_a_401() -> None:
    service = Service(httpx.Response(401), httpx.Response(200, json=[]))
    assert client(service).get_all_form_ids() == []
    assert [request.headers["authorization"] for request in service.requests] == ["Bearer token1", "Bearer token2"]
    with pytest.raises(UnauthorizedError):
        client(Service(httpx.Response(401), httpx.Response(401))).get_all_form_ids()


def test_waits_for_retry_after(waits: list[float]) -> None:
    service = Service(problem(429, "RATE_LIMITED", **{"retry-after": "7"}), httpx.Response(200, json=[]))
    client(service).get_all_form_ids()
    assert len(waits) == 1 and 7 <= waits[0] <= 7.25


def test_does_not_wait_for_minutes(waits: list[float]) -> None:
    with pytest.raises(ProblemError):
        client(Service(problem(429, "RATE_LIMITED", **{"retry-after": "3600"}))).get_all_form_ids()
    assert waits == []


def test_gives_up_after_its_retries(waits: list[float]) -> None:
    service = Service(*[problem(503, "OVERLOADED") for _ in range(3)])
    with pytest.raises(ProblemError) as caught:
        client(service).get_all_form_ids()
    assert (caught.value.code, len(service.requests), len(waits)) == ("OVERLOADED", 3, 2)


def test_a_repeated_signature_has_the_same_key_and_the_same_bytes(waits: list[float]) -> None:
    replies: list[Reply] = [httpx.ConnectError("lost"), problem(409, "SIGNATURE_IN_PROGRESS"), httpx.Response(200, json={"pdf": ""})]
    service = Service(*replies)
    client(service, time_zone="America/Chicago").fill_pdf(SIGN)
    keys = {request.headers["idempotency-key"] for request in service.requests}
    assert len(keys) == 1 and len(service.requests) == 3
    assert len({request.content for request in service.requests}) == 1
    assert service.requests[0].headers["timezone"] == "America/Chicago"
    own = Service(httpx.Response(200, json={}))
    client(own).fill_pdf(SIGN, idempotency_key="stored-before-the-crash")
    assert own.requests[0].headers["idempotency-key"] == "stored-before-the-crash"


def test_a_preview_has_no_key() -> None:
    service = Service(httpx.Response(200, json={}))
    client(service).fill_pdf(cast(Any, {"formId": "X", "fields": {}}))
    assert "idempotency-key" not in service.requests[0].headers


def test_errors_have_what_the_service_said_and_nothing_that_was_sent(waits: list[float]) -> None:
    with pytest.raises(RefusedError) as refused:
        client(Service(problem(422, "ANSWERS_REFUSED"))).fill_pdf(cast(Any, {"fields": {"a": "secret"}}))
    assert refused.value.errors[0]["pointer"] == "/fields/a"
    assert "secret" not in str(refused.value)
    with pytest.raises(UnexpectedResponseError):
        client(Service(httpx.Response(500, text="<html>"))).get_all_form_ids()
    with pytest.raises(NetworkError):
        client(Service(*[httpx.ReadTimeout("slow") for _ in range(3)])).get_all_form_ids()


def test_an_id_cannot_leave_its_place_in_the_path() -> None:
    service = Service(httpx.Response(200, json={}))
    client(service).form_information("a/../b")
    assert service.requests[0].url.raw_path == b"/v1/fillPdf/a%2F..%2Fb"
    with pytest.raises(ValueError):
        client(service).form_information("..")


def test_the_asynchronous_client_does_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", wait)
    service = Service(problem(503, "OVERLOADED", **{"retry-after": "2"}), httpx.Response(200, json=["A"]))

    async def ask() -> list[str]:
        async with AsyncClient(BASE, "key", transport=httpx.MockTransport(service)) as one:
            return await one.get_all_form_ids()

    assert asyncio.run(ask()) == ["A"]
    assert len(waited) == 1 and 2 <= waited[0] <= 2.25


def lines(request: httpx.Request, count: int | None = None) -> httpx.Response:
    """Answers up to so many lines of a bulk request."""
    ids = [json.loads(line)["id"] for line in request.content.splitlines()][:count]
    body = "".join(f' {json.dumps({"id": id, "line": 1, "status": 200, "body": {}})}\n' for id in ids)
    return httpx.Response(200, text=body)


def test_bulk_sends_lines_in_parts_and_those_without_a_result_again() -> None:
    sent: list[httpx.Request] = []

    def service(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/authentication/login":
            return httpx.Response(200, json={"accessToken": "token"})
        sent.append(request)
        return lines(request, 2 if len(sent) == 1 else None)

    with client(service, time_zone="America/Chicago") as one:
        results = list(one.bulk("fillPdf", ({"id": id, "formId": "X"} for id in range(150))))
    assert results == [{"id": id, "status": 200, "body": {}} for id in range(150)]
    assert [request.content.count(b"\n") for request in sent] == [100, 98, 50]
    assert str(sent[0].url) == f"{BASE}/bulk/fillPdf"
    wanted = {"content-type": "application/x-ndjson", "accept": "application/x-ndjson", "timezone": "America/Chicago"}
    assert {name: sent[0].headers[name] for name in wanted} == wanted


def test_bulk_gives_a_signature_a_key() -> None:
    service = Service(httpx.Response(200, text='{"id":1,"line":1,"status":200,"body":{}}\n'))
    assert len(list(client(service).bulk("fillPdf", [{"id": 1, "signForm": "SIGN"}]))) == 1
    assert len(json.loads(service.requests[0].content)["idempotencyKey"]) == 36
    with pytest.raises(UnexpectedResponseError):
        list(client(Service(httpx.Response(200, text=""))).bulk("fillPdf", [{"id": 1}]))


def test_bulk_with_await() -> None:
    async def results() -> list[Any]:
        service = Service(httpx.Response(200, text='{"id":1,"line":1,"status":200,"body":{}}\n'))
        async with AsyncClient(BASE, "key", transport=httpx.MockTransport(service)) as one:
            return [result async for result in one.bulk("guided-flows", [{"id": 1}])]

    assert asyncio.run(results()) == [{"id": 1, "status": 200, "body": {}}]
