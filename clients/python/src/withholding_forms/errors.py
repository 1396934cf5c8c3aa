"""What can go wrong. No message has anything that was sent or received, apart from codes of the service."""

from __future__ import annotations

from .types import FieldError


class WithholdingFormsError(Exception):
    """Base class of all errors below."""


class NetworkError(WithholdingFormsError):
    """No connection, or no response in time."""


class UnauthorizedError(WithholdingFormsError):
    """The API key or the token was rejected."""


class UnexpectedResponseError(WithholdingFormsError):
    """The response did not come from the service, for example from a proxy."""

    def __init__(self, operation: str, status: int) -> None:
        super().__init__(f"{operation}: {status} without a problem document")
        self.status = status


class ProblemError(WithholdingFormsError):
    """The service returned a problem document."""

    def __init__(self, operation: str, status: int, code: str, request_id: str, errors: list[FieldError]) -> None:
        super().__init__(f"{operation}: {status} {code} (request {request_id})")
        self.status = status
        self.code = code
        self.request_id = request_id
        self.errors = errors


class RefusedError(ProblemError):
    """422: `errors` has every problem with its pointer and a message for the employee."""
