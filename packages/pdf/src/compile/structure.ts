import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
} from "@cantoo/pdf-lib";
import type { Slot } from "../template.js";
import { textString } from "../text-string.js";
import { unpacked } from "./content.js";

/** A slot, the widget it came from (none for an added slot) and the live field it becomes in SIGN_EXTERNALLY. */
export interface StructuredSlot {
  readonly slot: Slot;
  readonly widget: PDFRef | undefined;
  readonly live: PDFRef | undefined;
  /** Key of the live field in the parent tree. */
  liveKey?: number;
  mcid?: number;
}

/** A structure element that is written per request: printed values in a flat file, live fields otherwise. */
export interface RoleElement {
  readonly ref: PDFRef;
  readonly flat: PDFDict;
  readonly external: PDFDict;
}

/**
 * Rewrites the structure tree of a tagged blank for completed files: the element that held a field contains the
 * marked content of its printed value, under a fixed id, so that nothing in the tree depends on a request.
 * References to anything that is not in a completed file are removed, since strict readers reject them.
 */
export function restructure(
  document: PDFDocument,
  pages: readonly PDFDict[],
  pageRefs: readonly PDFRef[],
  slots: readonly StructuredSlot[],
  keptAnnotations: ReadonlySet<PDFRef>,
): RoleElement[] {
  const root = document.catalog.lookup(name("StructTreeRoot"));
  if (!(root instanceof PDFDict)) return [];
  const tree: Tree = {
    document,
    pageRefs,
    keptAnnotations,
    slotOf: new Map(
      slots.flatMap((entry) => (entry.widget === undefined ? [] : [[entry.widget, entry] as const])),
    ),
    pageElements: pageRefs.map(() => []),
    nextId: pages.map((page) => firstFreeId(pageContent(page))),
    bindings: new Map(),
    annotationElements: new Map(),
    bound: new Set(),
  };
  const rootKids = kidsOf(root).filter((kid): kid is PDFRef => kid instanceof PDFRef);
  const counted = new Set<PDFRef>();
  for (const kid of rootKids) countIds(tree, kid, -1, counted);
  const pruned = new Set<PDFRef>();
  const keptKids = rootKids.filter((kid) => prune(tree, kid, pruned));
  addElements(tree, slots, keptKids[0]);
  setKids(root, keptKids, document);
  writeParentTree(tree, root, pages);
  return roleElements(tree);
}

/** What is known of the structure tree while it is rewritten. */
interface Tree {
  readonly document: PDFDocument;
  readonly pageRefs: readonly PDFRef[];
  readonly keptAnnotations: ReadonlySet<PDFRef>;
  readonly slotOf: ReadonlyMap<PDFRef, StructuredSlot>;
  /** For each page, the element of each marked-content id. */
  readonly pageElements: readonly (PDFRef | undefined)[][];
  /** For each page, the first free marked-content id. */
  readonly nextId: number[];
  /** Elements that hold live fields, with the places of those among their kids. */
  readonly bindings: Map<PDFRef, { readonly entry: StructuredSlot; readonly kid: number }[]>;
  readonly annotationElements: Map<PDFRef, PDFRef>;
  readonly bound: Set<StructuredSlot>;
}

/** Agencies also number artifacts, which are not in the tree. An id that is used twice makes a value an artifact. */
function firstFreeId(content: string): number {
  let first = 0;
  for (const [, id] of content.matchAll(/\/MCID\s+(\d+)/g)) first = Math.max(first, Number(id) + 1);
  return first;
}

function pageContent(page: PDFDict): string {
  const parts = page.lookup(name("Contents"), PDFArray);
  return parts
    .asArray()
    .map((part) => page.context.lookup(part))
    .map((part) => (part instanceof PDFStream ? unpacked(part) : ""))
    .join("\n");
}

/** Notes the ids that the tree refers to, so that those of values come after them. */
function countIds(tree: Tree, ref: PDFRef, inheritedPage: number, seen: Set<PDFRef>): void {
  if (seen.has(ref)) return;
  seen.add(ref);
  const { context } = tree.document;
  const element = context.lookup(ref);
  if (!(element instanceof PDFDict)) return;
  const own = pageIndex(element, tree.pageRefs) ?? inheritedPage;
  for (const kid of kidsOf(element)) {
    const object = context.lookup(kid);
    let id: number | undefined;
    let page = own;
    if (object instanceof PDFNumber) id = object.asNumber();
    else if (object instanceof PDFDict && typeOf(object) === "MCR") {
      // Content of a form XObject counts for itself.
      if (object.has(name("Stm"))) continue;
      id = object.lookup(name("MCID"), PDFNumber).asNumber();
      page = pageIndex(object, tree.pageRefs) ?? own;
    } else if (kid instanceof PDFRef) countIds(tree, kid, own, seen);
    if (id === undefined || page < 0) continue;
    tree.pageElements[page]![id] = ref;
    tree.nextId[page] = Math.max(tree.nextId[page]!, id + 1);
  }
}

