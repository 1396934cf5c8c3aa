import { getDocument, OPS, shapeless } from "./pdfjs-engine.js";

export interface PlacedText {
  readonly text: string;
  readonly page: number;
  readonly x: number;
  /** Baseline. */
  readonly y: number;
  readonly width: number;
  readonly size: number;
}

/** Every piece of text on the pages, where pdf.js sees it. */
export async function placedTexts(pdf: Uint8Array): Promise<PlacedText[]> {
  return withPages(pdf, textsOf);
}

export interface OpenField {
  readonly name: string;
  readonly value: unknown;
}

/** The names and values of the fields that are still open. */
export async function openFields(pdf: Uint8Array): Promise<OpenField[]> {
  return withPages(pdf, fieldsOf);
}

/** Both, with the file read once. */
export async function textsAndFields(
  pdf: Uint8Array,
): Promise<{ readonly texts: readonly PlacedText[]; readonly fields: readonly OpenField[] }> {
  const pages = await withPages(pdf, async (page, index) => [
    { texts: await textsOf(page, index), fields: await fieldsOf(page) },
  ]);
  return { texts: pages.flatMap(({ texts }) => texts), fields: pages.flatMap(({ fields }) => fields) };
}

async function textsOf(page: Page, index: number): Promise<PlacedText[]> {
  const { items } = await page.getTextContent();
  return items.flatMap((item) => placed(item, index));
}

async function fieldsOf(page: Page): Promise<OpenField[]> {
  const annotations = (await page.getAnnotations()) as Record<string, unknown>[];
  return annotations
    .filter((annotation) => annotation["subtype"] === "Widget")
    .map((annotation) => ({ name: String(annotation["fieldName"]), value: annotation["fieldValue"] }));
}

/** How many separate paths are stroked; a tick is one. */
export async function strokedPaths(pdf: Uint8Array, pageIndex: number): Promise<number> {
  const counts = await withPages(pdf, async (page, index) => {
    if (index !== pageIndex) return [];
    const { fnArray, argsArray } = await page.getOperatorList();
    return fnArray.filter(
      (fn, at) => fn === OPS.constructPath && (argsArray[at] as unknown[])[0] === OPS.stroke,
    );
  });
  return counts.length;
}

/** The words of a page in the order of its structure, as a screen reader reads them out. */
export async function spokenText(pdf: Uint8Array, pageIndex: number): Promise<string> {
  const pages = await withPages(pdf, async (page, index) => {
    if (index !== pageIndex) return [];
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const words = new Map<string, string>();
    const open: string[] = [];
    for (const item of items) {
      if ("str" in item) {
        const id = open.at(-1) ?? "";
        words.set(id, `${words.get(id) ?? ""}${item.str}${item.hasEOL ? " " : ""}`);
      } else if (item.type === "endMarkedContent") open.pop();
      else open.push(item.id ?? open.at(-1) ?? "");
    }
    const say = (node: StructNode): string[] =>
      "children" in node
        ? node.children.flatMap(say)
        : node.type === "content" && node.id !== undefined
          ? [words.get(node.id) ?? ""]
          : [];
    const tree = (await page.getStructTree()) as StructNode | null;
    return tree === null ? [] : say(tree);
  });
  return pages.join("\n");
}

type StructNode =
  | { readonly role: string; readonly children: readonly StructNode[] }
  | { readonly type: string; readonly id?: string };

export interface FieldBox {
  readonly page: number;
  /** Left, bottom, right, top. */
  readonly rect: readonly number[];
}

/** What there is to know about the pages of a blank. */
export interface BlankPages {
  /** Where the boxes of the fields are, by name; a check box that is one choice of several also as `field#state`. */
  readonly boxes: ReadonlyMap<string, readonly FieldBox[]>;
  /** The lower left corner of each page. Few agencies' pages start elsewhere than at 0, 0. */
  readonly corners: readonly Corner[];
}

export async function blankPages(pdf: Uint8Array): Promise<BlankPages> {
  const boxes = new Map<string, FieldBox[]>();
  const add = (name: string, box: FieldBox): void => {
    boxes.set(name, [...(boxes.get(name) ?? []), box]);
  };
  const corners = await withPages(pdf, async (page, index) => {
    const annotations = (await page.getAnnotations()) as Record<string, unknown>[];
    for (const { subtype, fieldName, rect, exportValue, buttonValue } of annotations) {
      if (subtype !== "Widget") continue;
      const box = { page: index, rect: rect as number[] };
      add(String(fieldName), box);
      const state = exportValue ?? buttonValue;
      if (typeof state === "string") add(`${String(fieldName)}#${state}`, box);
    }
    const [left = 0, bottom = 0] = page.view;
    return [{ left, bottom }];
  });
  return { boxes, corners };
}

export interface Corner {
  readonly left: number;
  readonly bottom: number;
}

export interface PageRead {
  readonly texts: readonly PlacedText[];
  /** Names of the fields that are still open. */
  readonly open: readonly string[];
  /** What each stroked path spans (left, bottom, right, top); a tick is one path. */
  readonly strokes: readonly (readonly number[])[];
}

/** Texts, stroked paths and open fields of all pages, read in one go. */
export async function readPages(pdf: Uint8Array): Promise<PageRead[]> {
  const read = async (page: Page, index: number): Promise<PageRead[]> => {
    const [annotations, { items }, { fnArray, argsArray }] = await Promise.all([
      page.getAnnotations() as Promise<Record<string, unknown>[]>,
      page.getTextContent(),
      page.getOperatorList(),
    ]);
    const strokes = fnArray.flatMap((fn, at) => {
      if (fn !== OPS.constructPath) return [];
      const [paint, , span] = argsArray[at] as [number, unknown, ArrayLike<number> | null];
      return paint === OPS.stroke ? [Array.from(span ?? [])] : [];
    });
    return [
      {
        texts: items.flatMap((item) => placed(item, index)),
        open: annotations.flatMap(({ subtype, fieldName }) =>
          subtype === "Widget" ? [String(fieldName)] : [],
        ),
        strokes,
      },
    ];
  };
  return withPages(pdf, read);
}

type Item = Awaited<ReturnType<Page["getTextContent"]>>["items"][number];

function placed(item: Item, page: number): PlacedText[] {
  if (!("str" in item) || item.str === "") return [];
  const [, , , size, x, y] = item.transform as number[];
  return [{ text: item.str, page, x: x!, y: y!, width: item.width, size: size! }];
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>["promise"]>["getPage"]>>;

async function withPages<T>(
  pdf: Uint8Array,
  read: (page: Page, index: number) => Promise<T[]>,
): Promise<T[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, ...shapeless });
  const document = await task.promise;
  const results: T[] = [];
  for (let index = 0; index < document.numPages; index += 1) {
    results.push(...(await read(await document.getPage(index + 1), index)));
  }
  await task.destroy();
  return results;
}
