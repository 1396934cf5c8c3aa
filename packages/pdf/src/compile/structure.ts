import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
} from "@cantoo/pdf-lib";
import type { Slot } from "../template.js";

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
 * Rewrites the structure tree of a tagged blank for completed files: the element that held a field holds the
 * marked content of its printed value, under a fixed id, so that nothing in the tree depends on a request.
 * References to anything that is not in a completed file are removed, since strict readers refuse them.
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
  const { context } = document;
  const slotOf = new Map(
    slots.flatMap((entry) => (entry.widget === undefined ? [] : [[entry.widget, entry] as const])),
  );
  const pageElements = pageRefs.map((): (PDFRef | undefined)[] => []);
  const elementsOf = new Map<PDFRef, { entry: StructuredSlot; kid: number }[]>();
  const annotationElements = new Map<PDFRef, PDFRef>();
  const bound = new Set<StructuredSlot>();
  const seen = new Set<PDFRef>();

  // Ids that the page's own content uses, so that those of values come after them.
  const nextId = pageRefs.map(() => 0);
  const visitIds = (ref: PDFRef, inheritedPage: number): void => {
    if (seen.has(ref)) return;
    seen.add(ref);
    const element = context.lookup(ref);
    if (!(element instanceof PDFDict)) return;
    const own = pageIndex(element, pageRefs) ?? inheritedPage;
    for (const kid of kidsOf(element)) {
      const object = context.lookup(kid);
      let id: number | undefined;
      let page = own;
      if (object instanceof PDFNumber) id = object.asNumber();
      else if (object instanceof PDFDict && typeOf(object) === "MCR") {
        // Content of a form XObject counts for itself.
        if (object.has(name("Stm"))) continue;
        id = object.lookup(name("MCID"), PDFNumber).asNumber();
        page = pageIndex(object, pageRefs) ?? own;
      } else if (kid instanceof PDFRef) visitIds(kid, own);
      if (id === undefined || page < 0) continue;
      pageElements[page]![id] = ref;
      nextId[page] = Math.max(nextId[page]!, id + 1);
    }
  };
  const rootKids = kidsOf(root).filter((kid): kid is PDFRef => kid instanceof PDFRef);
  for (const kid of rootKids) visitIds(kid, -1);

  const bind = (entry: StructuredSlot, elementRef: PDFRef, element: PDFDict): PDFObject => {
    bound.add(entry);
    const page = entry.slot.page;
    entry.mcid = nextId[page]!;
    nextId[page] = entry.mcid + 1;
    pageElements[page]![entry.mcid] = elementRef;
    describe(element, entry.slot, document);
    if (element.get(name("Pg")) === undefined) element.set(name("Pg"), pageRefs[page]!);
    if (pageIndex(element, pageRefs) === page) return PDFNumber.of(entry.mcid);
    return context.obj({ Type: "MCR", Pg: pageRefs[page]!, MCID: entry.mcid });
  };

  /** Returns false when nothing is left of the element. */
  const prune = (ref: PDFRef): boolean => {
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
      else if (typeOf(object) === "OBJR") {
        const target = object.get(name("Obj"));
        if (!(target instanceof PDFRef)) continue;
        const entry = slotOf.get(target);
        if (entry !== undefined && !bound.has(entry)) {
          if (entry.live !== undefined) {
            elementsOf.set(ref, [...(elementsOf.get(ref) ?? []), { entry, kid: after.length }]);
          }
          after.push(bind(entry, ref, element));
        } else if (keptAnnotations.has(target)) {
          annotationElements.set(target, ref);
          after.push(object);
        }
      } else if (typeOf(object) === "MCR") after.push(object);
      else if (kid instanceof PDFRef && prune(kid)) after.push(kid);
    }
    setKids(element, after, document);
    return after.length > 0 || before.length === 0;
  };
  seen.clear();
  const keptKids = rootKids.filter((kid) => prune(kid));

  for (const entry of slots) {
    if (bound.has(entry)) continue;
    const parentRef = keptKids[0];
    const parent = parentRef === undefined ? undefined : context.lookup(parentRef);
    if (parentRef === undefined || !(parent instanceof PDFDict)) continue;
    const element = context.obj({
      Type: "StructElem",
      S: "Form",
      P: parentRef,
      Pg: pageRefs[entry.slot.page]!,
    });
    const ref = context.register(element);
    setKids(element, [bind(entry, ref, element)], document);
    if (entry.live !== undefined) elementsOf.set(ref, [{ entry, kid: 0 }]);
    setKids(parent, [...kidsOf(parent), ref], document);
  }
  setKids(root, keptKids, document);

  // A number tree of one level; keys count from zero in page order, then links, then live fields.
  const nums = PDFArray.withContext(context);
  let key = 0;
  const add = (value: PDFObject): number => {
    nums.push(PDFNumber.of(key));
    nums.push(value);
    key += 1;
    return key - 1;
  };
  pages.forEach((page, index) => {
    const elements = pageElements[index]!;
    page.delete(name("StructParents"));
    if (elements.length === 0) return;
    const array = context.obj(Array.from(elements, (ref) => ref ?? null));
    page.set(name("StructParents"), PDFNumber.of(add(context.register(array))));
  });
  for (const annotation of keptAnnotations) {
    const dict = context.lookup(annotation, PDFDict);
    const element = annotationElements.get(annotation);
    dict.delete(name("StructParent"));
    if (element !== undefined) dict.set(name("StructParent"), PDFNumber.of(add(element)));
  }
  for (const [ref, bindings] of elementsOf) {
    for (const { entry } of bindings) entry.liveKey = add(ref);
  }
  for (const { dict, key: place, value } of markedStreams(document, root)) {
    dict.set(place, PDFNumber.of(add(value)));
  }
  root.set(name("ParentTree"), context.register(context.obj({ Nums: nums })));
  root.set(name("ParentTreeNextKey"), PDFNumber.of(key));

  return [...elementsOf].map(([ref, bindings]) => {
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

/** PDF's own way to say "this printed text is a form field": role and description, for assistive software. */
function describe(element: PDFDict, slot: Slot, document: PDFDocument): void {
  const attributes = document.context.obj({ O: "PrintField", Role: slot.kind === "check" ? "cb" : "tv" });
  if (slot.tooltip !== undefined) attributes.set(name("Desc"), PDFHexString.fromText(slot.tooltip));
  element.set(name("A"), attributes);
  // These would be read in place of the printed value.
  element.delete(name("Alt"));
  element.delete(name("ActualText"));
}

/** Drawings and pictures with tags of their own keep them, under a new key of the parent tree. */
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
