"""Writes types.py from the OpenAPI description: python scripts/make_types.py openapi.json > src/withholding_forms/types.py"""

import json
import keyword
import sys
from typing import Any

SIMPLE = {"string": "str", "boolean": "bool", "integer": "int", "number": "float"}
Schema = dict[str, Any]


def python_type(schema: Schema) -> str:
    if "$ref" in schema:
        found: str = schema["$ref"].rsplit("/", 1)[1]
    elif several := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
        found = " | ".join(dict.fromkeys(python_type(one) for one in several))
    elif schema.get("enum"):
        found = f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
    elif schema.get("type") == "array":
        found = f"list[{python_type(schema['items'])}]"
    elif isinstance(schema.get("additionalProperties"), dict):
        found = f"dict[str, {python_type(schema['additionalProperties'])}]"
    elif schema.get("type") == "object":
        found = "dict[str, Any]"
    else:
        found = SIMPLE.get(schema.get("type", ""), "Any")
    return f"{found} | None" if schema.get("nullable") else found


def typed_dict(name: str, schema: Schema, inner: list[str]) -> list[str]:
    """The lines of one class. Objects that are written out inside it become classes of their own, before it."""
    members = {}
    for member, part in schema["properties"].items():
        element = part["items"] if part.get("type") == "array" else part
        kind = python_type(part)
        if "properties" in element:
            own = f"{name}{member[0].upper()}{member[1:]}"
            inner += typed_dict(own, element, inner)
            kind = f"list[{own}]" if element is not part else own
        members[member] = kind if member in schema.get("required", []) else f"NotRequired[{kind}]"
    if any(map(keyword.iskeyword, members)):
        return [f"{name} = TypedDict({name!r}, {members!r})", "", ""]
    lines = [f"class {name}(TypedDict):"]
    if description := schema.get("description"):
        text = description.replace("\\", "\\\\")
        lines.append(f'    """{text}"""\n')
    return [*lines, *(f"    {member}: {kind}" for member, kind in members.items()), "", ""]


def module(schemas: dict[str, Schema]) -> str:
    lines = [
        '"""Types of requests and responses. Made from the OpenAPI description by scripts/make_types.py; do not edit."""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict",
        "",
        "",
    ]
    aliases = []
    for name, schema in schemas.items():
        if "properties" in schema:
            inner: list[str] = []
            own = typed_dict(name, schema, inner)
            lines += [*inner, *own]
        else:
            # In quotation marks, because it can name what follows.
            aliases.append(f'{name}: TypeAlias = "{python_type(schema)}"')
    return "\n".join([*lines, *aliases]) + "\n"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf8") as file:
        print(module(json.load(file)["components"]["schemas"]), end="")
