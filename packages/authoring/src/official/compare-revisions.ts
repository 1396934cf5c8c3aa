import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { surveyAgencyFile } from "@withholding-forms/pdf/build";
import { escapeXml } from "../book/graph.js";
import type { FormParts } from "../compile/form.js";
import { newForm } from "../tools/new-form.js";
import { type Comparison, compareFiles } from "./compare/compare-files.js";
import { comparisonText } from "./compare/report.js";
import { htmlPage } from "./review-page.js";

export interface ComparedRevisions {
  readonly comparison: Comparison;
  readonly text: string;
}

/** What changed between two revisions. */
export async function compareRevisions(before: Uint8Array, after: Uint8Array): Promise<ComparedRevisions> {
  const comparison = compareFiles(await surveyAgencyFile(before), await surveyAgencyFile(after));
  return { comparison, text: comparisonText(comparison) };
}

/** The same on one page for a browser, with what was removed and added marked. */
export function comparisonPage(title: string, { text }: Pick<ComparedRevisions, "text">): string {
  const [summary = "", ...lines] = text.split("\n");
  const items = lines.map((line) =>
    escapeXml(line)
      .replace(/\[-(.*?)-\]/g, (_, gone: string) => (gone === "" ? "" : `<del>${gone}</del>`))
      .replace(/\{\+(.*?)\+\}/g, (_, come: string) => (come === "" ? "" : `<ins>${come}</ins>`)),
  );
  const css =
    "del { background: #ffc9c9 } ins { background: #b7e4c2 } li { margin: .3rem 0; overflow-wrap: anywhere }";
  return htmlPage(
    title,
    `<p>${escapeXml(summary)}</p><ul>${items.map((item) => `<li>${item}</li>`).join("\n")}</ul>`,
    css,
  );
}

function figureFiles(root: string, folder: string, sets: unknown): string[] {
  const place = folder.split("/").slice(0, 2).join("/");
  return [sets ?? []].flat().flatMap((set) => {
    const parts = String(set).split("/");
    const at =
      parts.length === 1
        ? `${place}/figures/${set}`
        : `${parts.slice(0, -1).join("/")}/figures/${parts.at(-1)}`;
    const file = join(root, `${at}.yaml`);
    return existsSync(file) ? [file] : [];
  });
}

/** A figure that the new print has another amount for. */
export interface ChangedFigure {
  readonly name: string;
  readonly amount: string;
  /** What is there now. */
  readonly now: readonly string[];
  /** Another amount is nearly as likely. */
  readonly doubtful: boolean;
}

/** A folder that extends the version, and its figures with the new amounts, each to be confirmed. */
export function draftVersion(
  root: string,
  parts: FormParts,
  version: string,
  figures: readonly ChangedFigure[],
  today: string,
): string[] {
  const { folder, id, form } = parts.context.form;
  const jurisdiction = folder.split("/")[1] ?? "";
  const written = newForm(root, { jurisdiction, id, version, extends: parts.form.version, today });
  const [file] = figureFiles(root, folder, form.data.figures);
  if (file === undefined) return written;
  // A form for one year is followed by that for the next; others have figures of the year of the print.
  const year = form.data.year === undefined ? version.split(".")[0] : form.data.year + 1;
  const years = form.data.year === undefined ? "" : `year: ${year}\n`;
  appendFileSync(join(dirname(join(root, folder)), version, "form.yaml"), `${years}figures: ${year}\n`);
  const target = file.replace(/[^/]+\.yaml$/, `${year}.yaml`);
  if (existsSync(target)) return written;
  let text = readFileSync(file, "utf8");
  for (const figure of figures) text = withFigure(text, figure);
  writeFileSync(target, text);
  return [...written, target.slice(root.length + 1)];
}

/** A doubtful figure keeps its amount: a wrong new one would look as if it had been verified. */
function withFigure(text: string, { name, now, doubtful }: ChangedFigure): string {
  const found = now.join(" or ") || "no such amount";
  const note = doubtful
    ? `# TODO doubtful: the new file perhaps has ${found}`
    : `# TODO confirm: the new file has ${found}`;
  return text.replace(
    new RegExp(`^(\\s*${name}:.*?(?:amount|percent|date): "?)([\\d.-]+)(.*)$`, "m"),
    (_, before: string, amount: string, after: string) =>
      `${before}${doubtful ? amount : (now[0] ?? amount).replace(/[$,%\s]/g, "")}${after} ${note}`,
  );
}
