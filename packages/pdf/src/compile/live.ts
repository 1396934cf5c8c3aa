import {
  type PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFRef,
  PDFStream,
  PDFString,
} from "@cantoo/pdf-lib";
import { textString } from "../text-string.js";
import { type Numbering, serialize, serializeStream } from "./serialize.js";
import type { StructuredSlot } from "./structure.js";

export interface LiveForm {
  readonly form: PDFRef | undefined;
  readonly widgets: readonly { readonly ref: PDFRef; readonly page: number }[];
  readonly objects: readonly LiveObject[];
}

export interface LiveObject {
  readonly ref: PDFRef;
  readonly render: (numbering: Numbering) => string;
}

/** The fields that stay open for an external signing tool, made again: plain text fields, empty, in the font of the values. */
export function liveForm(
  document: PDFDocument,
  slots: readonly StructuredSlot[],
  pageRefs: readonly PDFRef[],
  font: PDFRef,
): LiveForm {
  const { context } = document;
  const open = slots.filter(({ live }) => live !== undefined);
  if (open.length === 0) return { form: undefined, widgets: [], objects: [] };
  const objects: LiveObject[] = [];
  const add = (ref: PDFRef, object: PDFObject): void => {
    const render = (numbering: Numbering): string =>
      object instanceof PDFStream
        ? serializeStream(object, numbering).toString("latin1")
        : serialize(object, numbering);
    context.assign(ref, object);
    objects.push({ ref, render });
  };
  const formRef = context.nextRef();
  const fields: PDFRef[] = [];
  const resources = { Font: { Arimo: font } };
  // One empty appearance, without which a file is not PDF/A, serves fields of all sizes: viewers fit it into the field.
  const shown = context.nextRef();
  add(shown, context.stream("/Tx BMC EMC", { Type: "XObject", Subtype: "Form", BBox: [0, 0, 9, 9] }));
  for (const name of new Set(open.map(({ slot }) => slot.name))) {
    const boxes = open.filter(({ slot }) => slot.name === name);
    const group = boxes.length === 1 ? undefined : context.nextRef();
    for (const { slot, live, liveKey } of boxes) {
      const { rect } = slot;
      const widget = context.obj({
        Type: "Annot",
        Subtype: "Widget",
        Rect: [rect.x, rect.y, rect.x + rect.width, rect.y + rect.height],
        P: pageRefs[slot.page]!,
        F: 4,
        AP: { N: shown },
      });
      if (group === undefined) describeField(widget, slot);
      else widget.set(PDFName.of("Parent"), group);
      if (liveKey !== undefined) widget.set(PDFName.of("StructParent"), PDFNumber.of(liveKey));
      add(live!, widget);
    }
    if (group !== undefined) {
      const field = context.obj({ Kids: boxes.map(({ live }) => live!) });
      describeField(field, boxes[0]!.slot);
      add(group, field);
    }
    fields.push(group ?? boxes[0]!.live!);
  }
  add(formRef, context.obj({ Fields: fields, DR: resources, DA: PDFString.of("/Arimo 0 Tf 0 g") }));
  return { form: formRef, widgets: open.map(({ live, slot }) => ({ ref: live!, page: slot.page })), objects };
}

function describeField(dict: PDFDict, slot: StructuredSlot["slot"]): void {
  dict.set(PDFName.of("FT"), PDFName.of("Tx"));
  dict.set(PDFName.of("T"), textString(slot.name));
  if (slot.tooltip !== undefined) dict.set(PDFName.of("TU"), textString(slot.tooltip));
  dict.set(PDFName.of("DA"), PDFString.of(`/Arimo ${slot.fontSize} Tf 0 g`));
  dict.set(PDFName.of("Q"), PDFNumber.of(["left", "center", "right"].indexOf(slot.align)));
}
