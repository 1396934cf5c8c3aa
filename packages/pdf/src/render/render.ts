import type { PDFiumLibrary } from "@hyzyla/pdfium";
import { encodePng } from "./png.js";

/** Every page as a PNG exactly `width` pixels wide, drawn by PDFium. Slow (tenths of a second a page): callers keep
 * the result. */
export async function renderPages(pdf: Uint8Array, width: number): Promise<Uint8Array[]> {
  const document = await (await pdfEngine()).loadDocument(pdf);
  try {
    const pages: Uint8Array[] = [];
    for (const page of document.pages()) {
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const height = Math.round((originalHeight * width) / originalWidth);
      // Asking for a scale would give 1279 pixels on pages that are not whole points wide.
      const { data } = await page.render({ scale: 1, width, height, render: "bitmap" });
      pages.push(encodePng({ width, height, data }));
    }
    return pages;
  } finally {
    document.destroy();
  }
}

/** Started on first use and shared: it takes 10 MB and a tenth of a second to start. */
export function pdfEngine(): Promise<PDFiumLibrary> {
  engine ??= import("@hyzyla/pdfium").then((pdfium) => pdfium.PDFiumLibrary.init());
  return engine;
}

let engine: Promise<PDFiumLibrary> | undefined;
