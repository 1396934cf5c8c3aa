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
import { casesOf, sampleDay } from "../../../authoring/src/check/cases.js";
import { type Example, examplesOf } from "../../../authoring/src/check/examples.js";
import type { FormParts } from "../../../authoring/src/compile/form.js";
import { makeOfficial } from "../../../catalog/src/agency/make.js";
import { digest } from "../../../catalog/src/agency/store.js";
import type { CompiledForm } from "../../../catalog/src/model/form.js";
import { complete } from "../../../catalog/src/runtime/complete/complete.js";
import { readyForm } from "../../../catalog/src/runtime/complete/ready-form.js";
import { interviewOf } from "../../../catalog/src/runtime/form-version.js";
import { officialBytes, officialNames, officialPresent } from "../pdf/official.js";
import { testAll } from "../test-all.js";
import { content } from "./content.js";

export const modes: readonly FillMode[] = ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"];

export const formNames = content.forms.map(
  (parts) => [`${parts.form.id} ${parts.form.version}`, parts] as const,
);

export type Answers = Pick<Example, "answers" | "federalValues" | "region"> & {
  readonly about: string;
  /** The day of the sample by default. */
  readonly today?: string;
};
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

/** On the agency's own blank, if its file is available. */
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
    values({ about, answers, federalValues, region, today = sampleDay(form) }, mode) {
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
          instant: new Date(`${today}T12:00:00Z`),
          timeZone: "UTC",
        },
      );
      if (done.outcome !== "COMPLETE") throw new Error(`${about} is ${done.outcome}`);
      return done.printed;
    },
  };
}

/**
 * Every form as drawn, and on the agency's blank those that are bound to a file that is here: all of them in
 * `npm run test:all`, otherwise every fifth.
 */
export const editions: readonly (readonly [string, () => Promise<Subject>])[] = [
  ...formNames.map(([name, parts]) => [name, () => subjectOf(parts)] as const),
  ...formNames
    .filter(([, { form }]) => officialPresent && form.official !== undefined)
    .filter((_, index) => testAll || index % 5 === 0)
    .map(([name, parts]) => [`${name} of the agency`, () => agencySubjectOf(parts)] as const),
];

export interface Fill {
  readonly about: string;
  /** The same in every mode. */
  readonly formPath: string;
  readonly mode: FillMode;
  readonly values: Values;
  readonly pdf: Uint8Array;
  /** Files of the same bytes need to be read once only. */
  readonly digest: string;
}

/**
 * Those that other programs read: every path as a preview, which shows the most, and in the other modes the first path, the
 * last one, and the longest values. What may differ between the modes of a path is little, and checked without them.
 * Outside `npm run test:all`, they read one mode per form: forms take turns.
 */
export function readByOthers({ parts }: Subject, fills: readonly Fill[]): readonly Fill[] {
  if (!testAll) {
    const mode = modes[content.forms.indexOf(parts) % modes.length];
    return fills.filter((fill) => fill.mode === mode);
  }
  return modes.flatMap((mode) => {
    const ofMode = fills.filter((fill) => fill.mode === mode);
    return mode === "PREVIEW" ? ofMode : [...ofMode.slice(0, 1), ...ofMode.slice(-2)];
  });
}

/** Every path in every mode, and as much as the boxes take. Outside `npm run test:all`, the first hand-written case. */
export function fillsOf(
  subject: Subject,
  answers = testAll ? answersOf(subject.parts) : firstAnswersOf(subject.parts),
): Fill[] {
  const { template } = subject;
  const { longest } = overflowing(template);
  return modes.flatMap((mode) =>
    [
      ...answers.map((one) => ({ about: one.about, values: subject.values(one, mode) })),
      { about: "the longest values", values: longest },
    ].map(({ about, values }) => {
      const pdf = filled(template, values, mode);
      return { about: `${about} ${mode}`, formPath: about, mode, values, pdf, digest: digest(pdf) };
    }),
  );
}

/** The file. Throws if there is none: what the content accepts must fit its page. */
export function filled(template: Template, values: Values, mode: FillMode): Uint8Array {
  const result = fill(template, { values, mode });
  if ("problems" in result) throw new Error(`cannot be printed: ${JSON.stringify(result.problems)}`);
  return result.pdf;
}

/** More than any form has; beyond it there would be a sample only. */
export const maxPaths = 40;

/** Answers for every path of the form, and those of its hand-written cases. */
export function answersOf(parts: FormParts): Answers[] {
  const { examples } = examplesOf(parts, content.shared, { formPaths: maxPaths, answers: 0 });
  return [...examples.filter((one) => one.end === "COMPLETE"), ...caseAnswersOf(parts)];
}

function firstAnswersOf(parts: FormParts): Answers[] {
  const written = caseAnswersOf(parts);
  return (written.length > 0 ? written : answersOf(parts)).slice(0, 1);
}

/** Answers of the hand-written cases that complete the form. */
export function caseAnswersOf(parts: FormParts): Answers[] {
  return casesOf(parts.context.form.cases).flatMap(
    ({ case: about, answers, federalValues, region, problems, ends, today }) =>
      problems !== undefined || ends === "INELIGIBLE"
        ? []
        : [
            {
              about: `the case "${about}"`,
              answers: answers as Answers["answers"],
              ...defined({ federalValues, region, today }),
            },
          ],
  );
}

/** Every text field with more wide letters than fit, and with as many as its error says would fit. */
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

/** Numbers that no answer and no table contains, so that they can be recognized. */
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
/** The same street in another state or province, which some rules require. */
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
