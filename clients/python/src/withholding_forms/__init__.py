"""Client for the Withholding Forms service."""

from .async_client import AsyncClient
from .client import Client
from .errors import (
    NetworkError,
    ProblemError,
    RefusedError,
    UnauthorizedError,
    UnexpectedResponseError,
    WithholdingFormsError,
)
from .journey import Journey, Problem

__all__ = [
    "AsyncClient",
    "Client",
    "Journey",
    "NetworkError",
    "Problem",
    "ProblemError",
    "RefusedError",
    "UnauthorizedError",
    "UnexpectedResponseError",
    "WithholdingFormsError",
]
