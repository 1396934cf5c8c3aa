import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PDFDocument } from "@cantoo/pdf-lib";
import { compileContent } from "@withholding-forms/authoring";
import { drawBlank } from "@withholding-forms/pdf/build";
import { smallForm } from "@withholding-forms/testing/pdf/small-form";
import { inputFile, tool } from "@withholding-forms/testing/pdf/tools";
import { newFile, newFolder, run } from "@withholding-forms/testing/service/command";
import { beforeAll, expect, test } from "vitest";

// `bind`, `compare` and `audit` on the checker's content and on small files of our own that stand in for the agency's.

const base = fileURLToPath(new URL("../../../authoring/src/check/test/base", import.meta.url));
const official = "us/TS/TS101/2025.1.0/official.yaml";
const env = { DATA_DIR: newFolder() };
let older: string;
let newer: string;

const form = (allowance: string): Promise<Uint8Array> =>
  smallForm([
    { text: "Last name", field: "f1" },
    { text: `Allowance of ${allowance} for each child`, field: "f2" },
    { text: "Signature" },
    { text: "Date" },
  ]);

function newContent(): string {
  const folder = newFolder();
  cpSync(base, folder, { recursive: true });
  return folder;
}

beforeAll(async () => {
  older = newFile("older.pdf", await form("$600"));
  newer = newFile("newer.pdf", await form("$650"));
});

test("bind writes the binding and the page, and says what there is to check", async () => {
  const [content, page] = [newContent(), join(newFolder(), "review.html")];
  const args = [
    "official",
    "bind",
    "TS101",
    older,
    "--version",
    "2025.1.0",
    "--content",
    content,
    "--page",
    page,
  ];
  const { code, stdout, stderr } = await run(args, "", env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^TS101 2025\.1\.0: 2 fields, \d sure, \d to check, 0 yours$/m);
  expect(stdout).toMatch(/^on our page, but not in the file: First name$/m);
  expect(stdout).toContain("fixed wording: 0 passages taken over from 2026.1.0, 3 not found\n");
  expect(stdout).toContain("fixed wording, not in the file: I swear\n");
  expect(stdout).toContain(`Look at ${page}\nCorrect ${join(content, official)}\n`);
  expect(readFileSync(join(content, official), "utf8")).toContain("  f1: employee.lastName");
  expect(readFileSync(page, "utf8")).toContain("<!doctype html>");
  const json = JSON.parse((await run([...args, "--json"], "", env)).stdout);
  expect(json).toMatchObject({ formId: "TS101", version: "2025.1.0", fields: 2, binding: official, page });
});

test("compare lists the changes, and writes a page", async () => {
  const page = join(newFolder(), "changes.html");
  const args = ["official", "compare", older, newer];
  const { code, stdout, stderr } = await run([...args, "--page", page], "", env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n").slice(0, 2)).toEqual([
    "1 of 4 lines changed; 1 passages, 0 fields.",
    "page 1: Last name Allowance of [-$600-] {+$650+} for each child Signature Date",
  ]);
  expect(readFileSync(page, "utf8")).toContain("<h1>older.pdf and newer.pdf</h1>");
});

test("what an agency's file says cannot control the terminal", async () => {
  const hostile = newFile(
    "hostile.pdf",
    await smallForm([
      { text: "Last name", field: "f1" },
      { text: "First name", field: "f3\u001b]0;title\u0007\u009b31m\u202e" },
    ]),
  );
  const args = ["official", "compare", older, hostile];
  const { code, stdout } = await run(args, "", env);
  expect(code).toBe(0);
  expect(stdout).toContain("f3\\u001b]0;title\\u0007\\u009b31m\\u202e");
  expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  const json = (await run([...args, "--json"], "", env)).stdout;
  expect(json).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  expect(JSON.stringify(JSON.parse(json))).toContain("\u202e");
});

