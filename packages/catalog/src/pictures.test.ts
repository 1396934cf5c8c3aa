import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderPages } from "@withholding-forms/pdf";
import { beforeAll, describe, expect, it } from "vitest";
import { casesOf } from "./check/cases.js";
import { answersOf, filled, formNames, type Subject, subjectOf } from "./test/filled.js";
import {
  approvedFolder,
  difference,
  drawnByMupdf,
  drawnByPdfium,
  readSquares,
  writeSquares,
} from "./test/pictures.js";

// `npm run approve-pictures` draws them anew and puts large ones into build/pictures, to be looked at.
const approving = process.env["APPROVE_PICTURES"] === "yes";
const lookAt = fileURLToPath(new URL("../../../build/pictures/", import.meta.url));

const fileOf = (name: string): string => `${name.replace(" ", "-")}.png`;

it("has an approved picture for every form, and none for a form that is gone", () => {
  mkdirSync(approvedFolder, { recursive: true });
  const wanted = formNames.map(([name]) => fileOf(name)).sort();
  const gone = readdirSync(approvedFolder).filter((file) => !wanted.includes(file));
  expect(gone).toEqual([]);
  const missing = wanted.filter((file) => !existsSync(join(approvedFolder, file)));
  if (!approving) expect(missing, "run npm run approve-pictures, look at them, and commit them").toEqual([]);
});

it("would notice a page that moved by a line of print", () => {
  const [first = ""] = readdirSync(approvedFolder);
  const { columns, rows, ink } = readSquares(readFileSync(join(approvedFolder, first)));
  const moved = { columns, rows, ink: [...ink.slice(columns), ...ink.slice(0, columns)] };
  expect(difference({ columns, rows, ink }, moved, 0.1)).toBeGreaterThan(0.05);
});

describe.each(formNames)("%s", (name, parts) => {
  let pdf: Uint8Array;
  beforeAll(async () => {
    const subject = await subjectOf(parts);
    pdf = filled(subject.template, fullest(subject), "SIGN");
  });

  it("looks on its first page as approved, and the same to a second engine", async () => {
    const now = await drawnByPdfium(pdf);
    const other = drawnByMupdf(pdf, now);
    expect(now.ink.filter((ink) => ink > 0.02).length).toBeGreaterThan(200);
    expect(difference(now, other, 0.15)).toBeLessThan(0.01);
    const path = join(approvedFolder, fileOf(name));
    if (approving) await approve(path);
    // A line of print that moves by its own height changes more than this; a word that is corrected does not.
    else if (existsSync(path))
      expect(difference(now, readSquares(readFileSync(path)), 0.1)).toBeLessThan(0.01);

    async function approve(file: string): Promise<void> {
      const before = existsSync(file) ? readSquares(readFileSync(file)) : undefined;
      if (before !== undefined && difference(now, before, 0.1) < 0.01) return;
      writeFileSync(file, writeSquares(now));
      mkdirSync(lookAt, { recursive: true });
      const [large] = await renderPages(pdf, 900);
      writeFileSync(join(lookAt, fileOf(name)), large!);
      console.log(`new picture: build/pictures/${fileOf(name)}`);
    }
  });
});

/** What the hand-written case that prints most prints; cases change less often than what the checker finds. */
function fullest(subject: Subject) {
  const { cases } = subject.parts.context.form;
  const written = new Set(casesOf(cases).map((one) => `the case "${one.case}"`));
  const all = answersOf(subject.parts);
  const chosen = all.filter((one) => written.has(one.about));
  return (chosen.length > 0 ? chosen : all)
    .map((one) => subject.values(one, "SIGN"))
    .sort((a, b) => printedCount(b) - printedCount(a))[0]!;
}

function printedCount(values: Readonly<Record<string, string | boolean>>): number {
  return Object.values(values).filter((value) => value !== "" && value !== false).length;
}
