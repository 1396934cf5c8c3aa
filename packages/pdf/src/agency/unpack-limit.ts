import { AsyncLocalStorage } from "node:async_hooks";
import { decodePDFRawStream, PDFContext, type PDFDocument, PDFName, PDFRawStream } from "@cantoo/pdf-lib";

/** Agency forms unpack to a few megabytes. A file made to exhaust memory unpacks to a thousand times its size. */
const maxUnpackedBytes = 100_000_000;

/** Counts the memory of the decoders: up to twice what comes out of them. */
const budgets = new AsyncLocalStorage<{ left: number }>();

/**
 * Opens a file and unpacks all of its streams. Whatever a filter puts out counts toward one limit: every filter of a list,
 * object streams, and streams that were encrypted. The libraries that take the file apart have no such limit.
 */
export async function openWithinLimit(
  open: () => Promise<PDFDocument>,
  limit = maxUnpackedBytes,
): Promise<PDFDocument> {
  const budget = { left: limit };
  const opened = await budgets.run(budget, async () => {
    try {
      const document = await open();
      unpackAll(document);
      return document;
    } catch (error) {
      if (budget.left >= 0) throw error;
      return undefined;
    }
  });
  // The library continues after an object that it cannot unpack.
  if (opened === undefined || budget.left < 0)
    throw new Error(`The file needs more than ${limit / 1e6} MB to unpack.`);
  return opened;
}

function unpackAll({ context }: PDFDocument): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    try {
      decodePDFRawStream(object).decode();
    } catch {
      // Damaged, or an image: its pixels are bounded by the page that is drawn.
    }
  }
}

interface Decoder {
  readonly buffer: Uint8Array;
  ensureBuffer(bytes: number): Uint8Array;
}

/** What the decoders of all filters inherit. The library exports neither. */
function baseDecoder(): Decoder {
  const dict = PDFContext.create().obj({ Filter: PDFName.of("ASCIIHexDecode") });
  const decoder: unknown = decodePDFRawStream(PDFRawStream.of(dict, new Uint8Array()));
  return Object.getPrototypeOf(Object.getPrototypeOf(decoder));
}

const base = baseDecoder();
const { ensureBuffer } = base;
base.ensureBuffer = function (this: Decoder, bytes) {
  const budget = budgets.getStore();
  if (budget === undefined) return ensureBuffer.call(this, bytes);
  const before = this.buffer.length;
  if (bytes - before > budget.left) budget.left = -1;
  if (budget.left < 0) throw new Error("The file is too large to unpack.");
  const buffer = ensureBuffer.call(this, bytes);
  budget.left -= buffer.length - before;
  return buffer;
};
