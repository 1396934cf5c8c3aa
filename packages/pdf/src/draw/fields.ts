import { type PDFContext, type PDFRef, PDFString } from "@cantoo/pdf-lib";
import type { Field } from "../layout.js";
import { textString } from "../text-string.js";
import { checkSide } from "./fieldbox.js";
import { n, type Page, type Widget } from "./ink.js";
import { sheet } from "./theme.js";
import { widgetsByName } from "./widgets-by-name.js";

export interface FieldObjects {
  /** For the form's list of fields, in reading order. */
  readonly fields: readonly PDFRef[];
  /** The annotation of each placed widget. */
  readonly widgets: ReadonlyMap<Widget, PDFRef>;
}

/** AcroForm fields. A field that is in several places is one field with several widgets. */
export function fieldObjects(
  context: PDFContext,
  pages: readonly Page[],
  pageRefs: readonly PDFRef[],
): FieldObjects {
  const marks = appearances(context);
  const widgets = new Map<Widget, PDFRef>();
  const fields: PDFRef[] = [];
  for (const placed of widgetsByName(pages).values()) {
    const places = placed.map(({ widget, page }) => ({ widget, page: pageRefs[page]! }));
    const [first] = places;
    const own = fieldEntries(first!.widget.field);
    if (places.length === 1) {
      const ref = context.register(
        context.obj({ ...own, ...widgetEntries(first!.widget, first!.page, marks) }),
      );
      fields.push(ref);
      widgets.set(first!.widget, ref);
      continue;
    }
    const parent = context.nextRef();
    const kids = places.map(({ widget, page }) => {
      const ref = context.register(context.obj({ ...widgetEntries(widget, page, marks), Parent: parent }));
      widgets.set(widget, ref);
      return ref;
    });
    context.assign(parent, context.obj({ ...own, Kids: kids }));
    fields.push(parent);
  }
  return { fields, widgets };
}

const flag = { multiline: 1 << 12, noSpelling: 1 << 22, noScrolling: 1 << 23, comb: 1 << 24 };

function fieldEntries(field: Field) {
  const common = {
    T: textString(field.name),
    TU: textString(field.tooltip),
    // Which fields stay open for an external signature; read when the template is compiled.
    ...(field.role === undefined ? {} : { WFRole: field.role }),
  };
  if (field.kind === "check") return { FT: "Btn", ...common };
  // Text that scrolls out of a box would not be printed.
  const flags =
    flag.noScrolling |
    (field.kind === "multiline" ? flag.multiline : 0) |
    (field.kind === "comb" ? flag.comb | flag.noSpelling : 0);
  return { FT: "Tx", ...common, Ff: flags, ...(field.kind === "comb" ? { MaxLen: field.cells! } : {}) };
}

function widgetEntries(widget: Widget, page: PDFRef, marks: Appearances) {
  const { field, box } = widget;
  const common = {
    Type: "Annot",
    Subtype: "Widget",
    Rect: [box.left, sheet.height - box.bottom, box.right, sheet.height - box.top].map((v) => Number(n(v))),
    P: page,
    F: 4,
  };
  if (field.kind === "check") {
    return {
      ...common,
      AS: "Off",
      AP: { N: { Yes: marks.on, Off: marks.off } },
    };
  }
  const align = { left: 0, center: 1, right: 2 }[field.align ?? "left"];
  return {
    ...common,
    DA: PDFString.of(`/Arimo ${n(widget.size)} Tf 0 g`),
    AP: { N: marks.empty },
    ...(align === 0 ? {} : { Q: align }),
  };
}

interface Appearances {
  readonly on: PDFRef;
  readonly off: PDFRef;
  readonly empty: PDFRef;
}

/**
 * What fields show, without which a file is not PDF/A. The mark is a path, so it needs no font; the box itself is
 * printed on the page. One empty appearance serves text fields of all sizes, because viewers fit it into the field.
 */
function appearances(context: PDFContext): Appearances {
  const form = (content: string) =>
    context.register(
      context.flateStream(content, { Type: "XObject", Subtype: "Form", BBox: [0, 0, checkSide, checkSide] }),
    );
  return {
    on: form("1.3 w 1 J 1 j 1.9 4.5 m 3.8 2.1 l 7.2 7.1 l S"),
    off: form(""),
    empty: form("/Tx BMC EMC"),
  };
}
