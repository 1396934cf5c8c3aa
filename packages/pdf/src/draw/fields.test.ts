import { PDFDict, PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { tool } from "@withholding-forms/testing/pdf/tools";
import { describe, expect, test } from "vitest";
import { drawnFields } from "../drawing.js";
import type { Field, FormLayout } from "../layout.js";
import { drawBlank } from "./draw.js";
import { amount, check, text } from "./test/fields.js";
import { state } from "./test/state.js";

describe("a field", () => {
  test("can be typed into in the font of the form", async () => {
    const document = await PDFDocument.load(await drawBlank(state));
    const acroForm = document.catalog.lookup(PDFName.of("AcroForm"), PDFDict);
    const fonts = acroForm.lookup(PDFName.of("DR"), PDFDict).lookup(PDFName.of("Font"), PDFDict);
    expect(String(fonts.lookup(PDFName.of("Arimo"), PDFDict).get(PDFName.of("BaseFont")))).toBe("/Arimo");
    expect(document.getForm().getTextField("firstName").acroField.getDefaultAppearance()).toBe(
      "/Arimo 10 Tf 0 g",
    );
  });

  test("that is in two places is one field with two widgets", async () => {
    const document = await PDFDocument.load(
      await drawBlank(small({ field: amount("total", "Total") }, { field: amount("total", "Total") })),
    );
    expect(
      document
        .getForm()
        .getFields()
        .map((field) => field.acroField.getWidgets().length),
    ).toEqual([2]);
  });

  test("cannot be of two kinds", async () => {
    const layout = small({ field: amount("total", "Total") }, { field: check("total", "Total") });
    const message = 'The field "total" is drawn twice, as different kinds.';
    await expect(drawBlank(layout)).rejects.toThrow(message);
    expect(() => drawnFields(layout)).toThrow(message);
  });

  test("with cells must say how many", async () => {
    const layout = small({ field: { name: "code", kind: "comb", tooltip: "Code" } });
    await expect(drawBlank(layout)).rejects.toThrow(
      'The comb field "code" does not say how many cells it has.',
    );
  });

  test("cannot have a name that viewers take for a path", async () => {
    const layout = small({ field: text("a.b", "A") });
    const message = '"a.b" cannot be the name of a field.';
    await expect(drawBlank(layout)).rejects.toThrow(message);
    expect(() => drawnFields(layout)).toThrow(message);
  });
});

test("a check box shows its mark only when it is on", async () => {
  const document = await PDFDocument.load(await drawBlank(small({ field: check("box", "Box") })));
  const blank = ink(await document.save());
  document.getForm().getCheckBox("box").check();
  // Our own appearance is on trial, so pdf-lib must not draw another.
  expect(ink(await document.save({ updateFieldAppearances: false }))).toBeGreaterThan(blank + 5);
});

/** A form of a few numbered lines. */
function small(...lines: { readonly field: Field }[]): FormLayout {
  return {
    ...state,
    blocks: lines.map(({ field }, index) => ({
      kind: "line",
      number: String(index + 1),
      text: "Line",
      field,
    })),
  };
}

/** How many pixels of the first page are dark. */
function ink(bytes: Uint8Array): number {
  const image = tool("pdftoppm", ["-r", "72", "-gray", "-f", "1", "-l", "1", "-"], bytes).stdout;
  return image.subarray(15).filter((value) => value < 128).length;
}
