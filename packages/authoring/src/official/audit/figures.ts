import { Decimal, dateText, type Language } from "@withholding-forms/interview";
import type { FormParts } from "../../compile/form.js";
import type { Path } from "../../read/source.js";
import { type Figure, type FigureSet, figuresIn, figureText } from "../../resolve/figures.js";
import { type FileText, literally, months, type PrintedNumber } from "./file-text.js";
import { type Finding, finding } from "./finding.js";
import type { PrintedFigure } from "./pair-amounts.js";

export interface FigureFinding {
  readonly finding: Finding;
  /** Not of a date, or of a figure that the form itself does not print. */
  readonly figure?: PrintedFigure;
}

/** Every figure that the form uses: is it printed? */
export function figureFindings(parts: FormParts, print: FileText): FigureFinding[] {
  const { language } = parts.form;
  return usedOf(parts, "figures").flatMap(({ set, id }): FigureFinding[] => {
    const entry = set.figures.get(id);
    if (entry === undefined) return [];
    const { kind, value } = entry;
    const printed = placeOf(entry, print, language);
    const source = originOf(parts, set, ["figures", id]);
    const weight = printed !== undefined ? "AGREES" : source === undefined ? "UNSEEN" : "DIFFERS";
    const sides = { ours: `${id} ${figureText(entry, language)}`, theirs: printed?.text ?? "" };
    const about = kind === "date" ? "date" : "figure";
    const found = finding(set.source, ["figures", id], { about, weight, ...sides }, printed?.spot);
    if (source === undefined || kind === "date" || kind === "count") return [{ finding: found }];
    const figure = { id, value, isPercent: kind === "percent", source, isFound: printed !== undefined };
    return [{ finding: found, figure }];
  });
}

function placeOf(
  { kind, value }: Figure,
  { numbers, find }: FileText,
  language: Language,
): Pick<PrintedNumber, "text" | "spot"> | undefined {
  if (kind === "date") {
    const [year = "", month, day] = value
      .split("-")
      .map((part, index) => (index === 0 ? part : String(Number(part))));
    return find(
      `(?:${literally(dateText(value, language))}|0?${month}/0?${day}/(?:${year}|${year.slice(2)}))`,
    )[0];
  }
  const isHere = (one: PrintedNumber): boolean => !one.inTable && isSame(one, value, kind === "percent");
  const word = kind === "count" ? numberWords[language].split(" ")[Number(value) - 1] : undefined;
  const found = numbers.find((one) => one.isAmount && isHere(one)) ?? numbers.find(isHere);
  return found ?? (word === undefined ? undefined : find(word)[0]);
}

function isSame({ value, isPercent }: PrintedNumber, figure: string, ofPercent: boolean): boolean {
  const plain = new Decimal(figure);
  if (isPercent || !ofPercent) return isPercent === ofPercent && plain.eq(value);
  return plain.div(100).eq(value);
}

const numberWords: Readonly<Record<Language, string>> = {
  en: "one two three four five six seven eight nine ten eleven twelve",
  es: "uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
  fr: "un deux trois quatre cinq six sept huit neuf dix onze douze",
};

/** The source of what the form itself prints. Others are computed, or come from a law or from instructions. */
export function originOf({ context }: FormParts, set: FigureSet, path: Path): string | undefined {
  const [group = "", id = ""] = path.map(String);
  const entries = set.source.data[group] as Record<string, { source: string; derived?: boolean } | undefined>;
  const entry = entries[id];
  if (entry === undefined || entry.derived === true || /not printed/i.test(entry.source)) return undefined;
  const { form, page } = context.form;
  const { name, prints = name } = form.data;
  const isRead = new RegExp(`(?<![\\w-])(?:${literally(name)}|${literally(prints)})(?![\\w-])`, "i").test(
    entry.source,
  );
  return isRead || figuresIn(JSON.stringify(page.data)).includes(id) ? entry.source : undefined;
}

export function usedOf(
  { context }: FormParts,
  what: "figures" | "tables",
): { readonly set: FigureSet; readonly id: string }[] {
  return [...context.form.uses[what]].flatMap((use) => {
    const [name = "", id = ""] = use.split(" ");
    const set = context.content.figures.get(name);
    return set === undefined ? [] : [{ set, id }];
  });
}

/** Dates of the print that the form does not mention. */
export function dateFindings(
  parts: FormParts,
  print: FileText,
  figures: readonly FigureFinding[],
): Finding[] {
  const { layout, sets, form, context } = parts;
  const said = JSON.stringify([layout, sets[form.language], figures.map((one) => one.finding.theirs)]);
  return print
    .find(`(?:(?:${months}) \\d{1,2}(?:st|nd|rd|th)?, 20\\d\\d|\\d{1,2} de \\p{L}+ de 20\\d\\d)`)
    .filter(({ text }) => !said.includes(text))
    .map(({ text, spot }) =>
      finding(context.form.form, ["figures"], { about: "date", weight: "UNSEEN", theirs: text }, spot),
    );
}
