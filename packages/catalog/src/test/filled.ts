import { type FillMode, type FillProblem, fill, slotLimits, type Template } from "@withholding-forms/pdf";
import { compileTemplate, drawBlank } from "@withholding-forms/pdf/build";
import { casesOf } from "../check/cases.js";
import { type Example, examplesOf } from "../check/examples.js";
import { compileContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { complete, readyForm } from "../complete.js";
import { interviewOf } from "../load.js";
import { contentRoot } from "../paths.js";

export const modes: readonly FillMode[] = ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"];

/** All content as it is now, whatever is built. */
export const content = (() => {
  const compiled = compileContent(contentRoot, () => {});
  if (compiled === undefined) throw new Error("the content cannot be read");
  return compiled;
})();

export const formNames = content.forms.map(
  (parts) => [`${parts.form.id} ${parts.form.version}`, parts] as const,
);

export type Answers = Pick<Example, "answers" | "federalValues"> & { readonly about: string };
export type Values = Readonly<Record<string, string | boolean>>;

/** A form of the content, drawn and ready to be filled. */
export interface Subject {
  readonly parts: FormParts;
  readonly blank: Uint8Array;
  readonly template: Template;
  values(answers: Answers, mode: FillMode): Values;
}

export async function subjectOf(parts: FormParts): Promise<Subject> {
  const blank = await drawBlank(parts.layout);
  const template = await compileTemplate(blank);
  const ready = readyForm(parts.form);
  const { plain, federal } = parts.sets.en;
  const all = [...plain, ...(federal ?? [])];
  const interviews = { plain: interviewOf(plain, all), federal: interviewOf(federal ?? plain, all) };
  return {
    parts,
    blank,
    template,
    values({ about, answers, federalValues }, mode) {
      const done = complete(
        ready,
        content.shared,
        interviews[federalValues === undefined ? "plain" : "federal"],
        {
          ...people[parts.form.country],
          fields: answers,
          federalValues,
          mode,
          language: "en",
          instant: new Date("2026-03-02T12:00:00Z"),
          timeZone: "UTC",
        },
      );
      if (done.outcome !== "COMPLETE") throw new Error(`${about} is ${done.outcome}`);
      return done.printed;
    },
  };
}

/** The file, which must come out: what the content takes must fit its page. */
export function filled(template: Template, values: Values, mode: FillMode): Uint8Array {
  const result = fill(template, { values, mode });
  if ("problems" in result) throw new Error(`cannot be printed: ${JSON.stringify(result.problems)}`);
  return result.pdf;
}

/** Answers for every way of the form, up to 40, and those of its hand-written cases. */
export function answersOf(parts: FormParts): Answers[] {
  const { examples } = examplesOf(parts, content.shared, { ways: 40, answers: 0 });
  const cases = casesOf(parts.context.form.cases).flatMap(
    ({ case: about, answers, federalValues, problems, ends }) =>
      problems !== undefined || ends === "INELIGIBLE"
        ? []
        : [
            {
              about: `the case "${about}"`,
              answers: answers as Answers["answers"],
              ...(federalValues === undefined ? {} : { federalValues }),
            },
          ],
  );
  return [...examples.filter((one) => one.end === "COMPLETE"), ...cases];
}

/** The answers that print least and those that print most, then others while they print somewhere new. */
export function tellingAnswers(subject: Subject, most: number): Answers[] {
  const printed = answersOf(subject.parts)
    .map((one) => {
      const values = subject.values(one, "PREVIEW");
      return {
        one,
        names: Object.keys(values).filter((name) => values[name] !== "" && values[name] !== false),
      };
    })
    .sort((a, b) => a.names.length - b.names.length);
  const covered = new Set<string>();
  const chosen: Answers[] = [];
  const choose = (index: number): void => {
    const [best] = printed.splice(index, 1);
    if (best === undefined) return;
    chosen.push(best.one);
    for (const name of best.names) covered.add(name);
  };
  choose(0);
  choose(printed.length - 1);
  while (chosen.length < most) {
    const news = printed.map(({ names }) => names.filter((name) => !covered.has(name)).length);
    const best = news.indexOf(Math.max(0, ...news));
    if (best < 0 || news[best] === 0) break;
    choose(best);
  }
  return chosen;
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
