import { PDFDocument } from "@cantoo/pdf-lib";
import { smallBlank } from "@withholding-forms/testing/pdf/blank";
import { faults, popplerText } from "@withholding-forms/testing/pdf/checks";
import { openFields, placedTexts } from "@withholding-forms/testing/pdf/pdfjs";
import { inputFile, tool } from "@withholding-forms/testing/pdf/tools";
import { beforeAll, describe, expect, test } from "vitest";
import { compileTemplate } from "../compile/compile.js";
import { drawBlank } from "../draw/draw.js";
import { state } from "../draw/test/state.js";
import type { Template } from "../template.js";
import { fill } from "./fill.js";

const blanks = [
  ["a drawn, tagged form", () => drawBlank(state)],
  ["an untagged form", () => smallBlank()],
] as const;

describe.each(blanks)("%s for an external signature", (_, draw) => {
  let template: Template;
  let open: Uint8Array;
  beforeAll(async () => {
    template = await compileTemplate(await draw());
    const field = template.slots[0]!.name;
    const result = fill(template, { values: { [field]: "Łukasz" }, mode: "SIGN_EXTERNALLY" });
    if ("problems" in result) throw new Error("refused");
    open = result.pdf;
  });

  test("has exactly the signature and the date as text fields, in qpdf's eyes", () => {
    const json = JSON.parse(
      tool("qpdf", ["--json=1", "--json-key=acroform", inputFile], open).stdout.toString(),
    ) as {
      acroform: { fields: { fullname: string; fieldtype: string; value: unknown }[] };
    };
    expect(
      json.acroform.fields.map(({ fullname, fieldtype, value }) => [fullname, fieldtype, value]),
    ).toEqual([
      ["signatureLine", "/Tx", null],
      ["date", "/Tx", null],
    ]);
  });

  test("can be filled and flattened by another library", async () => {
    const document = await PDFDocument.load(open);
    const form = document.getForm();
    expect(form.getFields().map((field) => field.getName())).toEqual(["signatureLine", "date"]);
    form.getTextField("signatureLine").setText("Signed elsewhere");
    form.getTextField("date").setText("12/01/2026");
    form.flatten();
    const signed = await document.save();
    expect(faults(signed)).toBe("");
    const texts = await placedTexts(signed);
    for (const [name, value] of [
      ["signatureLine", "Signed elsewhere"],
      ["date", "12/01/2026"],
    ] as const) {
      const { rect } = template.slots.find((slot) => slot.name === name)!;
      const text = texts.find((placed) => placed.text === value)!;
      expect(text.x).toBeGreaterThanOrEqual(rect.x);
      expect(text.x + text.width).toBeLessThanOrEqual(rect.x + rect.width);
      expect(text.y).toBeGreaterThanOrEqual(rect.y);
      expect(text.y).toBeLessThanOrEqual(rect.y + rect.height);
    }
  });

  test("can be filled by a tool that appends to the file, as signing tools do", async () => {
    const document = await PDFDocument.load(open, { forIncrementalUpdate: true });
    document.getForm().getTextField("date").setText("12/01/2026");
    const appended = await document.commit();
    expect(Buffer.compare(appended.subarray(0, open.length), open)).toBe(0);
    expect(faults(appended)).toBe("");
    expect(await openFields(appended)).toEqual([
      { name: "signatureLine", value: "" },
      { name: "date", value: "12/01/2026" },
    ]);
  });

  test("prints everything else", () => {
    expect(popplerText(open)).toContain("Łukasz");
  });
});

test("one field in two places is one field with two boxes", async () => {
  const template = await compileTemplate(await smallBlank(), {
    add: [
      { name: "initials", page: 0, rect: { x: 50, y: 200, width: 60, height: 16 }, role: "signature" },
      { name: "initials", page: 0, rect: { x: 50, y: 240, width: 60, height: 16 }, role: "signature" },
    ],
  });
  const result = fill(template, { values: {}, mode: "SIGN_EXTERNALLY" });
  if ("problems" in result) throw new Error("refused");
  expect(faults(result.pdf)).toBe("");
  const form = (await PDFDocument.load(result.pdf)).getForm();
  expect(form.getTextField("initials").acroField.getWidgets()).toHaveLength(2);
  const signed = fill(template, { values: { initials: "ZL" }, mode: "SIGN" });
  if ("problems" in signed) throw new Error("refused");
  expect(popplerText(signed.pdf).match(/ZL/g)).toHaveLength(2);
});
