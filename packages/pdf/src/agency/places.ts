import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  type PDFStream,
} from "@cantoo/pdf-lib";
import type { Widget } from "../compile/fields.js";
import type { Rect, Slot } from "../template.js";

/** A field the agency's form lacks, such as the line to sign on; or one it has, under a name of ours. */
export interface AgencyPlace {
  readonly name: string;
  readonly role?: NonNullable<Slot["role"]>;
  /** Describes the field's content; screen readers read it aloud. */
  readonly label: string;
  readonly at:
    | {
        readonly page: number;
        readonly rect: Rect;
        readonly fontSize?: number;
        readonly align?: Slot["align"];
      }
    | { readonly field: string };
}

/** Adds the fields to the pages and the structure tree. Returns those that the form must list. */
export function addPlaces(
  document: PDFDocument,
  widgets: readonly Widget[],
  places: readonly AgencyPlace[],
): PDFRef[] {
  return places.flatMap((place) => {
    if ("field" in place.at) return takeOver(document, widgets, place, place.at.field);
    const ref = newField(document, place, place.at);
    tagField(document, ref, place.at.page);
    return ref;
  });
}

/** The agency's field under our name, at the top of the form: what is below another is named after it too. */
function takeOver(
  document: PDFDocument,
  widgets: readonly Widget[],
  place: AgencyPlace,
  field: string,
): PDFRef[] {
  const [widget, other] = widgets.filter((one) => one.field === field);
  if (widget === undefined) throw new Error(`The file has no field "${field}" to take for ${place.name}.`);
  // A box may be under the field it belongs to, which contains the name.
  const above = widget.dict.has(name("T")) ? undefined : widget.dict.get(name("Parent"));
  const ref = above instanceof PDFRef ? above : widget.ref;
  if (other !== undefined || ref === undefined || widget.type !== "text") {
    throw new Error(`The field "${field}" is not a single text field, so it cannot become ${place.name}.`);
  }
  const holder = document.context.lookup(ref, PDFDict);
  describe(holder, place);
  const parent = holder.lookup(name("Parent"));
  if (!(parent instanceof PDFDict)) return [];
  for (
    let group: PDFObject | undefined = parent;
    group instanceof PDFDict;
    group = group.lookup(name("Parent"))
  ) {
    for (const key of ["FT", "Ff", "DA", "Q", "MaxLen"]) {
      const value = group.get(name(key));
      if (value !== undefined && !holder.has(name(key))) holder.set(name(key), value);
    }
  }
  const kids = parent.lookup(name("Kids"), PDFArray).asArray();
  parent.set(name("Kids"), document.context.obj(kids.filter((kid) => kid !== ref)));
  holder.delete(name("Parent"));
  return [ref];
}

function newField(
  document: PDFDocument,
  place: AgencyPlace,
  { page, rect, fontSize, align }: Extract<AgencyPlace["at"], { page: number }>,
): PDFRef {
  const { context } = document;
  const target = document.getPages()[page];
  if (target === undefined) {
    throw new Error(`${place.name} is on page ${page + 1} of ${document.getPageCount()}.`);
  }
  const field = context.obj({
    Type: "Annot",
    Subtype: "Widget",
    FT: "Tx",
    // Text that scrolls out of a box would not be printed.
    Ff: 1 << 23,
    F: 4,
    Rect: [rect.x, rect.y, rect.x + rect.width, rect.y + rect.height],
    P: target.ref,
    DA: PDFHexString.of(Buffer.from(`/Helv ${fontSize ?? 9} Tf 0 g`).toString("hex")),
    Q: ["left", "center", "right"].indexOf(align ?? "left"),
    // Empty, but PDF/A demands one.
    AP: { N: context.register(emptyAppearance(document, rect)) },
  });
  describe(field, place);
  const ref = context.register(field);
  const annots = target.node.lookupMaybe(name("Annots"), PDFArray) ?? context.obj([]);
  annots.push(ref);
  target.node.set(name("Annots"), annots);
  return ref;
}

function emptyAppearance({ context }: PDFDocument, { width, height }: Rect): PDFStream {
  return context.stream("/Tx BMC EMC", { Type: "XObject", Subtype: "Form", BBox: [0, 0, width, height] });
}

function describe(field: PDFDict, place: AgencyPlace): void {
  field.set(name("T"), PDFHexString.fromText(place.name));
  field.set(name("TU"), PDFHexString.fromText(place.label));
  // Which fields stay open for an external signature; read when the template is compiled.
  if (place.role !== undefined) field.set(name("WFRole"), name(place.role));
}

/** In a tagged file the field becomes the last element of the document. */
function tagField(document: PDFDocument, field: PDFRef, page: number): void {
  const { context } = document;
  const root = document.catalog.lookup(name("StructTreeRoot"));
  const numbers = root instanceof PDFDict ? root.lookup(name("ParentTree")) : undefined;
  if (!(root instanceof PDFDict) || !(numbers instanceof PDFDict)) return;
  const kids = root.get(name("K"));
  const list = kids === undefined ? undefined : context.lookup(kids);
  const top = list instanceof PDFArray ? list.get(0) : kids;
  const parent = top === undefined ? undefined : context.lookup(top);
  if (!(top instanceof PDFRef) || !(parent instanceof PDFDict)) return;
  const element = context.register(
    context.obj({
      Type: "StructElem",
      S: "Form",
      P: top,
      Pg: document.getPages()[page]!.ref,
      K: { Type: "OBJR", Obj: field },
    }),
  );
  const inside = parent.get(name("K"));
  const resolved = inside === undefined ? undefined : context.lookup(inside);
  const before = resolved instanceof PDFArray ? resolved.asArray() : inside === undefined ? [] : [inside];
  parent.set(name("K"), context.obj([...before, element]));
  const key = nextKey(root, numbers);
  root.set(name("ParentTreeNextKey"), PDFNumber.of(key + 1));
  context.lookup(field, PDFDict).set(name("StructParent"), PDFNumber.of(key));
  addNumber(numbers, key, element, document);
}

function addNumber(tree: PDFDict, key: number, value: PDFRef, document: PDFDocument): void {
  const { context } = document;
  const leaves = tree.lookup(name("Kids"));
  if (leaves instanceof PDFArray) {
    leaves.push(context.register(context.obj({ Limits: [key, key], Nums: [key, value] })));
    return;
  }
  const nums = tree.lookupMaybe(name("Nums"), PDFArray) ?? context.obj([]);
  nums.push(PDFNumber.of(key));
  nums.push(value);
  tree.set(name("Nums"), nums);
}

function nextKey(root: PDFDict, tree: PDFDict): number {
  const stated = root.lookup(name("ParentTreeNextKey"));
  return Math.max(stated instanceof PDFNumber ? stated.asNumber() : 0, highestKey(tree) + 1);
}

function highestKey(node: PDFObject | undefined): number {
  if (!(node instanceof PDFDict)) return -1;
  const nums = node.lookupMaybe(name("Nums"), PDFArray);
  const kids = node.lookupMaybe(name("Kids"), PDFArray);
  const own = (nums?.asArray() ?? []).flatMap((_, at) =>
    at % 2 === 0 ? [nums!.lookup(at, PDFNumber).asNumber()] : [],
  );
  const below = (kids?.asArray() ?? []).map((_, at) => highestKey(kids!.lookup(at)));
  return Math.max(-1, ...own, ...below);
}

function name(text: string): PDFName {
  return PDFName.of(text);
}
