import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import { unpackedFile } from "@withholding-forms/testing/pdf/checks";
import { beforeAll, describe, expect, test } from "vitest";
import { compileTemplate } from "../compile/compile.js";
import { type FillMode, fill } from "../fill/fill.js";
import { drawBlank } from "./draw.js";
import { state } from "./test/state.js";

// veraPDF judges whole files (`npm run judge -- verapdf`). Here is what it needs most, so that a change shows without Java.

const outputs = ["BLANK", "PREVIEW", "SIGN", "SIGN_EXTERNALLY"] as const;

describe.each(outputs)("%s", (output) => {
  let pdf: Uint8Array;
  let document: PDFDocument;
  beforeAll(async () => {
    const layout = { ...state, title: "Form A&B <1>" };
    pdf = await made(await drawBlank(layout), output);
    document = await PDFDocument.load(pdf, { updateMetadata: false });
  });

  test("says that it is PDF/UA-1 and PDF/A-2a, with its title", () => {
    const metadata = document.catalog.lookup(PDFName.of("Metadata")) as PDFRawStream;
    expect(metadata.dict.get(PDFName.of("Subtype"))).toBe(PDFName.of("XML"));
    const text = unpackedFile(pdf);
    expect(text).toContain("<pdfuaid:part>1</pdfuaid:part>");
    expect(text).toContain("<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>");
    expect(text).toContain('<rdf:li xml:lang="x-default">Form A&amp;B &lt;1&gt;</rdf:li>');
  });

  test("embeds every font and names its colors", () => {
    const fonts = dictsOf(document).filter((dict) => dict.get(PDFName.of("Type")) === PDFName.of("Font"));
    expect(fonts.length).toBeGreaterThanOrEqual(2);
    for (const font of fonts) {
      const descriptor = font.lookup(PDFName.of("FontDescriptor"), PDFDict);
      expect(descriptor.lookup(PDFName.of("FontFile2"))).toBeInstanceOf(PDFRawStream);
    }
    const intents = document.catalog.lookup(PDFName.of("OutputIntents"), PDFArray);
    expect(intents.lookup(0, PDFDict).lookup(PDFName.of("DestOutputProfile"))).toBeInstanceOf(PDFRawStream);
  });

  test("gives every field an appearance and a name to be read out", () => {
    const widgets = dictsOf(document).filter(
      (dict) => dict.get(PDFName.of("Subtype")) === PDFName.of("Widget"),
    );
    expect(widgets.length > 0).toBe(output === "BLANK" || output === "SIGN_EXTERNALLY");
    for (const widget of widgets) {
      expect(widget.lookup(PDFName.of("AP"), PDFDict).has(PDFName.of("N"))).toBe(true);
      expect(widget.has(PDFName.of("StructParent"))).toBe(true);
      const field = widget.lookupMaybe(PDFName.of("Parent"), PDFDict) ?? widget;
      expect(field.has(PDFName.of("TU"))).toBe(true);
    }
  });

  test("starts each object on a separate line", () => {
    const text = Buffer.from(pdf).toString("latin1");
    expect(text.match(/\d+ 0 obj(?!\n)/g)).toBeNull();
    expect(text.match(/endstream endobj/g)).toBeNull();
  });
});

async function made(blank: Uint8Array, output: (typeof outputs)[number]): Promise<Uint8Array> {
  if (output === "BLANK") return blank;
  const result = fill(await compileTemplate(blank), { values: {}, mode: output satisfies FillMode });
  if ("problems" in result) throw new Error("refused");
  return result.pdf;
}

function dictsOf(document: PDFDocument): PDFDict[] {
  return document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? [object] : []));
}
