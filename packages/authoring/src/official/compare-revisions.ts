import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { digest } from "@withholding-forms/catalog/agency/store";
import { pageTexts, surveyAgencyFile } from "@withholding-forms/pdf/build";
import { parse } from "yaml";
import { escapeXml } from "../book/graph.js";
import { compileContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { newForm } from "../tools/new-form.js";
import { type Comparison, compareFiles } from "./compare/compare-files.js";
import { comparisonText } from "./compare/report.js";
import { type Touched, type TouchedFigure, touchedBy } from "./compare/touched.js";

export interface CompareChoices {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

export interface ComparedRevisions {
  /** `W4101 2024.12.0`, where the old file is bound to a version. */
  readonly form?: string;
  readonly comparison: Comparison;
  readonly touched?: Touched;
  readonly text: string;
}

/** What changed between two revisions, and what that touches of the form that the old one is bound to. */
export async function compareRevisions(
  root: string,
  { before, after }: CompareChoices,
): Promise<ComparedRevisions> {
  const comparison = compareFiles(await surveyAgencyFile(before), await surveyAgencyFile(after));
  const sha256 = digest(before);
  const parts = compileContent(root, () => {})?.forms.find(({ form }) => form.official?.sha256 === sha256);
  if (parts === undefined) return { comparison, text: comparisonText(comparison, undefined) };
  const texts = { before: await pageTexts(before), after: await pageTexts(after) };
  const touched = touchedBy(comparison, parts.form.official, figuresOf(root, parts), texts);
  return {
    form: `${parts.form.id} ${parts.form.version}`,
    comparison,
    touched,
    text: comparisonText(comparison, touched),
  };
}

/** The same on one page for a browser, with what was removed and added marked. */
export function comparisonPage(title: string, { text }: Pick<ComparedRevisions, "text">): string {
  const [summary = "", ...lines] = text.split("\n");
  const items = lines.map((line) =>
    escapeXml(line)
      .replace(/\[-(.*?)-\]/g, (_, gone: string) => (gone === "" ? "" : `<del>${gone}</del>`))
      .replace(/\{\+(.*?)\+\}/g, (_, come: string) => (come === "" ? "" : `<ins>${come}</ins>`)),
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeXml(title)}</title>
<style>:root { color: #1c2430; background: #fff; font: 15px/1.5 system-ui, sans-serif } main { max-width: 60rem; margin: 0 auto; padding: 1rem } del { background: #ffc9c9 } ins { background: #b7e4c2 } li { margin: .3rem 0; overflow-wrap: anywhere }</style></head>
<body><main><h1>${escapeXml(title)}</h1><p>${escapeXml(summary)}</p><ul>${items.map((item) => `<li>${item}</li>`).join("\n")}</ul></main></body>
</html>
`;
}

/** Amounts by name, of the sets that the form uses. */
export function figuresOf(root: string, { context }: FormParts): Record<string, string> {
  const found: Record<string, string> = {};
  for (const file of figureFiles(root, context.form.folder, context.form.form.data.figures)) {
    const { figures } = parse(readFileSync(file, "utf8")) as { figures: Record<string, { amount?: number }> };
    for (const [name, { amount }] of Object.entries(figures))
      if (amount !== undefined) found[name] = String(amount);
  }
  return found;
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

/** A folder that extends the version, and its figures with the new amounts, each to be confirmed. */
export function draftVersion(
  root: string,
  parts: FormParts,
  version: string,
  touched: Pick<Touched, "figures">,
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
  for (const figure of touched.figures) text = withFigure(text, figure);
  writeFileSync(target, text);
  return [...written, target.slice(root.length + 1)];
}

/** A doubtful figure keeps its amount: a wrong new one would look as if it had been verified. */
function withFigure(text: string, { name, now, doubtful }: TouchedFigure): string {
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
