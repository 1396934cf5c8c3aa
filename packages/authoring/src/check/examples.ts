import type { SharedContent } from "@withholding-forms/catalog/model/artifact";
import { evaluate, idsOf, parseExpression, truth, type Walk } from "@withholding-forms/interview";
import type { FormParts } from "../compile/form.js";
import { candidatesOf } from "./candidates.js";
import { type FormPath, formPathsOf } from "./graph.js";
import { type Failed, type Found, type Goal, isAsked, type Printable, Search } from "./search.js";

/** A complete set of answers that the form accepts, derived from its navigation, options and rules. */
export interface Example {
  /** Why this example exists, for messages. */
  readonly about: string;
  readonly answers: Readonly<Record<string, string>>;
  readonly federal: boolean;
  /** Sent with the example if it has federal values. */
  readonly federalValues?: Readonly<Record<string, unknown>>;
  /** State or province of the home address, if a rule uses it. */
  readonly region?: string;
  readonly path: readonly string[];
  readonly end: "COMPLETE" | "INELIGIBLE";
  /** One of the examples that show the path itself, rather than a single answer on it. */
  readonly shows: "path" | "answer";
}

export interface Examples {
  readonly examples: readonly Example[];
  /** Paths that no answers were found for. */
  readonly blocked: readonly {
    readonly federal: boolean;
    readonly formPath: FormPath;
    readonly why: string;
  }[];
  /** Questions with a condition that no answers were found for. */
  readonly neverAsked: readonly { readonly federal: boolean; readonly setId: string; readonly id: string }[];
}

export interface ExampleLimits {
  readonly formPaths: number;
  readonly answers: number;
}

/** Enough for every path of a form that a person can follow, and fast enough to check all forms. */
const checkLimits: ExampleLimits = { formPaths: 40, answers: 60 };

const checked = new WeakMap<FormParts, Examples>();

/** The examples that the checks share. */
export function checkExamples(parts: FormParts, shared: Pick<SharedContent, "federalValues">): Examples {
  const known = checked.get(parts) ?? examplesOf(parts, shared, checkLimits);
  checked.set(parts, known);
  return known;
}

/**
 * Walks every path of both variants, with the optional answers and without; then tries every option, edge and optional
 * answer on some path that asks it. The same every time. Beyond the limits a sample.
 */
export function examplesOf(
  parts: FormParts,
  shared: Pick<SharedContent, "federalValues">,
  limits: ExampleLimits,
): Examples {
  const candidates = candidatesOf(parts);
  const result = { examples: new Map<string, Example>(), blocked: [], neverAsked: [] };
  const { plain, federal } = parts.sets.en;
  const all = [...plain, ...(federal ?? [])];
  const fields = printable(parts);
  makeVariant(new Search(candidates, plain, all), limits, false, [undefined], fields, result);
  if (federal !== undefined || parts.form.federalValues) {
    const sets = federal ?? plain;
    makeVariant(new Search(candidates, sets, all), limits, true, federalSamples(shared), fields, result);
  }
  return { ...result, examples: [...result.examples.values()] };
}

interface Making {
  readonly examples: Map<string, Example>;
  readonly blocked: Examples["blocked"][number][];
  readonly neverAsked: Examples["neverAsked"][number][];
}

