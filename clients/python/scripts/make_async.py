"""Makes async_client.py from client.py: python scripts/make_async.py > src/withholding_forms/async_client.py"""

import re
from pathlib import Path

CLIENT = Path(__file__).parent.parent / "src/withholding_forms/client.py"
CHANGES = [
    (r'"""A method per endpoint', '"""Made from client.py by scripts/make_async.py; do not edit. A method per endpoint'),
    (r"class Client:\n    \"\"\".*?\"\"\"", 'class AsyncClient:\n    """`Client` with `await`. To close it, `await client.close()`."""'),
    (r"import time\n", "import asyncio\n"),
    (r"import Iterable, Iterator", "import AsyncIterator, Iterable"),
    (r"-> Iterator", "-> AsyncIterator"),
    (r"time\.sleep", "await asyncio.sleep"),
    (r"httpx\.(BaseTransport|Client\b)", r"httpx.Async\1"),
    (r"    def __(enter|exit)__", r"    async def __a\1__"),
    (r"\n    def (?!__init__)", "\n    async def "),
    (r"self\._http\.close\(", "await self._http.aclose("),
    (r"(?<!await )self\.(close|_run|_call|advance|form_information)\(", r"await self.\1("),
    (r"(?<!await )self\._http\.send\(", "await self._http.send("),
]


def made() -> str:
    text = CLIENT.read_text(encoding="utf8")
    for pattern, replacement in CHANGES:
        text = re.sub(pattern, replacement, text, flags=re.DOTALL)
    return text


if __name__ == "__main__":
    print(made(), end="")
