"""Formats and media types that schemathesis does not know."""

import json
from typing import Any

import schemathesis
from hypothesis import strategies

zones = ["UTC", "America/New_York", "America/Chicago", "America/Los_Angeles", "America/St_Johns", "Pacific/Guam"]
schemathesis.openapi.format("iana-time-zone", strategies.sampled_from(zones))


@schemathesis.serializer("application/x-ndjson")
def lines(_context: Any, value: Any) -> bytes:
    return (value if isinstance(value, str) else json.dumps(value)).encode("utf8", "surrogatepass")
