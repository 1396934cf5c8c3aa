import type { PDFiumPage } from "@hyzyla/pdfium";
import { pdfEngine } from "../render/render.js";
import type { PageSize, Rect } from "../template.js";

/** A printed word, or a row of dots that leads to a box, with the box around its letters. */
export interface PageWord {
  readonly text: string;
  readonly rect: Rect;
}

export interface PageWords extends PageSize {
  /** In the order of the file, which is nearly always the order of reading. */
  readonly words: readonly PageWord[];
}

/** Where every word of every page is printed, in points from the lower left corner of the page, as PDFium reads it. */
export async function pageWords(pdf: Uint8Array): Promise<PageWords[]> {
  const library = await pdfEngine();
  const module = textModule(library);
  const document = await library.loadDocument(pdf, "");
  try {
    return [...document.pages()].map((page) => {
      const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
      return { width, height, words: wordsOf(lettersOf(module, page)) };
    });
  } finally {
    document.destroy();
  }
}

/** The parts of PDFium that give positions. The package has them, but its types do not. */
interface TextModule {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(bytes: number): number; free(at: number): void };
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_GetCharBox(
    text: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number;
}

function textModule(library: object): TextModule {
  return (library as { readonly module: TextModule }).module;
}

interface Letter {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

function lettersOf(module: TextModule, page: PDFiumPage): Letter[] {
  const text = module._FPDFText_LoadPage((page as unknown as { readonly pageIdx: number }).pageIdx);
  if (text === 0) throw new Error("The words of a page cannot be read.");
  const at = module.wasmExports.malloc(32);
  try {
    const letters: Letter[] = [];
    const count = module._FPDFText_CountChars(text);
    for (let index = 0; index < count; index += 1) {
      const code = module._FPDFText_GetUnicode(text, index);
      module._FPDFText_GetCharBox(text, index, at, at + 8, at + 16, at + 24);
      // Memory may have grown, and then the view is a new one.
      const [left = 0, right = 0, bottom = 0, top = 0] = new Float64Array(module.HEAPU8.buffer, at, 4);
      letters.push({ text: letterOf(code), left, right, bottom, top });
    }
    return letters;
  } finally {
    module.wasmExports.free(at);
    module._FPDFText_ClosePage(text);
  }
}

/** How PDFium marks a hyphen at the end of a line; and no letter at all. */
function letterOf(code: number): string {
  if (code === 2 || code === 0xfffe) return "-";
  return code === 0 ? "" : String.fromCodePoint(code);
}

function wordsOf(letters: readonly Letter[]): PageWord[] {
  const words: PageWord[] = [];
  let open: Letter[] = [];
  const close = (): void => {
    if (open.length > 0) words.push(wordOf(open));
    open = [];
  };
  for (const letter of letters) {
    if (letter.text.trim() === "") close();
    else {
      const before = open.at(-1);
      if (before !== undefined && !follows(before, letter)) close();
      open.push(letter);
    }
  }
  close();
  return words;
}

/** On the same line, and no farther away than the letters of a word are. */
function follows(before: Letter, letter: Letter): boolean {
  const height = Math.max(before.top - before.bottom, letter.top - letter.bottom, 4);
  const sameLine = before.bottom < letter.top + 1 && letter.bottom < before.top + 1;
  return sameLine && letter.left - before.right < height && letter.left - before.right > -height;
}

function wordOf(letters: readonly Letter[]): PageWord {
  const x = Math.min(...letters.map(({ left }) => left));
  const y = Math.min(...letters.map(({ bottom }) => bottom));
  const width = Math.max(...letters.map(({ right }) => right)) - x;
  const height = Math.max(...letters.map(({ top }) => top)) - y;
  return { text: letters.map(({ text }) => text).join(""), rect: { x, y, width, height } };
}
