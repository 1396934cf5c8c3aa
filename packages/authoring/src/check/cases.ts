import type { Completion } from "@withholding-forms/catalog/model/catalog";
import type { CompiledForm } from "@withholding-forms/catalog/model/form";
import { complete } from "@withholding-forms/catalog/runtime/complete/complete";
import { readyForm } from "@withholding-forms/catalog/runtime/complete/ready-form";
import { interviewOf } from "@withholding-forms/catalog/runtime/form-version";
import type { FillMode } from "@withholding-forms/pdf";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import type { Report } from "../read/problem.js";
import type { FormContent } from "../resolve/content.js";
import type { Case } from "../schema/cases.js";
import { phraseDifferences } from "./phrases.js";

/** Every hand-written case has the result that its author wrote. */
export function checkCases(
  parts: FormParts,
  compiled: Pick<CompiledContent, "shared">,
  report: Report,
): void {
  const { cases, folder, inherited } = parts.context.form;
  const [nearest] = inherited;
  if (casesOf(cases).length === 0 && inherited.every(({ asBefore }) => asBefore !== undefined)) {
    const message =
      nearest === undefined
        ? "the form has no cases: write at least one"
        : `the form has other figures than ${nearest.from}: write a case with them`;
    report({ file: `${folder}/cases.yaml`, line: 1, rule: "case", message });
  }
  if (cases === undefined) return;
  const fill = filler(parts, compiled);
  const names = cases.data.list.map((one) => one.case);
  names.forEach((name, index) => {
    const message = `two cases are named "${name}": give one of them another name`;
    if (names.indexOf(name) < index) report({ ...cases.at(["list", index]), rule: "case", message });
  });
  for (const [index, one] of cases.data.list.entries())
    if (one.answers === undefined && one.from === undefined)
      report({
        ...cases.at(["list", index]),
        rule: "case",
        message: `${one.case}: it has no answers: add \`answers\`, or \`from\` with another case`,
      });
  for (const one of casesOf(cases)) {
    const index = names.indexOf(one.case);
    if (one.from !== undefined && !names.slice(0, index).includes(one.from)) {
      const message = `${one.case}: there is no case "${one.from}" before it: start from an earlier case of this file`;
      report({ ...cases.at(["list", index]), rule: "case", message });
      continue;
    }
    for (const message of differences(one, fill(one), parts))
      report({ ...cases.at(["list", index]), rule: "case", message: `${one.case}: ${message}` });
  }
}

export function casesOf(cases: FormContent["cases"]): readonly Case[] {
  const whole = new Map<string, Case>();
  return (cases?.data.list ?? []).flatMap((one) => {
    // An entry with `answers: null` only removes an inherited case.
    if (one.answers === null) return [];
    const expanded = startedFrom(
      { ...one, answers: one.answers ?? {} },
      one.from === undefined ? undefined : whole.get(one.from),
    );
    whole.set(one.case, expanded);
    return expanded;
  });
}

/** The case with the answers of the one it starts from; `null` removes an answer. */
function startedFrom(one: Case, base: Case | undefined): Case {
  if (base === undefined) return one;
  const answers = Object.entries({ ...base.answers, ...one.answers }).filter(([, value]) => value !== null);
  const federalValues = one.federalValues ?? base.federalValues;
  const today = one.today ?? base.today;
  const region = one.region ?? base.region;
  return {
    ...one,
    answers: Object.fromEntries(answers),
    ...(federalValues === undefined ? {} : { federalValues }),
    ...(today === undefined ? {} : { today }),
    ...(region === undefined ? {} : { region }),
  };
}

export interface Filling {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly federalValues?: Readonly<Record<string, unknown>>;
  readonly today?: string;
  /** State or province of the home address. */
  readonly region?: string;
}

/** Fills the form with the answers of a case. */
export function filler(
  parts: FormParts,
  compiled: Pick<CompiledContent, "shared">,
): (one: Filling) => Completion {
  const run = completer(parts, compiled);
  const worksheets = parts.form.printed.some((field) => field.private !== undefined);
  return (one) => {
    const signed = run(one, "SIGN");
    const preview = worksheets && signed.outcome === "COMPLETE" ? run(one, "PREVIEW") : signed;
    if (signed.outcome !== "COMPLETE" || preview.outcome !== "COMPLETE") return signed;
    // A case also has the values of its worksheets, which only a preview shows.
    return {
      ...signed,
      printed: { ...preview.printed, ...signed.printed },
    };
  };
}

/** What one mode prints with the answers of a case. */
export type Completer = (one: Filling, mode: FillMode) => Completion;

const completers = new WeakMap<CompiledForm, Completer>();

/** Each form is prepared once: several checks fill it. */
export function completer(parts: FormParts, compiled: Pick<CompiledContent, "shared">): Completer {
  const known = completers.get(parts.form) ?? newCompleter(parts, compiled);
  completers.set(parts.form, known);
  return known;
}

