"""Files that scripts make are current."""

import runpy
from pathlib import Path

PACKAGE = Path(__file__).parent.parent


def test_async_client_is_made_from_client() -> None:
    made = runpy.run_path(str(PACKAGE / "scripts/make_async.py"))["made"]()
    assert (PACKAGE / "src/withholding_forms/async_client.py").read_text(encoding="utf8") == made
