import type { AgencySurvey } from "@withholding-forms/pdf/build";
import type { FormParts } from "../../compile/form.js";
import { amountFindings, tableFindings, unknownAmounts } from "./amounts.js";
import { dateFindings, figureFindings } from "./figures.js";
import { escaped, type FileText, fileText, months } from "./file-text.js";
import { type Finding, finding } from "./finding.js";
import { headingFindings, lineFindings } from "./lines.js";
import { type Pair, pairAmounts } from "./pair-amounts.js";

export interface Audit {
  readonly findings: readonly Finding[];
  /** Figures that the print has another amount for. */
  readonly changed: ReadonlyMap<string, Pair>;
}

/** The agency's file against a version of the form: what both have, and what only one of them has. */
export function audit(parts: FormParts, survey: AgencySurvey): Audit {
  const print = fileText(survey, parts.form.language);
  const tables = tableFindings(parts, print);
  const unknown = unknownAmounts(parts, print, tables);
  const figures = figureFindings(parts, print);
  const changed = pairAmounts(
    parts,
    figures.flatMap(({ figure }) => figure ?? []),
    print.numbers.filter(({ isAmount, inTable }) => isAmount && !inTable),
    unknown,
  );
  const paired = new Set([...changed.values()].map(({ amount }) => amount));
  return {
    findings: [
      ...labelFindings(parts, print),
      ...figures.map(({ finding: found, figure }): Finding => {
        const amount = changed.get(figure?.id ?? "")?.amount;
        return amount === undefined
          ? found
          : { ...found, weight: "DIFFERS", theirs: amount.text, spot: amount.spot };
      }),
      ...tables.findings,
      ...amountFindings(
        parts,
        [...unknown].filter((one) => !paired.has(one)),
      ),
      ...dateFindings(parts, print, figures),
      ...lineFindings(parts, print, survey),
      ...headingFindings(parts, print),
      fieldsFinding(parts, survey),
    ],
    changed,
  };
}

/** The label of the revision, and the year that is printed large. */
function labelFindings({ context }: FormParts, { find, words }: FileText): Finding[] {
  const { form } = context.form;
  const { revision, year } = form.data;
  const parts = revision.split(/[()]/).flatMap((part) => (/\d/.test(part) ? part.trim() : []));
  const labels = parts
    .filter((part) => !isYear(part))
    .map((part): Finding => {
      const [same] = find(spread(part));
      const printed = same ?? find(spread(part, true))[0];
      const weight = same !== undefined ? "AGREES" : printed === undefined ? "UNSEEN" : "DIFFERS";
      const sides = { ours: part, theirs: printed?.text ?? "" };
      return finding(form, ["revision"], { about: "revision", weight, ...sides }, printed?.spot);
    });
  const ours = year === undefined ? parts.find(isYear) : String(year);
  if (ours === undefined) return labels;
  const heights = words.map(({ rect }) => rect.height).sort((a, b) => a - b);
  const large = (heights[heights.length >> 1] ?? 0) * 1.25;
  const [printed] = words
    .filter(({ page, text, rect }) => page === 0 && isYear(text) && rect.height > large)
    .sort((a, b) => b.rect.height - a.rect.height);
  // Some forms print it only after their number, such as at the end of a URL.
  const name = [...form.data.name.replace(/[^\p{L}\d]/gu, "")].map(escaped).join("\\W?");
  const near = printed ?? find(`(?:\\S*/)?${name}\\p{L}?\\W{1,2}20\\d\\d`)[0];
  const theirs = near?.text.slice(-4) ?? "";
  const weight = near === undefined ? "UNSEEN" : theirs === ours ? "AGREES" : "DIFFERS";
  return [...labels, finding(form, ["year"], { about: "year", weight, ours, theirs }, near?.spot)];
}

function isYear(text: string): boolean {
  return /^20\d\d$/.test(text);
}

/**
 * A pattern that finds a label even if its letters are set apart; with `like`, also with other digits and another month.
 */
function spread(label: string, like = false): string {
  const patternOf = (letter: string): string =>
    /\d/.test(letter) && like ? "\\d" : /[\p{L}\d]/u.test(letter) ? letter : `${escaped(letter)}?`;
  const parts = like ? label.split(new RegExp(months, "i")) : [label];
  return parts
    .map((part) => [...part.replace(/\s/g, "")].map(patternOf).join("\\s*"))
    .join(`\\s*(?:${months})\\s*`);
}

/** The bound fields are all fields of the file; without a binding, our page need not have as many. */
function fieldsFinding({ form, page, context }: FormParts, { fields }: AgencySurvey): Finding {
  const theirs = new Set(fields.map(({ name }) => name));
  const { official } = form;
  const added = new Set(official?.places.map(({ name }) => name));
  const bound =
    official &&
    new Set([
      ...official.printed.map(({ name }) => name).filter((name) => !added.has(name)),
      ...official.places.flatMap(({ at }) => ("field" in at ? [at.field] : [])),
      ...official.unused,
      ...official.drop.filter((name) => theirs.has(name)),
    ]);
  const count = bound?.size ?? page.fields.length;
  const same = count === theirs.size && (bound === undefined || [...bound].every((name) => theirs.has(name)));
  const weight = same ? "AGREES" : bound === undefined || theirs.size === 0 ? "UNSEEN" : "DIFFERS";
  const ours = `${count} entry fields ${bound === undefined ? "on our page" : "bound"}`;
  const sides = { ours, theirs: `${theirs.size} entry fields` };
  const source = context.form.official ?? context.form.page;
  return finding(source, [bound === undefined ? "blocks" : "fields"], { about: "fields", weight, ...sides });
}
