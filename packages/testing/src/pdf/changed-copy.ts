import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { tool } from "./tools.js";

/** A box on a page, counted from 1, in points from the lower left corner. */
export interface PlaceOnPage {
  readonly page: number;
  readonly rect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** A copy of a PDF in which other words are printed in one place. An independent tool removes what was there. */
export async function changedCopy(
  pdf: Uint8Array,
  { page, rect }: PlaceOnPage,
  words: string,
): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "changed-copy-"));
  try {
    const [script, before, after] = ["redact.js", "before.pdf", "after.pdf"].map((name) =>
      join(folder, name),
    );
    writeFileSync(script!, redact);
    writeFileSync(before!, pdf);
    const { x, y, width, height } = rect;
    const box = [x + 0.5, y + height / 3, x + width - 0.5, y + (height * 2) / 3].map(String);
    tool("mutool", ["run", script!, before!, after!, String(page - 1), ...box]);
    const document = await PDFDocument.load(readFileSync(after!), { updateMetadata: false });
    const font = document.embedStandardFont(StandardFonts.Helvetica);
    document.getPage(page - 1).drawText(words, { x, y, size: height, font });
    return await document.save();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const redact = `
var document = new PDFDocument(scriptArgs[0]);
var page = document.loadPage(Number(scriptArgs[2]));
var box = scriptArgs.slice(3).map(Number);
var top = page.bound()[3];
page.createAnnotation("Redact").setRect([box[0], top - box[3], box[2], top - box[1]]);
page.applyRedactions(false, 0);
document.save(scriptArgs[1], "");
`;
