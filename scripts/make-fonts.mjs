// Writes packages/pdf/fonts/opening.json, with which every PDF starts: the fonts, reduced to the letters that forms use, and
// the color profile. Run it after a font or the profile changed, then build the content again. It needs the program zopfli
// (a package of that name in Debian), which compresses them to 1 KB less than zlib does.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeOpening } from "../packages/pdf/dist/font/make-opening.js";

const fonts = new URL("../packages/pdf/fonts/", import.meta.url);
const opening = makeOpening(
  new URL("Arimo-Regular.ttf", fonts),
  new URL("Arimo-Bold.ttf", fonts),
  readFileSync(new URL("sRGB.icc", fonts)),
  zopfli,
);
writeFileSync(new URL("opening.json", fonts), `${JSON.stringify(opening)}\n`);

function zopfli(content) {
  const folder = mkdtempSync(join(tmpdir(), "withholding-forms-fonts-"));
  const file = join(folder, "content");
  writeFileSync(file, content);
  try {
    return execFileSync("zopfli", ["--zlib", "--i1000", "-c", file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
