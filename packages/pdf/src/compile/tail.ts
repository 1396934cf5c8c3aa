import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFRef } from "@cantoo/pdf-lib";
import { type Tail, type TailPage, valueFonts } from "../template.js";
import type { LiveForm } from "./live.js";
import { type Numbering, serialize } from "./serialize.js";
import type { RoleElement } from "./structure.js";

export interface TailPlan {
  readonly context: PDFContext;
  readonly root: PDFRef;
  readonly info: PDFRef | undefined;
  readonly pageRefs: readonly PDFRef[];
  /** Content stream of the values, for each page that takes some. */
  readonly fills: readonly (PDFRef | undefined)[];
  readonly roles: readonly RoleElement[];
  readonly live: LiveForm;
}

/** The objects that differ between a flat file and one with live fields, each in both shapes. */
export function writeTail(
  { context, root, info, pageRefs, fills, roles, live }: TailPlan,
  numbering: Numbering,
): Pick<Tail, "info" | "root" | "pages" | "roles" | "external"> {
  const object = (ref: PDFRef, text: string): string => `${numbering(ref)} 0 obj\n${text}\nendobj\n`;
  const rootText = serialize(context.lookup(root, PDFDict), numbering);
  const form = live.form === undefined ? "" : `/AcroForm ${numbering(live.form)} 0 R`;
  const page = (index: number, fields: readonly PDFRef[]): TailPage["flat"] => {
    const dict = context.lookup(pageRefs[index]!, PDFDict).clone(context);
    const annots = [...(dict.lookupMaybe(PDFName.of("Annots"), PDFArray)?.asArray() ?? []), ...fields];
    if (annots.length > 0) dict.set(PDFName.of("Annots"), context.obj(annots));
    const text = object(pageRefs[index]!, serialize(dict, numbering));
    const mark = /\/(\w+) \d+ 0 R/g;
    for (const found of text.matchAll(mark)) {
      if (found[1] !== valueFonts.regular) continue;
      const at = found.index + found[0].length;
      return [text.slice(0, at), text.slice(at)];
    }
    throw new Error("A page that takes values has no font for them.");
  };
  return {
    ...(info === undefined ? {} : { info: numbering(info)! }),
    root: {
      number: numbering(root)!,
      flat: object(root, rootText),
      external: object(root, `${rootText.slice(0, -2)}${form}>>`),
    },
    pages: pageRefs.flatMap((ref, index) => {
      const fill = fills[index];
      if (fill === undefined) return [];
      const fields = live.widgets.filter((widget) => widget.page === index).map((widget) => widget.ref);
      const numbers = { page: index, number: numbering(ref)!, fill: numbering(fill)! };
      return [{ ...numbers, flat: page(index, []), external: page(index, fields) }];
    }),
    roles: roles.map(({ ref, flat, external }) => ({
      number: numbering(ref)!,
      flat: object(ref, serialize(flat, numbering)),
      external: object(ref, serialize(external, numbering)),
    })),
    external: live.objects.map(({ ref, render }) => ({
      number: numbering(ref)!,
      text: object(ref, render(numbering)),
    })),
  };
}
