import { createHash } from "node:crypto";
import {
  PDFContext,
  type PDFDict,
  PDFHexString,
  PDFName,
  type PDFRef,
  PDFStreamWriter,
  PDFString,
} from "@cantoo/pdf-lib";
import type { FormLayout } from "../layout.js";
import { fieldObjects } from "./fields.js";
import type { Page, Tag } from "./ink.js";
import { textString } from "./strings.js";
import { structure } from "./structure.js";
import { sheet } from "./theme.js";

/** The finished file: pages, fields, structure tree and document properties, always in the same order. */
export async function write(layout: FormLayout, pages: readonly Page[], document: Tag): Promise<Uint8Array> {
  const context = PDFContext.create();
  const catalog = context.nextRef();
  const tree = context.nextRef();
  const fonts = fontObjects(context);
  const pageRefs = pages.map(() => context.nextRef());
  const { fields, widgets } = fieldObjects(context, pages, pageRefs);
  const root = structure(context, document, pages, pageRefs, widgets);

  const resources = context.register(context.obj({ Font: { R: fonts.regular, B: fonts.bold } }));
  for (const [index, page] of pages.entries()) {
    const content = context.register(context.flateStream(contentOf(page)));
    const annotations = page.widgets.map(({ widget }) => widgets.get(widget)!);
    context.assign(
      pageRefs[index]!,
      context.obj({
        Type: "Page",
        Parent: tree,
        MediaBox: [0, 0, sheet.width, sheet.height],
        Resources: resources,
        Contents: content,
        StructParents: index,
        Tabs: "S",
        ...(annotations.length > 0 ? { Annots: annotations } : {}),
      }),
    );
  }
  context.assign(tree, context.obj({ Type: "Pages", Kids: pageRefs, Count: pageRefs.length }));
  context.assign(
    catalog,
    context.obj({
      Type: "Catalog",
      Pages: tree,
      Lang: PDFString.of(layout.language === "fr" ? "fr-CA" : layout.language === "es" ? "es-US" : "en-US"),
      MarkInfo: { Marked: true },
      StructTreeRoot: root,
      ViewerPreferences: { DisplayDocTitle: true },
      AcroForm: {
        Fields: fields,
        DA: PDFString.of("/Helv 0 Tf 0 g"),
        DR: { Font: { Helv: fonts.regular, ZaDb: fonts.marks } },
      },
    }),
  );
  const info = context.register(
    context.obj({ Title: textString(layout.title), Producer: PDFString.of("Withholding Forms") }),
  );
  context.trailerInfo.Root = catalog;
  context.trailerInfo.Info = info;
  // The identifier is made of what the file says, so that a rebuilt blank is the same file.
  const id = PDFHexString.of(createHash("sha256").update(JSON.stringify(layout)).digest("hex").slice(0, 32));
  context.trailerInfo.ID = context.obj([id, id]);
  return PDFStreamWriter.forContext(context, Number.POSITIVE_INFINITY, true, 400).serializeToBuffer();
}

interface FontRefs {
  readonly regular: PDFRef;
  readonly bold: PDFRef;
  readonly marks: PDFRef;
}

function fontObjects(context: PDFContext): FontRefs {
  const font = (name: string, encoding?: string): PDFDict =>
    context.obj({
      Type: "Font",
      Subtype: "Type1",
      BaseFont: PDFName.of(name),
      ...(encoding === undefined ? {} : { Encoding: PDFName.of(encoding) }),
    });
  return {
    regular: context.register(font("Helvetica", "WinAnsiEncoding")),
    bold: context.register(font("Helvetica-Bold", "WinAnsiEncoding")),
    marks: context.register(font("ZapfDingbats")),
  };
}

/** Shades first and words last, so that no shade ever covers a rule or a word. */
function contentOf(page: Page): Uint8Array {
  const shapes = ["/Artifact BMC", ...page.shades, "0 g", ...page.shapes, "EMC"];
  return Buffer.from([...shapes, ...page.words].join("\n"), "latin1");
}
