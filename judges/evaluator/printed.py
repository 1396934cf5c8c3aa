"""What a completed PDF prints in the fields of the blank form. qpdf says where the fields are, MuPDF what is printed there."""
import json
import re
import subprocess
import tempfile

CHAR = re.compile(r'<char quad="[^"]*" x="([^"]+)" y="([^"]+)"[^>]* c="([^"]*)"')
PAGE = re.compile(r"<page ")


def fields_of(blank):
    """Name, page, and rectangle of each field, from the top left corner of the page."""
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(blank)
        file.flush()
        report = json.loads(run("qpdf", "--json", "--json-stream-data=none", file.name))
    objects = report["qpdf"][1]
    height = {page["pageposfrom1"]: box_of(objects, page["object"])[3] for page in report["pages"]}
    fields = {}
    for field in report["acroform"]["fields"]:
        if field["fieldtype"] != "/Tx":
            continue
        page = field["pageposfrom1"]
        widget = objects[f"obj:{field['annotation']['object']}"]["value"]
        left, bottom, right, top = widget["/Rect"]
        fields.setdefault(field["fullname"][2:] if field["fullname"].startswith("u:") else field["fullname"], []).append(
            (page, left, height[page] - top, right, height[page] - bottom))
    return fields


def box_of(objects, reference):
    node = objects[f"obj:{reference}"]["value"]
    while "/MediaBox" not in node:
        node = objects[f"obj:{node['/Parent']}"]["value"]
    box = node["/MediaBox"]
    return objects[f"obj:{box}"]["value"] if isinstance(box, str) else box


def texts_in(pdf, fields, folder):
    """The characters printed in each field, without spaces."""
    path = f"{folder}/filled.pdf"
    with open(path, "wb") as file:
        file.write(pdf)
    pages = sorted({page for places in fields.values() for page, *_ in places})
    if not pages:
        return {}
    output = run("mutool", "draw", "-q", "-F", "stext", "-o", "-", path, ",".join(map(str, pages)))
    chars = {}
    for page, text in zip(pages, PAGE.split(output)[1:], strict=True):
        chars[page] = [(float(x), float(y), plain(c)) for x, y, c in CHAR.findall(text)]
    return {name: [inside(chars[page], *box) for page, *box in places] for name, places in fields.items()}


def inside(chars, left, top, right, bottom):
    """`x` and `y` are where a character starts on its baseline."""
    return "".join(c for x, y, c in chars if left - 1 <= x < right and top < y <= bottom + 1 and not c.isspace())


def plain(char):
    named = {"&quot;": '"', "&amp;": "&", "&lt;": "<", "&gt;": ">", "&apos;": "'"}
    if char.startswith("&#x"):
        return chr(int(char[3:-1], 16))
    return named.get(char, char)


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, encoding="utf8", errors="replace").stdout