/** Gives a slot the next id of its page, under this element. Returns the kid for its printed value. */
function bind(tree: Tree, entry: StructuredSlot, ref: PDFRef, element: PDFDict): PDFObject {
  const { document, pageRefs } = tree;
  tree.bound.add(entry);
  const page = entry.slot.page;
  entry.mcid = tree.nextId[page]!;
  tree.nextId[page] = entry.mcid + 1;
  tree.pageElements[page]![entry.mcid] = ref;
  describe(element, entry.slot, document);
  if (element.get(name("Pg")) === undefined) element.set(name("Pg"), pageRefs[page]!);
  if (pageIndex(element, pageRefs) === page) return PDFNumber.of(entry.mcid);
  return document.context.obj({ Type: "MCR", Pg: pageRefs[page]!, MCID: entry.mcid });
}

/** Returns false when nothing is left of the element. */
function prune(tree: Tree, ref: PDFRef, seen: Set<PDFRef>): boolean {
  const { context } = tree.document;
  const element = context.lookup(ref);
  if (!(element instanceof PDFDict)) return false;
  if (seen.has(ref)) return true;
  seen.add(ref);
  const before = kidsOf(element);
  const after: PDFObject[] = [];
  for (const kid of before) {
    const object = context.lookup(kid);
    if (object instanceof PDFNumber) after.push(object);
    else if (!(object instanceof PDFDict)) continue;
    else if (typeOf(object) === "OBJR") after.push(...keptObject(tree, object, ref, element, after.length));
    else if (typeOf(object) === "MCR") after.push(object);
    else if (kid instanceof PDFRef && prune(tree, kid, seen)) after.push(kid);
  }
  setKids(element, after, tree.document);
  return after.length > 0 || before.length === 0;
}

/** What becomes of a reference to an annotation: a printed value, itself, or nothing. */
function keptObject(tree: Tree, object: PDFDict, ref: PDFRef, element: PDFDict, kid: number): PDFObject[] {
  const target = object.get(name("Obj"));
  if (!(target instanceof PDFRef)) return [];
  const entry = tree.slotOf.get(target);
  if (entry !== undefined && !tree.bound.has(entry)) {
    if (entry.live !== undefined) tree.bindings.set(ref, [...(tree.bindings.get(ref) ?? []), { entry, kid }]);
    return [bind(tree, entry, ref, element)];
  }
  if (!tree.keptAnnotations.has(target)) return [];
  tree.annotationElements.set(target, ref);
  return [object];
}

/** Slots that no element of the blank held get their own elements. */
function addElements(tree: Tree, slots: readonly StructuredSlot[], parentRef: PDFRef | undefined): void {
  const { document, pageRefs } = tree;
  const parent = parentRef === undefined ? undefined : document.context.lookup(parentRef);
  if (parentRef === undefined || !(parent instanceof PDFDict)) return;
  for (const entry of slots) {
    if (tree.bound.has(entry)) continue;
    const element = document.context.obj({
      Type: "StructElem",
      S: "Form",
      P: parentRef,
      Pg: pageRefs[entry.slot.page]!,
    });
    const ref = document.context.register(element);
    setKids(element, [bind(tree, entry, ref, element)], document);
    if (entry.live !== undefined) tree.bindings.set(ref, [{ entry, kid: 0 }]);
    setKids(parent, [...kidsOf(parent), ref], document);
  }
}

