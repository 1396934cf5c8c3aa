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
  PDFString,
} from "@cantoo/pdf-lib";
import type { Rect, Slot } from "../template.js";

/** A field's box on a page. Boxes are found by walking the pages, because some agency files list only a part of
 * their fields in the form's own tree. */
export interface Widget {
  readonly ref: PDFRef | undefined;
  readonly dict: PDFDict;
  readonly page: number;
  readonly field: string;
  readonly type: "text" | "button" | "check";
  /** Not for `button`, which is never printed. */
  readonly slot?: Slot;
  readonly readOnly: boolean;
  readonly hidden: boolean;
  /** Text that the blank already has. */
  readonly value: string;
  /** Name of the state in which a check box is on. */
  readonly on?: string;
}

export function readWidgets(document: PDFDocument): Widget[] {
  const form = document.catalog.lookupMaybe(PDFName.of("AcroForm"), PDFDict);
  const widgets: Widget[] = [];
  document.getPages().forEach((page, index) => {
    const annots = page.node.lookupMaybe(PDFName.of("Annots"), PDFArray);
    for (const entry of annots?.asArray() ?? []) {
      const dict = document.context.lookup(entry);
      if (!(dict instanceof PDFDict) || dict.lookup(PDFName.of("Subtype")) !== PDFName.of("Widget")) continue;
      widgets.push(readWidget(dict, entry instanceof PDFRef ? entry : undefined, index, form));
    }
  });
  return nameChoices(widgets);
}

function readWidget(dict: PDFDict, ref: PDFRef | undefined, page: number, form: PDFDict | undefined): Widget {
  const name = (key: string): PDFObject | undefined => inherited(dict, key) ?? form?.lookup(PDFName.of(key));
  const flags = numberOf(name("Ff")) ?? 0;
  const annotationFlags = numberOf(dict.lookup(PDFName.of("F"))) ?? 0;
  const fieldType = nameOf(name("FT"));
  const common = {
    ref,
    dict,
    page,
    field: fullName(dict),
    readOnly: (flags & 1) !== 0,
    // Invisible, hidden or not shown: none of these may be baked into the page.
    hidden: (annotationFlags & (2 | 32)) !== 0,
    value: textOf(name("V")) ?? "",
  };
  if (fieldType === "Btn" && (flags & (1 << 16)) !== 0) return { ...common, type: "button" };
  const rect = rectOf(dict.lookup(PDFName.of("Rect")));
  const tooltip = textOf(name("TU"));
  const roleName = nameOf(name("WFRole"));
  const role: Slot["role"] =
    roleName === "signature" || roleName === "date" || roleName === "text"
      ? roleName
      : fieldType === "Sig"
        ? "signature"
        : undefined;
  const base = {
    name: common.field,
    page,
    rect,
    ...(role === undefined ? {} : { role }),
    ...(tooltip === undefined || tooltip === "" ? {} : { tooltip }),
  };
  if (fieldType === "Btn") {
    const on = onState(dict);
    const slot: Slot = { ...base, kind: "check", align: "center", fontSize: 0, floor: 0 };
    return { ...common, value: "", type: "check", slot, ...(on === undefined ? {} : { on }) };
  }
  const cells = (flags & (1 << 24)) !== 0 ? numberOf(name("MaxLen")) : undefined;
  const kind = cells !== undefined ? "comb" : (flags & (1 << 12)) !== 0 ? "multiline" : "text";
  const fontSize = sizeOf(textOf(name("DA")), rect, kind);
  const align = (["left", "center", "right"] as const)[numberOf(name("Q")) ?? 0] ?? "left";
  const floor = Math.min(smallestSize, fontSize);
  const slot: Slot = { ...base, kind, align, fontSize, floor, ...(cells === undefined ? {} : { cells }) };
  return { ...common, type: "text", slot };
}

/** Smaller print is not readable. */
export const smallestSize = 5.5;

/** One field may be several boxes with a state each (US agencies draw radio choices so). Each box gets a name of
 * its own, `field#state`, so that a careless caller cannot check two. */
function nameChoices(widgets: readonly Widget[]): Widget[] {
  const states = new Map<string, Set<string | undefined>>();
  for (const { field, type, on } of widgets) {
    if (type === "check") states.set(field, (states.get(field) ?? new Set()).add(on));
  }
  return widgets.map((widget) => {
    if (widget.slot === undefined || widget.type !== "check" || states.get(widget.field)!.size === 1)
      return widget;
    return { ...widget, slot: { ...widget.slot, name: `${widget.field}#${widget.on ?? ""}` } };
  });
}

function sizeOf(appearance: string | undefined, rect: Rect, kind: Slot["kind"]): number {
  const stated = Number(/(-?[\d.]+)\s+Tf/.exec(appearance ?? "")?.[1] ?? 0);
  if (stated > 0) return stated;
  if (kind === "multiline") return 9;
  const fitting = Math.floor(((rect.height - 2) / 1.15) * 2) / 2;
  return Math.max(4, Math.min(fitting, 11));
}

function onState(dict: PDFDict): string | undefined {
  const normal = dict.lookupMaybe(PDFName.of("AP"), PDFDict)?.lookup(PDFName.of("N"));
  if (!(normal instanceof PDFDict) || normal instanceof PDFStream) return undefined;
  return normal
    .keys()
    .map((key) => key.decodeText())
    .find((key) => key !== "Off");
}

function inherited(dict: PDFDict, key: string): PDFObject | undefined {
  const own = dict.lookup(PDFName.of(key));
  if (own !== undefined) return own;
  const parent = dict.lookup(PDFName.of("Parent"));
  return parent instanceof PDFDict ? inherited(parent, key) : undefined;
}

function fullName(dict: PDFDict): string {
  const own = textOf(dict.lookup(PDFName.of("T")));
  const parent = dict.lookup(PDFName.of("Parent"));
  const above = parent instanceof PDFDict ? fullName(parent) : "";
  if (own === undefined) return above;
  return above === "" ? own : `${above}.${own}`;
}

function rectOf(object: PDFObject | undefined): Rect {
  const corners =
    object instanceof PDFArray ? object.asArray().map((_, i) => object.lookup(i, PDFNumber).asNumber()) : [];
  const [x1, y1, x2, y2] = corners;
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) {
    throw new Error("A field of the blank has no rectangle.");
  }
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

function textOf(object: PDFObject | undefined): string | undefined {
  return object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : undefined;
}

function nameOf(object: PDFObject | undefined): string | undefined {
  return object instanceof PDFName ? object.decodeText() : undefined;
}

function numberOf(object: PDFObject | undefined): number | undefined {
  return object instanceof PDFNumber ? object.asNumber() : undefined;
}