function makeVariant(
  search: Search,
  limits: ExampleLimits,
  federal: boolean,
  federalValues: readonly (Example["federalValues"] | undefined)[],
  fields: readonly Printable[],
  making: Making,
): void {
  const formPaths = formPathsOf(search.sets, "QS1", limits.formPaths);
  const found: Found[] = [];
  let number = 0;
  const keep = (one: Found, about: string, shows: Example["shows"]): void => {
    const answers = Object.fromEntries(one.walk.used.map((id) => [id, one.assignment.get(id) ?? ""]));
    const sent = federalValues[number++ % federalValues.length];
    const region = one.assignment.get("employee.region");
    const key = JSON.stringify([federal, answers]);
    if (making.examples.has(key)) return;
    found.push(one);
    making.examples.set(key, {
      about: `${federal ? "with federal values, " : ""}${about}`,
      answers,
      federal,
      ...(sent === undefined ? {} : { federalValues: sent }),
      ...(region === undefined ? {} : { region }),
      path: one.walk.path,
      end: one.walk.end === "INELIGIBLE" ? "INELIGIBLE" : "COMPLETE",
      shows,
    });
  };
  for (const formPath of formPaths) {
    const goal: Goal = { formPath };
    const name = `the path ${pathName(formPath)}`;
    const results = [search.usual(true), search.usual(false)].map((start) => search.find(start, goal));
    results.forEach((one, index) => {
      if ("walk" in one) keep(one, index === 0 ? name : `${name} without optional answers`, "path");
    });
    const failed = results.find((one): one is Failed => "why" in one);
    if (failed !== undefined && results.every((one) => "why" in one))
      making.blocked.push({ federal, formPath, why: failed.why });
  }
  for (const { set, question } of search.conditional()) {
    const asks = (one: Found): boolean => isAsked(one.walk, set.id, question);
    if (found.some(asks)) continue;
    const tries = formPaths.filter((formPath) => formPath.sets.includes(set.id));
    const one = search.first([...tries, undefined], (formPath) => ({
      ...(formPath === undefined ? {} : { formPath }),
      asks: { setId: set.id, question },
    }));
    if (one !== undefined) keep(one, `${question.id} asked in ${set.id}`, "path");
    else making.neverAsked.push({ federal, setId: set.id, id: question.id });
  }
  const reached = search.reachedQuestions();
  for (const field of fields) {
    if (!field.ids.some((id) => reached.has(id))) continue;
    const fed = (one: Found): boolean => one.walk.end === "COMPLETE" && field.prints(one.walk);
    if (found.some(fed)) continue;
    const one = search.find(search.usual(true), { field });
    if ("walk" in one && fed(one)) keep(one, `${field.name} printed`, "path");
  }
  for (const [id, value, base] of variations(search, found, limits.answers)) {
    const one = search.find(new Map(base.assignment).set(id, value), { fixed: id });
    if ("walk" in one && one.walk.used.includes(id)) keep(one, `${id} ${value.slice(0, 40)}`, "answer");
  }
}

/** Other answers to try on paths already found: one for each question in turn, so that a limit cuts none off. */
function variations(search: Search, found: readonly Found[], max: number): [string, string, Found][] {
  const bases = [...found].sort(
    (a, b) => Number(a.walk.end !== "COMPLETE") - Number(b.walk.end !== "COMPLETE"),
  );
  const tries = search.questions().map((id) => {
    const base = bases.find((one) => one.walk.used.includes(id));
    return base === undefined
      ? []
      : search.candidates
          .of(id)
          .filter((value) => value !== base.assignment.get(id))
          .map((value): [string, string, Found] => [id, value, base]);
  });
  const longest = Math.max(0, ...tries.map((list) => list.length));
  const rounds = Array.from({ length: longest }, (_, round) =>
    tries.flatMap((list) => list.slice(round, round + 1)),
  );
  return rounds.flat().slice(0, max);
}

function printable(parts: FormParts): Printable[] {
  return parts.page.fields.flatMap(({ name, kind, value, role, ofOption }) => {
    if (value === "" || role !== undefined || ofOption) return [];
    const expression = parseExpression(value);
    const ids = idsOf(expression).filter((id) => !id.includes("."));
    const prints = (walked: Walk): boolean => {
      const result = evaluate(expression, {
        value: (id) => walked.values.get(id),
        table: (table) => parts.tables.get(table),
        label: (id) => String(walked.values.get(id) ?? ""),
      });
      return kind === "check" ? truth(result) : result !== undefined && String(result) !== "";
    };
    const condition = kind === "check" ? { condition: value } : {};
    return ids.length === 0 ? [] : [{ name, ids, prints, ...condition }];
  });
}

export function pathName(formPath: FormPath): string {
  const choices = Object.entries(formPath.choices).map(([id, value]) => `${id} ${value}`);
  return `${formPath.sets.join(" ")}${choices.length > 0 ? ` (${choices.join(", ")})` : ""}`;
}

/** Each filing status with and without the rest, and exempt. */
function federalSamples({ federalValues }: Pick<SharedContent, "federalValues">): Example["federalValues"][] {
  const rest = Object.entries(federalValues)
    .filter(([name]) => name !== "isExempt" && name !== "isNonResidentAlien" && name !== "filingStatus")
    .map(([name, { type }], index) => [name, type === "boolean" ? true : `${index + 1}00.50`]);
  const words = Object.keys(federalValues["filingStatus"]?.words ?? {});
  return [
    ...words.flatMap((filingStatus) => [
      { isExempt: false, filingStatus },
      { isExempt: false, filingStatus, ...Object.fromEntries(rest) },
    ]),
    { isExempt: true },
  ];
}
