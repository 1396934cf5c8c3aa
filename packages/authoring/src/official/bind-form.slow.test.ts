import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PDFDict, PDFDocument, PDFHexString, PDFName, StandardFonts } from "@cantoo/pdf-lib";
import { drawBlank } from "@withholding-forms/pdf/build";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileContent } from "../compile/compile.js";
import { bindForm } from "./bind-form.js";

// Our own drawing stands in for the agency's file: fields with meaningless names, without text for screen readers.

const root = mkdtempSync(join(tmpdir(), "bind-form-"));
afterAll(() => rmSync(root, { recursive: true }));
const content = join(root, "content");
const page = join(root, "page.html");
const binding = join(content, "us/TS/TS101/2025.1.0/official.yaml");
let file: Uint8Array;

beforeAll(async () => {
  cpSync(fileURLToPath(new URL("../check/test/base", import.meta.url)), content, { recursive: true });
  const compiled = compileContent(content, () => {});
  const parts = compiled!.forms.find(({ form }) => form.id === "TS101" && form.version === "2025.1.0")!;
  file = await withoutNames(await drawBlank(parts.layout));
});

async function withoutNames(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf);
  document
    .getForm()
    .getFields()
    .forEach((field, index) => {
      const { dict } = field.acroField;
      dict.set(PDFName.of("T"), PDFHexString.fromText(`f${index + 1}`));
      for (const key of ["TU", "WFRole"]) dict.delete(PDFName.of(key));
      if (!(dict instanceof PDFDict)) throw new Error("no field");
    });
  return document.save();
}

const bind = (): ReturnType<typeof bindForm> =>
  bindForm(content, { formId: "TS101", version: "2025.1.0", file, page });

test("finds every box of a page by its text and its neighbors", async () => {
  const result = await bind();
  expect(result).toMatchObject({ formId: "TS101", version: "2025.1.0", fields: 11, kept: 0, leftOver: [] });
  const lines = readFileSync(binding, "utf8").split("\n");
  const values = lines.flatMap((line) => /^ {2}f\d+: (.*?)(?: # TODO.*)?$/.exec(line)?.[1] ?? []);
  expect(values).toEqual([
    "employee.firstName",
    "employee.lastName",
    "employee.socialSecurityNumber",
    'status == "SINGLE"',
    'status == "MARRIED"',
    "whole(children)",
    "dollars(allowance)",
    "dollars(extra)",
    // An employee who chooses it may not use the form; and agencies' files have no field for a signature, unlike our
    // drawing.
    '"No answer of a completed form prints here: Alien"',
    '"Nothing on our page is like it: I swear that it is true. Sign here"',
  ]);
  expect(lines.filter((line) => line.startsWith("  date: {field:"))).toHaveLength(1);
});

test("fixed wording is copied from the version that has it, as far as the file has it, too", async () => {
  const yaml = readFileSync(binding, "utf8");
  expect(yaml).toContain(
    [
      "wording:",
      "  # TODO check each passage: taken over from 2026.1.0",
      "  - {page: 1, from: I swear, to: is true., into: [perjury.standard, QS3.note]}",
      "",
    ].join("\n"),
  );
  rmSync(binding);
  rmSync(page);
  const { wording } = await bind();
  expect(wording).toEqual({ from: "2026.1.0", carried: 1, lost: ["What is", "Single person"] });
  // A person's own wording stays as it is.
  writeFileSync(binding, readFileSync(binding, "utf8").replace("to: is true.", "to: it is true."));
  expect((await bind()).wording).toBeUndefined();
  expect(readFileSync(binding, "utf8")).toContain("to: it is true.");
});

test("a social security number in three fields is divided", async () => {
  const document = await PDFDocument.create();
  const sheet = document.addPage([612, 792]);
  const font = document.embedStandardFont(StandardFonts.Helvetica);
  const at = { y: 700, height: 16, borderWidth: 0, font };
  sheet.drawText("Social security number", { x: 40, y: 720, size: 9, font });
  for (const [name, x, digits] of [
    ["a", 40, 3],
    ["b", 90, 2],
    ["c", 130, 4],
  ] as const) {
    const field = document.getForm().createTextField(name);
    field.addToPage(sheet, { ...at, x, width: digits * 14 });
    field.setMaxLength(digits);
    field.enableCombing();
  }
  sheet.drawText("Last name", { x: 300, y: 720, size: 9, font });
  document
    .getForm()
    .createTextField("d")
    .addToPage(sheet, { ...at, x: 300, width: 120 });
  const divided = join(root, "divided.html");
  rmSync(binding);
  await bindForm(content, {
    formId: "TS101",
    version: "2025.1.0",
    file: await document.save(),
    page: divided,
  });
  const lines = readFileSync(binding, "utf8").split("\n");
  expect(lines.flatMap((line) => /^ {2}([abcd]: .*?)(?: # TODO.*)?$/.exec(line)?.[1] ?? [])).toEqual([
    'a: part("-", employee.socialSecurityNumber, 1)',
    'b: part("-", employee.socialSecurityNumber, 2)',
    'c: part("-", employee.socialSecurityNumber, 3)',
    "d: employee.lastName",
  ]);
  rmSync(binding);
  await bind();
});

test("the page shows every field, is a single file, and has a name for every box", () => {
  const html = readFileSync(page, "utf8");
  expect(html.match(/<a class="box /g)).toHaveLength(11);
  expect(html.match(/<a class="box [^>]*aria-label="[^"]+"/g)).toHaveLength(11);
  expect(html).toContain('<img src="data:image/png;base64,iVBOR');
  expect(html.replace(/<script type="application\/json"[\s\S]*?<\/script>/, "")).not.toMatch(
    /<script|<link|src="(?!data:)|url\(/,
  );
  expect(html).toContain('<html lang="en">');
  expect([...html.matchAll(/<img (?![^>]*alt="[^"]+")/g)]).toEqual([]);
});

test("a person's change stays when it runs again", async () => {
  writeFileSync(binding, readFileSync(binding, "utf8").replace("employee.firstName", "employee.fullName"));
  const result = await bind();
  expect(result.kept).toBe(1);
  expect(readFileSync(binding, "utf8")).toContain(": employee.fullName");
  // And also the time after that, when the page remembers only what was proposed.
  expect((await bind()).kept).toBe(1);
  expect(readFileSync(page, "utf8")).toContain('class="box kept"');
});

test.each([
  ["ZZ999", "2025.1.0", "there is no form ZZ999"],
  ["TS101", "1999.1.0", "TS101 has no version 1999.1.0: use one of"],
])("rejects %s %s", async (formId, version, reason) => {
  await expect(bindForm(content, { formId, version, file, page })).rejects.toThrow(reason);
});

test("rejects a file without fields", async () => {
  const empty = await PDFDocument.create();
  empty.addPage();
  const bare = await empty.save();
  await expect(bindForm(content, { formId: "TS101", file: bare, page })).rejects.toThrow(
    "the file has no fields",
  );
});
