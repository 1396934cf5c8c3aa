import type { PDFiumDocument, PDFiumLibrary, PDFiumPage } from "@hyzyla/pdfium";
import { encodePng, type Picture } from "./png.js";

/** Every page as a PNG exactly `width` pixels wide, drawn by PDFium. Slow (tenths of a second per page): callers keep
 * the result. */
export async function renderPages(pdf: Uint8Array, width: number): Promise<Uint8Array[]> {
  return opened(pdf, async (document) => {
    const pages: Uint8Array[] = [];
    for (const page of document.pages()) pages.push(encodePng(await drawn(page, width)));
    return pages;
  });
}

/** The same of one page, counted from 1. */
export async function renderPage(pdf: Uint8Array, width: number, number: number): Promise<Uint8Array> {
  return encodePng(await renderPixels(pdf, width, number));
}

/** One page, counted from 1, that is not packed. */
export async function renderPixels(pdf: Uint8Array, width: number, number: number): Promise<Picture> {
  return opened(pdf, (document) => drawn(document.getPage(number - 1), width));
}

async function opened<T>(pdf: Uint8Array, use: (document: PDFiumDocument) => Promise<T>): Promise<T> {
  const document = await (await pdfEngine()).loadDocument(pdf);
  try {
    return await use(document);
  } finally {
    document.destroy();
  }
}

async function drawn(page: PDFiumPage, width: number): Promise<Picture> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const height = Math.round((originalHeight * width) / originalWidth);
  // Asking for a scale would give 1279 pixels on pages that are not whole points wide.
  const { data } = await page.render({ scale: 1, width, height, render: "bitmap" });
  return { width, height, data };
}

/** Started on first use and shared, because starting it is slow. */
export function pdfEngine(): Promise<PDFiumLibrary> {
  engine ??= import("@hyzyla/pdfium").then((pdfium) => pdfium.PDFiumLibrary.init());
  return engine;
}

let engine: Promise<PDFiumLibrary> | undefined;
