import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRef,
} from "@cantoo/pdf-lib";
import { valueFonts } from "../template.js";
import { bakedWidget } from "./bake.js";
import { closedContent } from "./content.js";
import type { Widget } from "./fields.js";

type PageNode = PDFPage["node"];

/** Links stay; notes, pop-ups, media and the fields themselves do not belong on a completed certificate. */
export function keptAnnotations(page: PageNode): PDFRef[] {
  const annots = page.lookupMaybe(name("Annots"), PDFArray)?.asArray() ?? [];
  return annots.filter((entry): entry is PDFRef => {
    if (!(entry instanceof PDFRef)) return false;
    const dict = page.context.lookup(entry);
    if (!(dict instanceof PDFDict) || dict.lookup(name("Subtype")) !== name("Link")) return false;
    const action = dict.lookup(name("A"));
    const kind = action instanceof PDFDict ? action.lookup(name("S")) : undefined;
    if (kind !== undefined && kind !== name("URI") && kind !== name("GoTo")) return false;
    for (const key of ["AA", "PA", "P"]) dict.delete(name(key));
    if (action instanceof PDFDict) action.delete(name("Next"));
    return true;
  });
}

export interface PageParts {
  /** The page tree. */
  readonly tree: PDFRef;
  /** Content stream of the values, on a page that takes some. */
  readonly fill: PDFRef | undefined;
  /** Of the values. */
  readonly font: PDFRef;
  readonly baked: readonly Widget[];
  readonly links: readonly PDFRef[];
}

/** A page with its content and without actions. */
export function cleanPage(document: PDFDocument, source: PageNode, parts: PageParts): PDFDict {
  const { context } = document;
  const page = context.obj({ Type: "Page", Parent: parts.tree });
  for (const key of ["MediaBox", "CropBox", "Rotate"]) {
    const value = source.getInheritableAttribute(name(key));
    if (value !== undefined) page.set(name(key), context.lookup(value)!);
  }
  const turned = page.lookup(name("Rotate"));
  if (parts.fill !== undefined && turned instanceof PDFNumber && turned.asNumber() % 360 !== 0) {
    throw new Error("A page with fields is rotated, which printed values would not follow.");
  }
  for (const key of ["UserUnit", "Group", "Tabs"]) {
    const value = source.get(name(key));
    if (value !== undefined) page.set(name(key), value);
  }
  const drawings = new Map<string, PDFRef>();
  const baked = parts.baked.map((widget) => bakedWidget(widget, document, drawings)).join("");
  page.set(name("Resources"), resourcesOf(document, source, parts, drawings));
  const contents = source.get(name("Contents"));
  const drawn = closedContent(contents === undefined ? undefined : context.lookup(contents), (part) =>
    context.lookup(part),
  );
  // Frames of boxes are decoration; a tagged file marks everything that is not content.
  const decoration = baked === "" ? "" : `/Artifact BMC\n${baked}EMC\n`;
  const constant = context.register(context.stream(Buffer.from(drawn + decoration, "latin1")));
  page.set(name("Contents"), context.obj(parts.fill === undefined ? [constant] : [constant, parts.fill]));
  if (parts.links.length > 0) page.set(name("Annots"), context.obj([...parts.links]));
  return page;
}

function resourcesOf(
  document: PDFDocument,
  source: PageNode,
  parts: PageParts,
  drawings: ReadonlyMap<string, PDFRef>,
): PDFDict {
  const resources = copyOf(source.Resources(), document);
  const fonts = copyOf(resources.lookup(name("Font")), document);
  if (Object.values(valueFonts).some((font) => fonts.has(name(font)))) {
    throw new Error("The blank was made from a completed file of this service.");
  }
  if (parts.fill !== undefined) fonts.set(name(valueFonts.regular), parts.font);
  if (fonts.keys().length > 0) resources.set(name("Font"), fonts);
  if (drawings.size > 0) {
    const objects = copyOf(resources.lookup(name("XObject")), document);
    for (const [key, ref] of drawings) objects.set(name(key), ref);
    resources.set(name("XObject"), objects);
  }
  return resources;
}

export function cleanCatalog(document: PDFDocument, tree: PDFRef): PDFDict {
  const { catalog, context } = document;
  const root = context.obj({ Type: "Catalog", Pages: tree });
  for (const key of keptInCatalog) {
    const value = catalog.get(name(key));
    if (value !== undefined) root.set(name(key), value);
  }
  // Of the name trees only that of destinations has a use; another one has scripts.
  const destinations = catalog.lookupMaybe(name("Names"), PDFDict)?.get(name("Dests"));
  if (destinations !== undefined) root.set(name("Names"), context.obj({ Dests: destinations }));
  return root;
}

const keptInCatalog = [
  "Lang",
  "MarkInfo",
  "StructTreeRoot",
  "ViewerPreferences",
  "Metadata",
  "PageLabels",
  "PageLayout",
  "PageMode",
  "Outlines",
  "Dests",
  "OCProperties",
  "OutputIntents",
];

export function cleanInfo(document: PDFDocument): PDFRef | undefined {
  const { context } = document;
  const { Info } = context.trailerInfo;
  const source = Info === undefined ? undefined : context.lookup(Info);
  const clean = context.obj({});
  for (const key of ["Title", "Author", "Subject", "Keywords", "Creator", "Producer", "CreationDate"]) {
    const value = source instanceof PDFDict ? source.lookup(name(key)) : undefined;
    if (value !== undefined) clean.set(name(key), value);
  }
  return clean.keys().length === 0 ? undefined : context.register(clean);
}

function copyOf(object: PDFObject | undefined, document: PDFDocument): PDFDict {
  return object instanceof PDFDict ? object.clone(document.context) : document.context.obj({});
}

function name(text: string): PDFName {
  return PDFName.of(text);
}
