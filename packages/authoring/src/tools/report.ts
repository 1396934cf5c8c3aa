import { allFlows, formsOf } from "@withholding-forms/catalog/model/jurisdiction";
import { casesOf } from "../check/cases.js";
import { formPathsOf } from "../check/graph.js";
import { pendingSituations, situationsOf } from "../check/situations.js";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";

/** A Markdown table of everything there is, then what is in doubt. */
export function contentReport(compiled: CompiledContent): string {
  const { content, jurisdictions, forms, ledger } = compiled;
  const header = [
    "place",
    "form",
    "version",
    "from",
    "until",
    "prints",
    "sets",
    "questions",
    "paths",
    "cases",
    "languages",
    "face",
    "rules",
    "doubts",
  ];
  const rows: string[][] = [];
  const doubts: string[] = [];
  for (const [index, place] of jurisdictions.entries()) {
    const source = content.jurisdictions[index];
    const own = forms.filter(({ context }) => context.form.folder.startsWith(`${source?.folder}/`));
    doubts.push(...doubtLines(place.code, source?.source.data));
    doubts.push(...doubtLines(`${place.code} localities`, source?.localities?.data));
    if (own.length === 0)
      rows.push([
        place.code,
        place.wageTax ? "(not covered)" : "(no wage tax)",
        ...header.slice(2).map(() => ""),
      ]);
    for (const parts of own) {
      rows.push([place.code, ...formCells(parts, ledger.missing)]);
      doubts.push(...doubtLines(`${parts.form.id} ${parts.form.version}`, parts.context.form.form.data));
    }
  }
  const covered = jurisdictions.filter((place) => place.flows.length > 0);
  const flows = covered.flatMap(allFlows);
  const reached = new Set(flows.flatMap(formsOf));
  return [
    table(header, rows),
    "",
    `${forms.length} form versions of ${new Set(forms.map(({ form }) => form.id)).size} forms in ${covered.length} of ${jurisdictions.length} jurisdictions; ${flows.length} flows lead to ${reached.size} forms; ${forms.reduce((sum, parts) => sum + formPathsIn(parts), 0)} paths; ${forms.reduce((sum, parts) => sum + casesOf(parts.context.form.cases).length, 0)} cases.`,
    "",
    situationLine(compiled),
    "",
    doubts.length === 0 ? "No open doubts." : `${doubts.length} open doubts:\n\n${doubts.join("\n")}`,
    "",
  ].join("\n");
}

/** How many situations there are, and how many wait for forms of a place that has none yet. */
function situationLine(compiled: CompiledContent): string {
  const count = compiled.content.jurisdictions.reduce((sum, place) => sum + situationsOf(place).length, 0);
  const pending = [...pendingSituations(compiled)].map(([code, number]) => `${code} ${number}`);
  return `${count} situations; pending until a place has forms: ${pending.join(", ") || "none"}.`;
}

function formCells(parts: FormParts, missing: CompiledContent["ledger"]["missing"]): string[] {
  const { form, sets, context } = parts;
  const all = [...sets.en.plain, ...(sets.en.federal ?? []).filter((set) => !sets.en.plain.includes(set))];
  const lacks = (language: "es" | "fr"): boolean =>
    missing.some((one) => one.usedIn === context.form.folder && one.language === language);
  const { face, rules, doubts } = form.verification;
  return [
    form.id,
    form.version,
    form.effective,
    form.retired ?? "",
    form.language,
    String(new Set(all.map(({ id }) => id)).size),
    String(new Set(all.flatMap((set) => set.questions.map(({ id }) => id))).size),
    String(formPathsIn(parts)),
    String(casesOf(context.form.cases).length),
    ["en", lacks("es") ? "" : "es", lacks("fr") ? "" : "fr"].filter((one) => one !== "").join(" "),
    face,
    rules,
    String(doubts.length),
  ];
}

/** Of both variants. */
function formPathsIn({ sets }: FormParts): number {
  const variants = [sets.en.plain, ...(sets.en.federal === undefined ? [] : [sets.en.federal])];
  return variants.reduce(
    (sum, variant) => sum + formPathsOf(new Map(variant.map((set) => [set.id, set])), "QS1").length,
    0,
  );
}

function doubtLines(name: string, data: Record<string, unknown> | undefined): string[] {
  return ((data?.["doubts"] ?? []) as readonly string[]).map((doubt) => `- ${name}: ${doubt}`);
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
