import { decodePDFRawStream, PDFArray, type PDFObject, PDFRawStream, PDFStream } from "@cantoo/pdf-lib";

/** What a page draws, unpacked, as one character per byte, and closed in itself: whatever follows starts from the
 * page's own coordinates and black ink. */
export function closedContent(
  contents: PDFObject | undefined,
  lookup: (object: PDFObject) => PDFObject | undefined,
): string {
  const parts = contents instanceof PDFArray ? contents.asArray().map((part) => lookup(part)) : [contents];
  const text = parts.map((part) => (part instanceof PDFStream ? unpacked(part) : "")).join("\n");
  const open = openStates(text);
  return `q\n${text.trim()}\n${"Q ".repeat(open + 1).trim()}\n`;
}

export function unpacked(stream: PDFStream): string {
  const bytes = stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : stream.getContents();
  return Buffer.from(bytes).toString("latin1");
}

/** How many saved graphics states the content leaves open (agency files do). */
export function openStates(content: string): number {
  let depth = 0;
  for (const [token] of content.matchAll(tokens)) {
    if (token === "q") depth += 1;
    else if (token === "Q") depth -= 1;
    if (depth < 0) throw new Error("The blank closes a graphics state it did not open.");
  }
  return depth;
}

// Comments, strings (two levels of parentheses are enough for what is in page content) and inline images are
// skipped as a whole, so that a letter q inside them is not an operator.
const tokens =
  /%[^\r\n]*|\((?:\\[\s\S]|[^()\\]|\((?:\\[\s\S]|[^()\\]|\([^()]*\))*\))*\)|\bBI\b[\s\S]*?\sEI(?=\s)|<[0-9A-Fa-f\s]*>|[^\s()<>[\]{}/%]+|\/[^\s()<>[\]{}/%]*/g;
