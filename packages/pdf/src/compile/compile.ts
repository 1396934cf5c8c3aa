import { createHash } from "node:crypto";
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from "@cantoo/pdf-lib";
import { type Slot, type Template, valueFonts } from "../template.js";
import { bakedWidget } from "./bake.js";
import { closedContent } from "./content.js";
import { readWidgets, smallestSize, type Widget } from "./fields.js";
import { liveForm } from "./live.js";
import { writeReady } from "./ready.js";
import { serializeDict } from "./serialize.js";
import { restructure, type StructuredSlot } from "./structure.js";

export interface CompileOptions {
  /** Fields that are no part of the form, such as an agency's help banner: removed with what they show. */
  readonly drop?: readonly string[];
  /** Own names for the agency's field names. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Places the file has no field for; agencies' forms have no field to sign in. */
  readonly add?: readonly AddedSlot[];
}

export type AddedSlot = Pick<Slot, "name" | "page" | "rect" | "role" | "tooltip" | "cells"> &
  Partial<Pick<Slot, "kind" | "align" | "fontSize">>;

/**
 * Once per form version, when content is built: any AcroForm PDF (drawn by us, or an agency's file already
 * decrypted) becomes ready bytes plus slots. Buttons, scripts, XFA and usage rights do not survive.
 */
export async function compileTemplate(blank: Uint8Array, options: CompileOptions = {}): Promise<Template> {
  const document = await PDFDocument.load(blank, { updateMetadata: false, throwOnInvalidObject: true });
  if (document.isEncrypted) throw new Error("The blank is encrypted. Decrypt it first (qpdf --decrypt).");
  const { context, catalog } = document;
  const sources = document.getPages().map((page) => page.node);
  const pageRefs = document.getPages().map((page) => page.ref);
  const widgets = readWidgets(document).filter(({ field }) => !options.drop?.includes(field));
  const slots = slotsOf(widgets, options, document);
  const filled = pageRefs.map((_, index) => slots.some(({ slot }) => slot.page === index));

  const pagesRef = context.nextRef();
  const helvetica = context.register(
    context.obj({ Type: "Font", Subtype: "Type1", BaseFont: "Helvetica", Encoding: "WinAnsiEncoding" }),
  );
  const fills = pageRefs.map((_, index) => (filled[index] ? context.nextRef() : undefined));
  const annotations = sources.map((source) => keptAnnotations(source));
  const pages = sources.map((source, index) => {
    if ((numberOf(source.Rotate()) ?? 0) % 360 !== 0 && filled[index]) {
      throw new Error(`Page ${index + 1} of the blank is rotated, which values would not follow.`);
    }
    const baked = widgets.filter(({ page }) => page === index);
    return cleanPage(source, document, { parent: pagesRef, fill: fills[index], helvetica, baked });
  });
  const roles = restructure(document, pages, pageRefs, slots, new Set(annotations.flat()));
  const live = liveForm(document, slots, pageRefs, helvetica);
  const root = cleanCatalog(catalog, pagesRef, context.obj({}));
  const pageTree = context.obj({ Type: "Pages", Count: pageRefs.length, Kids: [...pageRefs] });
  context.assign(pagesRef, pageTree);
  pages.forEach((page, index) => {
    if (annotations[index]!.length > 0) page.set(name("Annots"), context.obj([...annotations[index]!]));
    context.assign(pageRefs[index]!, page);
  });

  const info = cleanInfo(document);
  const rootRef = context.register(root);
  const tailRefs = [
    rootRef,
    ...pageRefs.flatMap((ref, index) => (filled[index] ? [ref, fills[index]!] : [])),
    ...roles.map(({ ref }) => ref),
  ];
  const externalRefs = live.objects.map(({ ref }) => ref);
  const plain = new Set([pagesRef, ...pageRefs]);
  const written = writeReady(context, {
    roots: [...(info === undefined ? [] : [info]), rootRef],
    variable: [...tailRefs, ...externalRefs],
    further: live.objects.map(({ object }) => object),
    plain,
  });
  const { numbering } = written;
  const object = (ref: PDFRef, text: string): string => `${numbering(ref)} 0 obj${text}\nendobj\n`;
  const id = createHash("sha256").update(written.ready).digest("hex").slice(0, 32).toUpperCase();
  const rootText = serializeDict(root, numbering);
  return {
    slots: slots.map(({ slot, mcid }) => ({ ...slot, ...(mcid === undefined ? {} : { mcid }) })),
    pages: sources.map((source) => {
      const { width, height } = source.MediaBox().asRectangle();
      return { width, height };
    }),
    ready: written.ready,
    xref: written.xref,
    tail: {
      constants: written.constants,
      id,
      ...(info === undefined ? {} : { info: numbering(info)! }),
      root: {
        number: numbering(rootRef)!,
        flat: object(rootRef, rootText),
        external: object(
          rootRef,
          live.form === undefined
            ? rootText
            : `${rootText.slice(0, -2)}/AcroForm ${numbering(live.form)} 0 R>>`,
        ),
      },
      pages: pageRefs.flatMap((ref, index) => {
        if (!filled[index]) return [];
        const split = (fields: readonly PDFRef[]): [string, string] => {
          const dict = pages[index]!.clone(context);
          const annots = [...annotations[index]!, ...fields];
          dict.delete(name("Annots"));
          if (annots.length > 0) dict.set(name("Annots"), context.obj(annots));
          const text = object(ref, serializeDict(dict, numbering));
          const mark = `/${valueFonts.helvetica} ${numbering(helvetica)} 0 R`;
          const at = text.indexOf(mark) + mark.length;
          return [text.slice(0, at), text.slice(at)];
        };
        const fields = live.widgets.filter(({ page }) => page === index).map(({ ref }) => ref);
        return [
          {
            page: index,
            number: numbering(ref)!,
            fill: numbering(fills[index]!)!,
            flat: split([]),
            external: split(fields),
          },
        ];
      }),
      roles: roles.map(({ ref, flat, external }) => ({
        number: numbering(ref)!,
        flat: object(ref, serializeDict(flat, numbering)),
        external: object(ref, serializeDict(external, numbering)),
      })),
      external: live.objects.map(({ ref, render }) => ({
        number: numbering(ref)!,
        text: object(ref, render(numbering)),
      })),
      next: written.constants + 1 + tailRefs.length,
    },
  };
}

