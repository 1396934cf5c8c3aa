import { createHash } from "node:crypto";
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFStreamWriter,
  PDFString,
} from "@cantoo/pdf-lib";
import { cleanCatalog, cleanInfo, keptAnnotations } from "../compile/clean.js";
import { readWidgets, type Widget } from "../compile/fields.js";
import { packed } from "../compile/serialize.js";
import { openAgencyFile } from "./open.js";
import { type AgencyPlace, addPlaces } from "./places.js";

export interface AgencyOptions {
  /** Fields that are not part of the form, such as a help banner. Removed with what they show. */
  readonly drop?: readonly string[];
  readonly places?: readonly AgencyPlace[];
  /** Of the file if it names none: screen readers need it for the values and for the names of added fields. */
  readonly language?: string;
}

/**
 * An agency's own fillable form as a blank of ours: decrypted, without XFA (viewers would show its data instead of the
 * fields'), usage rights (any change breaks their signature), scripts and push buttons; with places to sign. What is
 * printed on the pages is untouched. The same file and options give the same bytes.
 */
export async function cleanAgencyFile(file: Uint8Array, options: AgencyOptions = {}): Promise<Uint8Array> {
  const document = await openAgencyFile(file);
  const { context } = document;
  const all = readWidgets(document);
  const isGone = ({ type, field }: Widget): boolean =>
    type === "button" || options.drop?.includes(field) === true;
  const widgets = all.filter((widget) => !isGone(widget));
  const kept = new Set<PDFObject>();
  document.getPages().forEach(({ node }, index) => {
    const here = widgets.filter(({ page }) => page === index);
    const annots = [...keptAnnotations(node), ...here.flatMap(({ ref, dict }) => ref ?? dict)];
    node.delete(name("AA"));
    if (annots.length === 0) node.delete(name("Annots"));
    else node.set(name("Annots"), context.obj(annots));
    for (const annotation of annots) kept.add(annotation);
  });
  const fields = formFields(document, widgets, kept);
  pruneStructure(document, kept);
  fields.push(...addPlaces(document, widgets, options.places ?? []));
  const root = cleanCatalog(document, document.catalog.get(name("Pages")) as PDFRef);
  root.set(name("AcroForm"), cleanForm(document, fields));
  if (options.language !== undefined && !root.has(name("Lang")))
    root.set(name("Lang"), PDFString.of(options.language));
  const info = cleanInfo(document);
  context.trailerInfo.Root = context.register(root);
  if (info === undefined) delete context.trailerInfo.Info;
  else context.trailerInfo.Info = info;
  const id = PDFHexString.of(
    createHash("sha256").update(file).update(JSON.stringify(options)).digest("hex").slice(0, 32),
  );
  context.trailerInfo.ID = context.obj([id, id]);
  keepReachable(context);
  return PDFStreamWriter.forContext(context, Number.POSITIVE_INFINITY, true, 200).serializeToBuffer();
}

/** The form's fields in the order of the pages, each without actions. Lists that an agency left incomplete are fixed. */
function formFields(
  document: PDFDocument,
  widgets: readonly Widget[],
  kept: ReadonlySet<PDFObject>,
): PDFRef[] {
  const roots = new Set<PDFRef>();
  for (const { ref, dict } of widgets) {
    let node = dict;
    let nodeRef = ref;
    for (;;) {
      for (const key of ["A", "AA"]) node.delete(name(key));
      const parentRef = node.get(name("Parent"));
      const parent = parentRef === undefined ? undefined : document.context.lookup(parentRef);
      if (!(parentRef instanceof PDFRef) || !(parent instanceof PDFDict)) break;
      const kids = parent.lookupMaybe(name("Kids"), PDFArray)?.asArray() ?? [];
      const present = kids.filter((kid) => isKept(document, kid, kept));
      if (nodeRef !== undefined && !present.includes(nodeRef)) present.push(nodeRef);
      parent.set(name("Kids"), document.context.obj(present));
      node = parent;
      nodeRef = parentRef;
    }
    if (nodeRef !== undefined) roots.add(nodeRef);
  }
  return [...roots];
}

function isKept(document: PDFDocument, ref: PDFObject, kept: ReadonlySet<PDFObject>): boolean {
  const node = document.context.lookup(ref);
  if (!(node instanceof PDFDict)) return false;
  const kids = node.lookupMaybe(name("Kids"), PDFArray);
  return kids === undefined ? kept.has(ref) : kids.asArray().some((kid) => isKept(document, kid, kept));
}

function cleanForm(document: PDFDocument, fields: readonly PDFRef[]): PDFDict {
  const { context, catalog } = document;
  const source = catalog.lookupMaybe(name("AcroForm"), PDFDict);
  const form = context.obj({ Fields: [...fields] });
  for (const key of ["DR", "DA", "Q"]) {
    const value = source?.lookup(name(key));
    if (value !== undefined) form.set(name(key), value);
  }
  const resources = form.lookupMaybe(name("DR"), PDFDict) ?? context.obj({});
  const fonts = resources.lookupMaybe(name("Font"), PDFDict) ?? context.obj({});
  if (!fonts.has(name("Helv"))) {
    const helvetica = { Type: "Font", Subtype: "Type1", BaseFont: "Helvetica", Encoding: "WinAnsiEncoding" };
    fonts.set(name("Helv"), context.register(context.obj(helvetica)));
  }
  resources.set(name("Font"), fonts);
  form.set(name("DR"), resources);
  return form;
}

/** Elements of the structure tree that describe something that is gone lose it; strict readers reject dead ends. */
function pruneStructure(document: PDFDocument, kept: ReadonlySet<PDFObject>): void {
  const { context } = document;
  const seen = new Set<PDFDict>();
  const prune = (element: PDFObject | undefined): void => {
    if (!(element instanceof PDFDict) || seen.has(element)) return;
    seen.add(element);
    const entry = element.get(name("K"));
    if (entry === undefined) return;
    const list = context.lookup(entry);
    const kids = list instanceof PDFArray ? list.asArray() : [entry];
    const left = kids.filter((kid) => {
      const object = context.lookup(kid);
      const target = object instanceof PDFDict ? object.get(name("Obj")) : undefined;
      return target === undefined || kept.has(target);
    });
    if (left.length === 0) element.delete(name("K"));
    else if (left.length < kids.length) element.set(name("K"), context.obj(left));
    for (const kid of left) prune(context.lookup(kid));
  };
  prune(context.lookup(document.catalog.get(name("StructTreeRoot"))));
}

/** Whatever nothing points to anymore is not written: scripts, XFA, the signature of the usage rights. */
function keepReachable(context: PDFContext): void {
  const seen = new Set<PDFRef>();
  const { Root, Info } = context.trailerInfo;
  const pending: (PDFObject | undefined)[] = [Root, Info];
  while (pending.length > 0) {
    const object = pending.pop();
    if (object instanceof PDFRef) {
      if (seen.has(object)) continue;
      seen.add(object);
      pending.push(context.lookup(object));
    } else if (object instanceof PDFArray) pending.push(...object.asArray());
    else if (object instanceof PDFDict) pending.push(...object.values());
    else if (object instanceof PDFStream) pending.push(...object.dict.values());
  }
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!seen.has(ref)) context.delete(ref);
    else if (object instanceof PDFRawStream) repair(object);
  }
}

function repair(stream: PDFRawStream): void {
  const { bytes, repacked } = packed(stream);
  if (!repacked) return;
  stream.dict.set(name("Filter"), name("FlateDecode"));
  stream.dict.delete(name("DL"));
  stream.updateContents(bytes);
}

function name(text: string): PDFName {
  return PDFName.of(text);
}