/** A number tree of one level; keys count from zero in page order, then links, then live fields. */
function writeParentTree(tree: Tree, root: PDFDict, pages: readonly PDFDict[]): void {
  const { context } = tree.document;
  const nums = PDFArray.withContext(context);
  let key = 0;
  const add = (value: PDFObject): number => {
    nums.push(PDFNumber.of(key));
    nums.push(value);
    key += 1;
    return key - 1;
  };
  pages.forEach((page, index) => {
    const elements = tree.pageElements[index]!;
    page.delete(name("StructParents"));
    if (elements.length === 0) return;
    const array = context.obj(Array.from(elements, (ref) => ref ?? null));
    page.set(name("StructParents"), PDFNumber.of(add(context.register(array))));
  });
  for (const annotation of tree.keptAnnotations) {
    const dict = context.lookup(annotation, PDFDict);
    const element = tree.annotationElements.get(annotation);
    dict.delete(name("StructParent"));
    if (element !== undefined) dict.set(name("StructParent"), PDFNumber.of(add(element)));
  }
  for (const [ref, bindings] of tree.bindings) {
    for (const { entry } of bindings) entry.liveKey = add(ref);
  }
  for (const { dict, key: place, value } of markedStreams(tree.document, root)) {
    dict.set(place, PDFNumber.of(add(value)));
  }
  root.set(name("ParentTree"), context.register(context.obj({ Nums: nums })));
  root.set(name("ParentTreeNextKey"), PDFNumber.of(key));
}

function roleElements({ document, pageRefs, bindings: all }: Tree): RoleElement[] {
  const { context } = document;
  return [...all].map(([ref, bindings]) => {
    const flat = context.lookup(ref, PDFDict);
    const external = flat.clone(context);
    const kids = kidsOf(flat);
    for (const { entry, kid } of bindings) {
      kids[kid] = context.obj({ Type: "OBJR", Obj: entry.live!, Pg: pageRefs[entry.slot.page]! });
    }
    setKids(external, kids, document);
    external.delete(name("A"));
    return { ref, flat, external };
  });
}

/** PDF's standard markup for "this printed text is a form field": role and description, for assistive software. */
function describe(element: PDFDict, slot: Slot, document: PDFDocument): void {
  const attributes = document.context.obj({ O: "PrintField", Role: slot.kind === "check" ? "cb" : "tv" });
  if (slot.tooltip !== undefined) attributes.set(name("Desc"), textString(slot.tooltip));
  element.set(name("A"), attributes);
  // These would be read in place of the printed value.
  element.delete(name("Alt"));
  element.delete(name("ActualText"));
}

/** Drawings and images with their own tags keep them, under a new key of the parent tree. */
function markedStreams(document: PDFDocument, root: PDFDict) {
  const elements = new Map<number, PDFObject>();
  const read = (node: PDFObject | undefined): void => {
    if (!(node instanceof PDFDict)) return;
    const nums = node.lookupMaybe(name("Nums"), PDFArray);
    for (let at = 0; at + 1 < (nums?.size() ?? 0); at += 2) {
      elements.set(nums!.lookup(at, PDFNumber).asNumber(), nums!.get(at + 1));
    }
    const kids = node.lookupMaybe(name("Kids"), PDFArray);
    for (let at = 0; at < (kids?.size() ?? 0); at += 1) read(kids!.lookup(at));
  };
  read(root.lookup(name("ParentTree")));
  return document.context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFStream)) return [];
    return [name("StructParents"), name("StructParent")].flatMap((key) => {
      const number = object.dict.lookup(key);
      const value = number instanceof PDFNumber ? elements.get(number.asNumber()) : undefined;
      object.dict.delete(key);
      return value === undefined ? [] : [{ dict: object.dict, key, value }];
    });
  });
}

function kidsOf(element: PDFDict): PDFObject[] {
  const kids = element.get(name("K"));
  const resolved = kids instanceof PDFRef ? element.context.lookup(kids) : kids;
  if (resolved instanceof PDFArray) return resolved.asArray().slice();
  return kids === undefined ? [] : [kids];
}

function setKids(element: PDFDict, kids: readonly PDFObject[], document: PDFDocument): void {
  const [only] = kids;
  if (only === undefined) element.delete(name("K"));
  else element.set(name("K"), kids.length === 1 ? only : document.context.obj([...kids]));
}

function pageIndex(dict: PDFDict, pageRefs: readonly PDFRef[]): number | undefined {
  const page = dict.get(name("Pg"));
  const index = page instanceof PDFRef ? pageRefs.indexOf(page) : -1;
  return index < 0 ? undefined : index;
}

function typeOf(dict: PDFDict): string | undefined {
  const type = dict.lookup(name("Type"));
  return type instanceof PDFName ? type.decodeText() : undefined;
}

function name(text: string): PDFName {
  return PDFName.of(text);
}
