import { pdfEngine } from "../render/render.js";

/** The words of each page in reading order, as PDFium reads them; one space between words, none at the ends. */
export async function pageTexts(pdf: Uint8Array): Promise<string[]> {
  const document = await (await pdfEngine()).loadDocument(pdf, "");
  try {
    return [...document.pages()].map((page) => plain(page.getText()));
  } finally {
    document.destroy();
  }
}

/** How PDFium marks a hyphen at the end of a line. */
const lineHyphens = ["\u0002", "\ufffe"];

function plain(text: string): string {
  return lineHyphens
    .reduce((words, mark) => words.replaceAll(`${mark}\r\n`, "-").replaceAll(mark, "-"), text)
    .replace(/\s+/g, " ")
    .trim();
}
