import { createHash } from "node:crypto";
import { PDFDocument, PDFRef } from "@cantoo/pdf-lib";
import { openingObjects, startsWithOpening } from "../font/opening.js";
import type { Slot, Template } from "../template.js";
import { cleanCatalog, cleanInfo, cleanPage, keptAnnotations } from "./clean.js";
import { readWidgets, smallestSize, type Widget } from "./fields.js";
import { liveForm } from "./live.js";
import { packedRows, writeReady } from "./ready.js";
import { restructure, type StructuredSlot } from "./structure.js";
import { type TailPlan, writeTail } from "./tail.js";

export interface CompileOptions {
  /** Fields that are not part of the form, such as an agency's help banner. Removed with what they show. */
  readonly drop?: readonly string[];
  /** Our names for the agency's fields. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Places the file has no field for; agencies' forms have no field to sign in. */
  readonly add?: readonly AddedSlot[];
}

export type AddedSlot = Pick<Slot, "name" | "page" | "rect" | "role" | "tooltip" | "cells"> &
  Partial<Pick<Slot, "kind" | "align" | "fontSize">>;

/**
 * Runs once per form version, when content is built: turns any AcroForm PDF (drawn by us, or an agency's decrypted
 * file) into ready bytes and slots. Buttons, scripts, XFA and usage rights are removed.
 */
export async function compileTemplate(blank: Uint8Array, options: CompileOptions = {}): Promise<Template> {
  const document = await load(blank);
  const { context } = document;
  const sources = document.getPages();
  const pageRefs = sources.map(({ ref }) => ref);
  const widgets = readWidgets(document).filter(({ field }) => !options.drop?.includes(field));
  const slots = slotsOf(widgets, options, document);
  const fills = pageRefs.map((_, index) =>
    slots.some(({ slot }) => slot.page === index) ? context.nextRef() : undefined,
  );
  const tree = context.nextRef();
  const { opening, opened, font } = openingOf(blank, document);
  const annotations = sources.map(({ node }) => keptAnnotations(node));
  const pages = sources.map(({ node }, index) => {
    const baked = widgets.filter(({ page }) => page === index);
    return cleanPage(document, node, {
      tree,
      fill: fills[index],
      font,
      baked,
      links: annotations[index]!,
    });
  });
  const roles = restructure(document, pages, pageRefs, slots, new Set(annotations.flat()));
  const live = liveForm(document, slots, pageRefs, font);
  const root = context.register(cleanCatalog(document, tree));
  const info = cleanInfo(document);
  context.assign(tree, context.obj({ Type: "Pages", Count: pageRefs.length, Kids: [...pageRefs] }));
  pages.forEach((page, index) => {
    context.assign(pageRefs[index]!, page);
  });

  const plan: TailPlan = { context, root, info, pageRefs, fills, roles, live };
  const changing = [
    root,
    ...pageRefs.flatMap((ref, index) => (fills[index] === undefined ? [] : [ref, fills[index]])),
    ...roles.map(({ ref }) => ref),
  ];
  const written = writeReady(context, {
    opening,
    opened,
    roots: info === undefined ? [root] : [info, root],
    variable: [...changing, ...live.objects.map(({ ref }) => ref)],
    plain: new Set([tree, ...pageRefs]),
  });
  const { xref, checksum, lastRow } = packedRows(written.rows);
  return {
    slots: slots.map(({ slot, mcid }) => ({ ...slot, ...(mcid === undefined ? {} : { mcid }) })),
    pages: sources.map((page) => page.getSize()),
    opening,
    ready: written.ready,
    xref,
    tail: {
      constants: written.constants,
      checksum,
      lastRow,
      id: createHash("sha256").update(written.ready).digest("hex").slice(0, 32).toUpperCase(),
      next: written.constants + 1 + changing.length,
      ...writeTail(plan, written.numbering),
    },
  };
}

/** A blank drawn here has the opening already; to any other file, the font of the values comes with it. */
function openingOf(blank: Uint8Array, document: PDFDocument) {
  const { regular, bold, profile } = openingObjects;
  if (startsWithOpening(blank)) {
    const opened = new Map([regular, bold, profile].map((number) => [PDFRef.of(number), number]));
    return { opening: "drawn", opened, font: PDFRef.of(regular) } as const;
  }
  const font = document.context.nextRef();
  return { opening: "values", opened: new Map([[font, regular]]), font } as const;
}

async function load(blank: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(blank, { updateMetadata: false, throwOnInvalidObject: true });
  } catch (error) {
    // Encrypted bytes can look like any other damage, so the likely cause is named first.
    if (Buffer.from(blank).includes("/Encrypt")) {
      throw new Error("The blank is encrypted. Decrypt it first (qpdf --decrypt).", { cause: error });
    }
    throw error;
  }
}

function slotsOf(
  widgets: readonly Widget[],
  options: CompileOptions,
  document: PDFDocument,
): StructuredSlot[] {
  const pageCount = document.getPageCount();
  const own = widgets.flatMap(({ slot, ref, readOnly, value }) => {
    // A read-only field with a value becomes part of the page, and no answer goes there.
    if (slot === undefined || (readOnly && value !== "")) return [];
    return [{ slot: { ...slot, name: options.rename?.[slot.name] ?? slot.name }, widget: ref }];
  });
  const added = (options.add ?? []).map((addition) => {
    if (addition.page < 0 || addition.page >= pageCount) {
      throw new Error(`The added field ${addition.name} is on page ${addition.page + 1} of ${pageCount}.`);
    }
    const fontSize = addition.fontSize ?? 9;
    const defaults = { kind: "text", align: "left", floor: Math.min(smallestSize, fontSize) } as const;
    return { slot: { ...defaults, ...addition, fontSize }, widget: undefined };
  });
  return [...own, ...added].map((entry) => ({
    ...entry,
    live: entry.slot.role === undefined ? undefined : document.context.nextRef(),
  }));
}