function slotsOf(
  widgets: readonly Widget[],
  options: CompileOptions,
  document: PDFDocument,
): StructuredSlot[] {
  const pageCount = document.getPageCount();
  const own = widgets.flatMap(({ slot, ref, readOnly, value }) => {
    // A read-only field that holds something is baked, and nobody's answer goes there.
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

/** Links stay; notes, pop-ups, media and the fields themselves do not belong on a completed certificate. */
function keptAnnotations(page: PDFDict): PDFRef[] {
  const annots = page.lookupMaybe(name("Annots"), PDFArray)?.asArray() ?? [];
  return annots.filter((entry): entry is PDFRef => {
    if (!(entry instanceof PDFRef)) return false;
    const dict = page.context.lookup(entry);
    if (!(dict instanceof PDFDict) || dict.lookup(name("Subtype")) !== name("Link")) return false;
    const action = dict.lookup(name("A"));
    const kind = action instanceof PDFDict ? action.lookup(name("S")) : undefined;
    for (const key of ["AA", "PA", "P"]) dict.delete(name(key));
    return kind === undefined || kind === name("URI") || kind === name("GoTo");
  });
}

interface PageParts {
  readonly parent: PDFRef;
  readonly fill: PDFRef | undefined;
  readonly helvetica: PDFRef;
  readonly baked: readonly Widget[];
}

function cleanPage(source: PageNode, document: PDFDocument, parts: PageParts): PDFDict {
  const { context } = document;
  const page = context.obj({ Type: "Page", Parent: parts.parent });
  for (const key of ["MediaBox", "CropBox", "Rotate"]) {
    const value = source.getInheritableAttribute(name(key));
    if (value !== undefined) page.set(name(key), context.lookup(value)!);
  }
  for (const key of ["UserUnit", "Group", "Tabs", "StructParents"]) {
    const value = source.get(name(key));
    if (value !== undefined) page.set(name(key), value);
  }
  const resources = copyOf(source.Resources(), document);
  const fonts = copyOf(resources.lookup(name("Font")), document);
  if (Object.values(valueFonts).some((font) => fonts.has(name(font)))) {
    throw new Error("The blank was made from a completed file of this service.");
  }
  const drawings = new Map<string, PDFRef>();
  const baked = parts.baked.map((widget) => bakedWidget(widget, document, drawings)).join("");
  if (parts.fill !== undefined) fonts.set(name(valueFonts.helvetica), parts.helvetica);
  if (fonts.keys().length > 0) resources.set(name("Font"), fonts);
  if (drawings.size > 0) {
    const objects = copyOf(resources.lookup(name("XObject")), document);
    for (const [key, ref] of drawings) objects.set(name(key), ref);
    resources.set(name("XObject"), objects);
  }
  page.set(name("Resources"), resources);
  const contents = source.get(name("Contents"));
  const drawn = closedContent(contents === undefined ? undefined : context.lookup(contents), (part) =>
    context.lookup(part),
  );
  // Frames of boxes are decoration; in a tagged file whatever is not content says so.
  const decoration = baked === "" ? "" : `/Artifact BMC\n${baked}EMC\n`;
  const constant = context.register(context.stream(Buffer.from(drawn + decoration, "latin1")));
  page.set(name("Contents"), context.obj(parts.fill === undefined ? [constant] : [constant, parts.fill]));
  return page;
}

type PageNode = ReturnType<PDFDocument["getPages"]>[number]["node"];

function copyOf(object: PDFObject | undefined, document: PDFDocument): PDFDict {
  return object instanceof PDFDict ? object.clone(document.context) : document.context.obj({});
}

function cleanCatalog(catalog: PDFDict, pages: PDFRef, root: PDFDict): PDFDict {
  root.set(name("Type"), name("Catalog"));
  root.set(name("Pages"), pages);
  const kept = [
    "Lang",
    "MarkInfo",
    "StructTreeRoot",
    "ViewerPreferences",
    "Metadata",
    "PageLabels",
    "PageLayout",
  ];
  for (const key of [...kept, "PageMode", "Outlines", "Dests", "OCProperties", "OutputIntents"]) {
    const value = catalog.get(name(key));
    if (value !== undefined) root.set(name(key), value);
  }
  // Of the name trees only that of destinations has a use; another one holds scripts.
  const destinations = catalog.lookupMaybe(name("Names"), PDFDict)?.get(name("Dests"));
  if (destinations !== undefined) root.set(name("Names"), catalog.context.obj({ Dests: destinations }));
  return root;
}

function cleanInfo(document: PDFDocument): PDFRef | undefined {
  const info = document.context.trailerInfo.Info;
  const source = info === undefined ? undefined : document.context.lookup(info);
  const clean = document.context.obj({});
  for (const key of ["Title", "Author", "Subject", "Keywords", "Creator", "Producer", "CreationDate"]) {
    const value = source instanceof PDFDict ? source.lookup(name(key)) : undefined;
    if (value !== undefined && !(value instanceof PDFHexString && value.asString() === ""))
      clean.set(name(key), value);
  }
  return clean.keys().length === 0 ? undefined : document.context.register(clean);
}

function numberOf(object: PDFObject | undefined): number | undefined {
  return object instanceof PDFNumber ? object.asNumber() : undefined;
}

function name(text: string): PDFName {
  return PDFName.of(text);
}
