import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { PDFContext, PDFRef, PDFString } from "@cantoo/pdf-lib";
import { differences, writeReady } from "../compile/ready.js";
import { openingObjects, openings } from "../font/opening.js";
import type { FormLayout } from "../layout.js";
import { tableEntries } from "../references.js";
import { textString } from "../text-string.js";
import { fieldObjects } from "./fields.js";
import type { Page, Tag } from "./ink.js";
import { languageTags, metadataOf, producer } from "./metadata.js";
import { structure } from "./structure.js";
import { sheet } from "./theme.js";

/** The finished file: pages, fields, structure tree and document properties, always in the same order. */
export async function write(layout: FormLayout, pages: readonly Page[], document: Tag): Promise<Uint8Array> {
  const context = PDFContext.create();
  // Numbers of the objects that every file starts with are taken.
  for (const _ of openings.drawn.offsets) context.nextRef();
  const catalog = context.nextRef();
  const tree = context.nextRef();
  const pageRefs = pages.map(() => context.nextRef());
  const { fields, widgets } = fieldObjects(context, pages, pageRefs);
  const root = structure(context, document, pages, pageRefs, widgets);

  const resources = context.register(context.obj({ Font: { R: fontRefs.regular, B: fontRefs.bold } }));
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
      Lang: PDFString.of(languageTags[layout.language]),
      Metadata: context.register(
        context.stream(Buffer.from(metadataOf(layout), "utf8"), { Type: "Metadata", Subtype: "XML" }),
      ),
      OutputIntents: [
        {
          Type: "OutputIntent",
          S: "GTS_PDFA1",
          OutputConditionIdentifier: PDFString.of("sRGB"),
          Info: PDFString.of("sRGB"),
          DestOutputProfile: PDFRef.of(openingObjects.profile),
        },
      ],
      MarkInfo: { Marked: true },
      StructTreeRoot: root,
      ViewerPreferences: { DisplayDocTitle: true },
      AcroForm: {
        Fields: fields,
        DA: PDFString.of("/Arimo 0 Tf 0 g"),
        DR: { Font: { Arimo: fontRefs.regular } },
      },
    }),
  );
  const info = context.register(
    context.obj({ Title: textString(layout.title), Producer: PDFString.of(producer) }),
  );
  // The identifier is made of what the file says, so that a rebuilt blank is the same file.
  const id = createHash("sha256").update(JSON.stringify(layout)).digest("hex").slice(0, 32).toUpperCase();
  return fileOf(context, catalog, info, id);
}

const fontRefs = { regular: PDFRef.of(openingObjects.regular), bold: PDFRef.of(openingObjects.bold) };

/** The opening, all objects, and the table that says where each of them starts. */
function fileOf(context: PDFContext, catalog: PDFRef, info: PDFRef, id: string): Uint8Array {
  const written = writeReady(context, {
    opening: "drawn",
    opened: new Map(Object.values(openingObjects).map((number) => [PDFRef.of(number), number])),
    roots: [info, catalog],
    variable: [],
    plain: new Set(),
  });
  const { bytes: opening } = openings.drawn;
  const start = opening.length + written.ready.length;
  const number = written.constants + 1;
  const own = Buffer.from([1, start >>> 16, start >>> 8, start, 0]);
  const table = deflateSync(differences(Buffer.concat([written.rows, own])), { level: 9 });
  const head =
    `${number} 0 obj\n<<${tableEntries}/Size ${number + 1}/Root ${written.numbering(catalog)} 0 R` +
    `/Info ${written.numbering(info)} 0 R/ID[<${id}><${id}>]/Length ${table.length}>>stream\n`;
  const end = `\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`;
  const parts = [opening, written.ready, Buffer.from(head), table, Buffer.from(end)];
  // pdf.js takes no Buffer.
  return new Uint8Array(Buffer.concat(parts));
}

/** Shades first and words last, so that no shade ever covers a rule or a word. */
function contentOf(page: Page): Uint8Array {
  const shapes = ["/Artifact BMC", ...page.shades, "0 g", ...page.shapes, "EMC"];
  return Buffer.from([...shapes, ...page.words].join("\n"), "latin1");
}
