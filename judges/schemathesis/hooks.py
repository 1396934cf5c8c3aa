"""Values of formats that schemathesis does not know."""

import schemathesis
from hypothesis import strategies

zones = ["UTC", "America/New_York", "America/Chicago", "America/Los_Angeles", "America/St_Johns", "Pacific/Guam"]
schemathesis.openapi.format("iana-time-zone", strategies.sampled_from(zones))
