// Writes packages/pdf/fonts/opening.json, with which every PDF starts: the fonts, reduced to the letters that forms use, and
// the color profile. Run it after a font or the profile changed, then build the content again.
import { readFileSync, writeFileSync } from "node:fs";
import { makeOpening } from "../packages/pdf/dist/font/make-opening.js";

const fonts = new URL("../packages/pdf/fonts/", import.meta.url);
const opening = makeOpening(
  new URL("Arimo-Regular.ttf", fonts),
  new URL("Arimo-Bold.ttf", fonts),
  readFileSync(new URL("sRGB.icc", fonts)),
);
writeFileSync(new URL("opening.json", fonts), `${JSON.stringify(opening)}\n`);
