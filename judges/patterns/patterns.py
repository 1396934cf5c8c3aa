"""Reads lines of Base64 words: a pattern and strings. Writes a line of 0 and 1 for each."""

import base64
import re
import sys

for line in sys.stdin:
    pattern, *strings = (base64.b64decode(word[1:]).decode("utf-8") for word in line.split())
    compiled = re.compile(pattern)
    print("".join("1" if compiled.fullmatch(text) else "0" for text in strings))
