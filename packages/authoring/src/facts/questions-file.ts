import { inline, todo, yamlText } from "./draft.js";
import { readFormula } from "./formulas.js";
import { type DraftInterview, type DraftQuestion, type DraftSet, end, whenOf } from "./interview.js";
import { askedEntries, type FactEntry, type FactForm } from "./sheet.js";

/** `questions.yaml` from the entries of a sheet. */
export function questionsFile(
  form: FactForm,
  interview: DraftInterview,
  place: string,
  figures: ReadonlySet<string>,
): string {
  const entries = askedEntries(form);
  const sets = interview.sets.map((set): [string, object] => {
    const asked = new Map(set.questions.map((one) => [one.entry.id, question(one, entries, place, figures)]));
    const gate = set.gates.length > 1 || set.gates.some((one) => whenOf(one, entries) !== undefined);
    if (gate) asked.set(gateId(set.id), gateQuestion(set, entries));
    const title = todo(form.name, "a short title of this step");
    return [set.id, { title, questions: Object.fromEntries(asked), ...next(set, gate) }];
  });
  const comments = [
    form.authoring === undefined ? [] : `TODO: ${form.authoring}`,
    (form.rules ?? []).map((rule) => `TODO: rule of the form: ${rule}`),
    worksheetNotes(form),
  ].flat();
  return yamlText(
    {
      perjury: {
        [end]: todo(form.declares ?? form.title, "the words above the signature line, in the first person"),
      },
      sets: Object.fromEntries(sets),
    },
    comments,
  );
}

function worksheetNotes({ worksheets }: FactForm): string[] {
  const list = Array.isArray(worksheets) ? worksheets : [];
  return list.map((worksheet) => `TODO: worksheet: ${JSON.stringify(worksheet)}`);
}

function gateId(set: string): string {
  return `eligible${set}`;
}

function gateQuestion({ gates }: DraftSet, entries: readonly FactEntry[]): object {
  const calculate = gates
    .map((gate) => {
      const when = whenOf(gate, entries);
      return when === undefined ? gate.entry.id : `(not (${when}) or ${gate.entry.id})`;
    })
    .join(" and ");
  return { ask: "Do you meet all of these conditions?", calculate, scale: 0, answer: "yesNo" };
}

function next({ id, gates, next: to }: DraftSet, gate: boolean): object {
  const target = (name: string): unknown => (name === end ? { end } : name);
  if (typeof to !== "string")
    return {
      next: inline({
        by: to.by.id,
        ...Object.fromEntries([...to.byValue].map(([value, name]) => [value, target(name)])),
      }),
    };
  const by = gate ? gateId(id) : gates[0]?.entry.id;
  if (by !== undefined) return { next: inline({ by, true: target(to), false: "INELIGIBLE" }) };
  return to === end ? { end } : { next: to };
}

function question(
  draft: DraftQuestion,
  entries: readonly FactEntry[],
  place: string,
  figures: ReadonlySet<string>,
): object {
  const { entry } = draft;
  const when = whenOf(draft, entries);
  const words = entry.asks ?? `Line ${entry.line ?? ""}`;
  return {
    ask: draft.open === undefined ? words : todo(words, `when it is asked: ${draft.open}`),
    ...answer(entry, place),
    ...(when === undefined ? {} : { when }),
    ...(entry.required === "never" ? { required: "never" } : {}),
    ...calculation(entry, entries, figures),
    ...limits(entry),
  };
}

const kinds: Readonly<Record<string, string>> = {
  boolean: "yesNo",
  checkbox: "checkbox",
  dollar: "dollars",
  integer: "count",
  percent: "percent",
  state: "state",
  text: "text",
  year: "year",
  monthYear: "monthYear",
  telephone: "telephone",
  date: "date",
  ssn: "ssn",
  email: "email",
  name: "name",
};

function answer(entry: FactEntry, place: string): object {
  const { type, options, limits: limit = "" } = entry;
  if (type === "choice") {
    const labels = Object.fromEntries((options ?? []).map(({ value, label }) => [String(value), label]));
    const known = Object.keys(labels).length > 0;
    return { answer: "choice", options: known ? labels : { OTHER: todo("Other", "the options") } };
  }
  if (type === "calculated")
    return { answer: todo(entry.scale === 2 ? "dollars" : "wholeNumber", "an amount or a count") };
  const kind = kinds[type];
  if (kind === undefined) return { answer: todo("text", `the sheet says ${type}`) };
  if (kind === "dollars" && /signed|negative/.test(limit)) return { answer: "signedDollars" };
  if (kind === "dollars" && /whole dollars/.test(limit)) return { answer: "wholeDollars" };
  return {
    answer: kind,
    ...(kind === "state" && limit.startsWith("not ") ? { except: inline([place]) } : {}),
  };
}

function calculation(
  { type, formula = "", scale, rounding }: FactEntry,
  entries: readonly FactEntry[],
  figures: ReadonlySet<string>,
): object {
  if (type !== "calculated") return {};
  const read = readFormula(formula, entries, figures);
  return {
    calculate: read ?? todo(0, formula),
    scale: scale ?? 0,
    ...(rounding === undefined || rounding === null
      ? {}
      : { rounding: /^(?:CEILING|FLOOR|HALF_UP)$/.test(rounding) ? rounding : todo("FLOOR", rounding) }),
  };
}

/** Limits that are two numbers become a check; others are left to a person. */
function limits({ id, limits: limit = "", type }: FactEntry): object {
  const plain = /^(?:0 or more|>= 0|0\.00 or more|must be true|false is INELIGIBLE|not [A-Z]{2})\b/i;
  const range = /^([0-9]+)\s*(?:\.\.|to|or)\s*([0-9]+)$/.exec(limit);
  if (range !== null && type === "integer") {
    const [, from, to] = range;
    const must = `${id} >= ${from} and ${id} <= ${to}`;
    return { checks: [inline({ must, message: `Enter a number from ${from} to ${to}.` })] };
  }
  if (limit === "" || plain.test(limit)) return {};
  return { checks: todo([inline({ must: "true", message: "Enter another value." })], `limits: ${limit}`) };
}
