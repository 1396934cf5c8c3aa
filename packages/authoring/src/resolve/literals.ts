import { Decimal, isoDate } from "@withholding-forms/interview";
import type { Source } from "../read/source.js";
import type { Shape } from "../schema/schemas.js";
import type { FormFigures } from "./figures.js";

/** Finds amounts, dates and years that are written out although the form has a figure for them. */
export interface Literals {
  inSentence(sentence: string): string[];
  inFormula(formula: string): string[];
}

export function literalFaults(form: Source<Pick<Shape<"form">, "literals">>, figures: FormFigures): Literals {
  const known = namesByValue(form, figures);
  if (known.size === 0) return { inSentence: () => [], inFormula: () => [] };
  const fault = (text: string, key: string, write: (name: string) => string): string[] => {
    const names = known.get(key);
    if (names === undefined) return [];
    const value = key.replace(/^year /, "").replace("%", "");
    return [
      `${text} is ${names.join(" or ")}: write ${write(names[0] ?? "")}, or list ${value} under \`literals\` of form.yaml with the reason`,
    ];
  };
  return {
    inSentence: (sentence) =>
      inSentence(sentence, (text, key) => fault(text, key, (name) => `{{ ${name} }}`)),
    inFormula: (formula) =>
      inFormula(formula, (text, key) => fault(text, key, (name) => name.replace(/^year\b/, "formYear"))),
  };
}

/** Smaller numbers are counts and ages far more often than the figure they happen to equal. */
const smallest = 10;

/** What each value is called: `2200`, `7.5%`, `2027-02-16`, `year 2026`. */
function namesByValue(
  form: Source<Pick<Shape<"form">, "literals">>,
  { sets, year }: FormFigures,
): ReadonlyMap<string, readonly string[]> {
  const listed = form.data.literals ?? [];
  const allowed = new Set(listed.map(({ value }) => plain(String(value))));
  const names = new Map<string, string[]>();
  const add = (value: string, key: string, name: string): void => {
    if (!allowed.has(value)) names.set(key, [...(names.get(key) ?? []), name]);
  };
  for (const [id, { kind, value }] of new Map(sets.flatMap((set) => [...set.figures]))) {
    const written = plain(value);
    if (kind === "percent") add(written, `${written}%`, `figure.${id}`);
    else if (kind === "date" || Number(value) >= smallest) add(written, written, `figure.${id}`);
  }
  if (year !== undefined) {
    add(String(year), `year ${year}`, "year");
    add(String(year - 1), `year ${year - 1}`, "year - 1");
    add(String(year + 1), `year ${year + 1}`, "year + 1");
  }
  return names;
}

type Fault = (text: string, key: string) => string[];

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const longDate = new RegExp(`\\b(?:${months.join("|")}) [0-9]{1,2}, [0-9]{4}\\b`, "g");

/** What was found is taken out, so that the year within a date is not reported again. */
function inSentence(sentence: string, fault: Fault): string[] {
  const faults: string[] = [];
  let rest = sentence.replaceAll(/\{\{[^}]*\}\}/g, " ");
  const take = (pattern: RegExp, keyOf: (text: string) => string): void => {
    rest = rest.replaceAll(pattern, (text) => {
      const found = fault(text, keyOf(text));
      faults.push(...found);
      return found.length > 0 ? " " : text;
    });
  };
  take(longDate, isoOf);
  take(/\b[0-9]+(?:\.[0-9]+)?%/g, (text) => `${plain(text.slice(0, -1))}%`);
  take(/\$[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?|\b[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?/g, (text) =>
    plain(text.replaceAll(/[$,]/g, "")),
  );
  take(/(?<![-\w./])[0-9]{4}(?![-\w/]|[.,][0-9])/g, (text) => `year ${text}`);
  return faults;
}

function inFormula(formula: string, fault: Fault): string[] {
  const literals = formula.matchAll(/"([^"]*)"|(?<![\w.])([0-9]+(?:\.[0-9]+)?)(?![\w.])/g);
  return [...literals].flatMap(([text, words, number = ""]) => {
    if (words !== undefined) return fault(text, words);
    const percent = new Decimal(number).times(100).toFixed();
    return [`${plain(number)}`, `${percent}%`, `year ${number}`].flatMap((key) => fault(text, key));
  });
}

function plain(value: string): string {
  return /^[0-9]+(?:\.[0-9]+)?$/.test(value) ? new Decimal(value).toFixed() : value;
}

/** `February 16, 2027` as an ISO date; empty where there is no such day. */
function isoOf(text: string): string {
  const [month = "", day = "", year = ""] = text.replace(",", "").split(" ");
  const number = String(months.indexOf(month) + 1).padStart(2, "0");
  return isoDate(`${year}-${number}-${day.padStart(2, "0")}`) ?? "";
}