function newCompleter(parts: FormParts, compiled: Pick<CompiledContent, "shared">): Completer {
  const { plain, federal } = parts.sets.en;
  const all = [...plain, ...(federal ?? [])];
  const interviews = { plain: interviewOf(plain, all), federal: interviewOf(federal ?? plain, all) };
  const ready = readyForm(parts.form);
  return ({ answers, federalValues, today = sampleDay(parts.form), region }, mode) =>
    complete(ready, compiled.shared, interviews[federalValues === undefined ? "plain" : "federal"], {
      ...samplePeople(parts.form.country, region),
      fields: answers,
      federalValues,
      mode,
      language: "en",
      instant: new Date(`${today}T12:00:00Z`),
      timeZone: "UTC",
    });
}

/** A day on which the form's claims have not ended: in its tax year, or in the year in which its content was checked. */
export function sampleDay({
  validity,
  verification,
}: Pick<CompiledForm, "validity" | "verification">): string {
  return `${validity.taxYear ?? verification.checked.slice(0, 4)}-03-02`;
}

/** Where they live unless a rule looks at it. */
export const sampleRegions = { US: "AL", CA: "ON" } as const;

/** A person to fill forms for if only the answers matter. */
export function samplePeople(
  country: "US" | "CA",
  region: string = sampleRegions[country],
): Pick<Parameters<typeof complete>[3], "employee" | "employer"> {
  const american = { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" };
  const canadian = {
    streetAddress1: "111 Wellington St",
    city: "Ottawa",
    provinceTerritory: "ON",
    postalCode: "K1A 0A9",
  };
  const name = { firstName: "Jane", middleInitial: "Q", lastName: "Sample" };
  return {
    employee:
      country === "US"
        ? { ...name, socialSecurityNumber: "123-45-6789", address: { ...american, state: region } }
        : {
            ...name,
            socialInsuranceNumber: "946-454-288",
            // Far off, so that no sample day comes after it.
            socialInsuranceNumberExpiryDate: "2099-12-31",
            address: { ...canadian, provinceTerritory: region },
          },
    employer:
      country === "US"
        ? {
            name: "Example Works Inc.",
            federalEIN: "98-7654321",
            telephoneNumber: "456-867-5309",
            address: { ...american, streetAddress1: "64 N Union St" },
          }
        : { name: "Example Works Inc." },
  };
}

/** Neither side is right on its own: the form's own instructions decide. */
const compare = "compare with the form, then correct the case or the content";

/** Differences between the result and the case, each with what to do. */
export function differences(
  one: Case,
  result: Completion,
  { sets, layout, form }: Pick<FormParts, "sets" | "layout" | "form">,
  correct = compare,
): string[] {
  const found: string[] = [];
  if (one.problems !== undefined) {
    if (result.outcome !== "REFUSED") return [`was not rejected but is ${result.outcome}: ${correct}`];
    const got = Object.fromEntries(
      result.problems.map((problem) => [problem.questionId ?? problem.pointer, problem.code]),
    );
    if (JSON.stringify(sortKeys(got)) !== JSON.stringify(sortKeys(one.problems)))
      found.push(`problems are ${JSON.stringify(got)}: ${correct}`);
    return found;
  }
  if (result.outcome === "REFUSED") {
    const refused = result.problems.map((problem) => `${problem.pointer} ${problem.code}`).join(", ");
    return [`rejected: ${refused}: ${correct}`];
  }
  if (result.outcome !== (one.ends ?? "COMPLETE")) return [`ends ${result.outcome}: ${correct}`];
  const { path } = result.walk;
  if (one.path !== undefined && path.join(" ") !== one.path.join(" "))
    found.push(`walks ${path.join(" ")}: ${correct}`);
  found.push(
    ...phraseDifferences(one, (language) => {
      const { plain, federal = plain } = sets[language];
      const asked = (one.federalValues === undefined ? plain : federal).filter(({ id }) => path.includes(id));
      return language === form.language ? [...asked, layout] : asked;
    }),
  );
  if (result.outcome !== "COMPLETE") return found;
  const parameters = Object.fromEntries(result.taxParameters.map(({ id, value }) => [id, value]));
  for (const [id, value] of Object.entries(one.parameters ?? {})) {
    if (parameters[id] !== (value ?? undefined))
      found.push(`parameter ${id} is ${shown(parameters[id])}, not ${shown(value)}: ${correct}`);
  }
  const printed = result.printed;
  for (const [name, value] of Object.entries(one.prints ?? {})) {
    if (printed[name] !== value)
      found.push(
        `prints ${name} as ${JSON.stringify(printed[name])}, not ${JSON.stringify(value)}: ${correct}`,
      );
  }
  const { ignored } = result.walk;
  if (one.ignored !== undefined && ignored.join(" ") !== one.ignored.join(" "))
    found.push(`ignores ${ignored.join(" ") || "nothing"}: ${correct}`);
  if (one.perjury !== undefined && result.walk.perjuryStatement?.includes(one.perjury) !== true)
    found.push(`the perjury statement reads "${result.walk.perjuryStatement ?? ""}": ${correct}`);
  return found;
}

function shown(value: string | null | undefined): string {
  return typeof value === "string" ? `"${value}"` : "absent";
}

function sortKeys(record: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(record).sort(([a], [b]) => a.localeCompare(b));
}