test.each([
  [["bind", "ZZ999"], "there is no form ZZ999."],
  [["bind", "TS101", "--version", "1999.1.0"], "TS101 has no version 1999.1.0: use one of"],
])("%j ends with one line", async ([command = "", ...rest], reason) => {
  const { code, stdout, stderr } = await run(
    ["official", command, rest[0] ?? "", older, ...rest.slice(1), "--content", newContent()],
    "",
    env,
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(`withholding-forms: ${reason}`);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("a folder without content, and a file that is no PDF, end with one line", async () => {
  const text = newFile("form.pdf", "<!doctype html>");
  const ended = await Promise.all([
    run(["official", "bind", "TS101", older, "--content", newFolder()], "", env),
    run(["official", "bind", "TS101", text, "--content", newContent()], "", env),
  ]);
  expect(ended.map(({ code }) => code)).toEqual([1, 1]);
  expect(ended.map(({ stderr }) => stderr)).toEqual([
    expect.stringMatching(/^withholding-forms: \S+ is not a content folder: it has no answers\.yaml\.\n$/),
    `withholding-forms: ${text} is not a PDF.\n`,
  ]);
});

/** Our own drawing of TS101 2026.1.0 with the figures that it uses, as the agency's file. */
async function printOf(content: string): Promise<Uint8Array> {
  rmSync(join(content, "us/TS/TS101/2026.1.0/official.yaml"));
  const forms = compileContent(content, () => {})?.forms ?? [];
  const parts = forms.find(({ form }) => form.id === "TS101" && form.version === "2026.1.0");
  const document = await PDFDocument.load(await drawBlank(parts!.layout));
  const text = "Each child has an allowance of $600, students 7.5% of it, until February 16, 2027.";
  document.getPage(0).drawText(text, { x: 40, y: 60, size: 9 });
  return document.save();
}

test("audit lists what differs with its place on both sides, and writes a page", async () => {
  const [content, page] = [newContent(), join(newFolder(), "audit.html")];
  const file = newFile("print.pdf", await printOf(content));
  const audit = (...args: string[]): ReturnType<typeof run> =>
    run(["official", "audit", "TS101", file, "--content", content, ...args], "", env);
  const same = await audit();
  expect({ code: same.code, stderr: same.stderr }).toEqual({ code: 0, stderr: "" });
  expect(same.stdout).toMatch(/^TS101 2026\.1\.0: \d+ agree, 0 differ, \d+ only on one side$/m);
  const figures = join(content, "us/TS/figures/2026.yaml");
  writeFileSync(figures, readFileSync(figures, "utf8").replace("amount: 600,", "amount: 650,"));
  const other = await audit("--page", page);
  expect(other.code).toBe(2);
  expect(other.stdout).toMatch(
    /^DIFFERS figure: ours allowance \$650 \(us\/TS\/figures\/2026\.yaml:\d+\), theirs \$600, page 1: /m,
  );
  const html = readFileSync(page, "utf8");
  expect(html).toContain("<h1>TS101 2026.1.0: the agency's file and ours</h1>");
  expect(html.match(/<img src="data:image\/png/g)).toHaveLength(2);
  expect(html).not.toMatch(/<script|<link/);
  const json = JSON.parse((await audit("--json")).stdout);
  expect(json).toMatchObject({ formId: "TS101", version: "2026.1.0", count: { DIFFERS: 1 } });
  expect(json.findings).toContainEqual(
    expect.objectContaining({ about: "figure", weight: "DIFFERS", ours: "allowance $650", theirs: "$600" }),
  );
});

test("a file that audit cannot judge ends with one line", async () => {
  const content = newContent();
  const print = await printOf(content);
  const locked = tool("qpdf", ["--encrypt", "secret", "owner", "256", "--", inputFile, "-"], print).stdout;
  const scan = await smallForm([]);
  const files: readonly (readonly [Uint8Array | string, string])[] = [
    [locked, "The file is encrypted and cannot be opened without a password."],
    [scan, "the file has no text, such as a scan: look for the agency's own PDF."],
    ["%PDF-1.7 and nothing else", "the file is damaged: it cannot be read as a PDF."],
    [await smallForm(otherLines), "the file is not a print of TS101 (T-1)"],
    [Buffer.alloc(20_000_001, "%PDF-1.7 "), "is larger than 20 MB."],
  ];
  for (const [bytes, reason] of files) {
    const file = newFile("hostile.pdf", bytes);
    const { code, stdout, stderr } = await run(
      ["official", "audit", "TS101", file, "--content", content],
      "",
      env,
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(reason);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  }
});

const otherLines = Array.from({ length: 12 }, (_, index) => ({
  text: `${index + 1} Enter the gallons of fuel that the vessel carried in month ${index + 1}`,
}));
