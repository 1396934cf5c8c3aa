import { defined } from "@withholding-forms/interview";
import {
  decodeTemplate,
  type FillMode,
  type FillProblem,
  fill,
  slotLimits,
  type Template,
} from "@withholding-forms/pdf";
import { compileTemplate, drawBlank } from "@withholding-forms/pdf/build";
import { makeOfficial } from "../../../catalog/src/agency/make.js";
import { digest } from "../../../catalog/src/agency/store.js";
import { casesOf, sampleDay } from "../../../catalog/src/authoring/check/cases.js";
import { type Example, examplesOf } from "../../../catalog/src/authoring/check/examples.js";
import type { FormParts } from "../../../catalog/src/authoring/compile/form.js";
import type { CompiledForm } from "../../../catalog/src/model/form.js";
import { complete, readyForm } from "../../../catalog/src/runtime/complete/complete.js";
import { interviewOf } from "../../../catalog/src/runtime/form-version.js";
import { officialBytes, officialNames, officialPresent } from "../pdf/official.js";
import { content } from "./content.js";

export const modes: readonly FillMode[] = ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"];

export const formNames = content.forms.map(
  (parts) => [`${parts.form.id} ${parts.form.version}`, parts] as const,
);

export type Answers = Pick<Example, "answers" | "federalValues" | "region"> & { readonly about: string };
export type Values = Readonly<Record<string, string | boolean>>;

/** A form of the content on one blank, ready to be filled. */
export interface Subject {
  readonly parts: FormParts;
  readonly printed: CompiledForm["printed"];
  readonly blank: Uint8Array;
  readonly template: Template;
  values(answers: Answers, mode: FillMode): Values;
}

/** On the blank that is drawn, once for all test files of a worker. */
export function subjectOf(parts: FormParts): Promise<Subject> {
  const known = subjects.get(parts) ?? drawnSubject(parts);
  subjects.set(parts, known);
  return known;
}

const subjects = new WeakMap<FormParts, Promise<Subject>>();

async function drawnSubject(parts: FormParts): Promise<Subject> {
  const blank = await drawBlank(parts.layout);
  return subject(parts, parts.form, blank, await compileTemplate(blank));
}

/** On the agency's own blank, where its file is at hand. */
export async function agencySubjectOf(parts: FormParts): Promise<Subject> {
  const { official } = parts.form;
  const agency = officialNames()
    .map(officialBytes)
    .find((bytes) => digest(bytes) === official?.sha256);
  if (official === undefined || agency === undefined)
    throw new Error(`${parts.form.id} is bound to no file that is here`);
  const { blank, template } = await makeOfficial({ ...parts.form, official }, agency);
  return subject(parts, { ...parts.form, printed: official.printed }, blank, decodeTemplate(template));
}

function subject(parts: FormParts, form: CompiledForm, blank: Uint8Array, template: Template): Subject {
  const ready = readyForm(form);
  const { plain, federal } = parts.sets.en;
  const all = [...plain, ...(federal ?? [])];
  const interviews = { plain: interviewOf(plain, all), federal: interviewOf(federal ?? plain, all) };
  return {
    parts,
    printed: form.printed,
    blank,
    template,
    values({ about, answers, federalValues, region }, mode) {
      const { employee, employer } = people[form.country];
      const done = complete(
        ready,
        content.shared,
        interviews[federalValues === undefined ? "plain" : "federal"],
        {
          employee:
            region === undefined ? employee : { ...employee, address: inRegion(employee.address, region) },
          employer,
          fields: answers,
          federalValues,
          mode,
          language: "en",
          instant: new Date(`${sampleDay(form)}T12:00:00Z`),
          timeZone: "UTC",
        },
      );
      if (done.outcome !== "COMPLETE") throw new Error(`${about} is ${done.outcome}`);
      return done.printed.byName();
    },
  };
}

/** Every form as drawn, and on the agency's blank those that are bound to a file that is here. */
export const editions: readonly (readonly [string, () => Promise<Subject>])[] = [
  ...formNames.map(([name, parts]) => [name, () => subjectOf(parts)] as const),
  ...formNames
    .filter(([, { form }]) => officialPresent && form.official !== undefined)
    .map(([name, parts]) => [`${name} of the agency`, () => agencySubjectOf(parts)] as const),
];

export interface Fill {
  readonly about: string;
  /** The same in every mode. */
  readonly way: string;
  readonly mode: FillMode;
  readonly values: Values;
  readonly pdf: Uint8Array;
  /** Files of the same bytes need to be read once only. */
  readonly digest: string;
}

/**
 * Those that other programs read: every way as a preview, which shows the most, and in the other modes the first way, the
 * last one and the longest values. What may differ between the modes of a way is little, and checked without them.
 */
export function readByOthers(fills: readonly Fill[]): readonly Fill[] {
  return modes.flatMap((mode) => {
    const ofMode = fills.filter((fill) => fill.mode === mode);
    return mode === "PREVIEW" ? ofMode : [...ofMode.slice(0, 1), ...ofMode.slice(-2)];
  });
}

/** Every way in every mode, and as much as the boxes take. */
export function fillsOf(subject: Subject): Fill[] {
  const { template } = subject;
  const answers = answersOf(subject.parts);
  const { longest } = overflowing(template);
  return modes.flatMap((mode) =>
    [
      ...answers.map((one) => ({ about: one.about, values: subject.values(one, mode) })),
      { about: "the longest values", values: longest },
    ].map(({ about, values }) => {
      const pdf = filled(template, values, mode);
      return { about: `${about} ${mode}`, way: about, mode, values, pdf, digest: digest(pdf) };
    }),
  );
}

/** The file, which must come out: what the content takes must fit its page. */
export function filled(template: Template, values: Values, mode: FillMode): Uint8Array {
  const result = fill(template, { values, mode });
  if ("problems" in result) throw new Error(`cannot be printed: ${JSON.stringify(result.problems)}`);
  return result.pdf;
}

/** More than any form has; beyond it there would be a sample only. */
export const maxPaths = 40;

/** Answers for every way of the form, and those of its hand-written cases. */
export function answersOf(parts: FormParts): Answers[] {
  const { examples } = examplesOf(parts, content.shared, { ways: maxPaths, answers: 0 });
  return [...examples.filter((one) => one.end === "COMPLETE"), ...caseAnswersOf(parts)];
}

/** Answers of the hand-written cases that complete the form. */
export function caseAnswersOf(parts: FormParts): Answers[] {
  return casesOf(parts.context.form.cases).flatMap(
    ({ case: about, answers, federalValues, region, problems, ends }) =>
      problems !== undefined || ends === "INELIGIBLE"
        ? []
        : [
            {
              about: `the case "${about}"`,
              answers: answers as Answers["answers"],
              ...defined({ federalValues, region }),
            },
          ],
  );
}

/** Every text field with more wide letters than it takes, and with as many as it says it would have taken. */
export function overflowing(template: Template): {
  readonly problems: readonly FillProblem[];
  readonly longest: Values;
} {
  const limits = Object.entries(slotLimits(template));
  const texts = limits.filter(([name]) =>
    template.slots.some((slot) => slot.name === name && slot.role === undefined),
  );
  const values = Object.fromEntries(texts.map(([name, about]) => [name, "W".repeat(about + 100)]));
  const result = fill(template, { values, mode: "SIGN" });
  const problems = "problems" in result ? result.problems : [];
  return {
    problems,
    longest: Object.fromEntries(problems.map(({ field, limit }) => [field, "W".repeat(limit ?? 0)])),
  };
}

/** Numbers that no answer and no table contains, so that a trace of them is a trace. */
export const numbers = {
  US: {
    printed: "601-73-8254",
    masked: "XXX-XX-8254",
    traces: ["601-73-8254", "601738254", "601-73", "60173"],
  },
  CA: {
    printed: "637 194 821",
    masked: "XXX XXX 821",
    traces: ["637 194 821", "637194821", "637-194-821", "637 194", "637194", "637-194"],
  },
} as const;

const american = { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" };
const ottawa = {
  streetAddress1: "111 Wellington St",
  city: "Ottawa",
  provinceTerritory: "ON",
  postalCode: "K1A 0A9",
};
/** The same street in another state or province, which some rules want. */
function inRegion(address: typeof american | typeof ottawa, region: string): object {
  return { ...address, ["state" in address ? "state" : "provinceTerritory"]: region };
}

const person = { firstName: "Zoë", middleInitial: "Q", lastName: "Łukasiewicz" };

const people = {
  US: {
    employee: { ...person, socialSecurityNumber: numbers.US.printed, address: american },
    employer: {
      name: "Example Works Inc.",
      federalEIN: "98-7654321",
      telephoneNumber: "456-867-5309",
      address: { ...american, streetAddress1: "64 N Union St" },
    },
  },
  CA: {
    employee: { ...person, socialInsuranceNumber: numbers.CA.printed, address: ottawa },
    employer: { name: "Example Works Inc." },
  },
} as const;
