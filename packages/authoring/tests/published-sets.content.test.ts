import {
  INELIGIBLE,
  type NavigationMapping,
  type Question,
  type QuestionSet,
} from "@withholding-forms/interview";
import { content } from "@withholding-forms/testing/catalog/content";
import { describe, expect, it } from "vitest";

// What the API description and docs/integrate.md promise to clients, for every question set of every form.

interface Published {
  readonly at: string;
  readonly set: QuestionSet;
}

const sets = content.forms.flatMap(({ form, sets: { en } }): Published[] =>
  [...en.plain, ...(en.federal ?? [])].map((set) => ({ at: `${form.id} ${form.version} ${set.id}`, set })),
);
const questions = sets.flatMap(({ at, set }) =>
  set.questions.map((question) => ({ at: `${at} ${question.id}`, question })),
);

/** Where the questions break a promise. */
const breaking = (isKept: (question: Question) => boolean): string[] =>
  questions.filter(({ question }) => !isKept(question)).map(({ at }) => at);

describe("navigation", () => {
  const mappings = sets.flatMap(({ at, set: { navigation } }) => {
    const all =
      navigation.navigationType === "CONSTANT"
        ? [navigation.navigationMapping]
        : Object.values(navigation.navigationMappings);
    return all.map((mapping) => ({ at, mapping }));
  });
  const where = (isKept: (mapping: NavigationMapping) => boolean): string[] =>
    mappings.filter(({ mapping }) => !isKept(mapping)).map(({ at }) => at);

  it("has more questions exactly where it names a question set", () => {
    expect(mappings.some(({ mapping }) => mapping.nextQuestionSetId === INELIGIBLE)).toBe(true);
    expect(
      where(
        ({ hasMoreQuestions, nextQuestionSetId: next }) =>
          hasMoreQuestions === (next !== undefined && next !== INELIGIBLE),
      ),
    ).toEqual([]);
  });

  it("has a perjury statement exactly at the end", () => {
    expect(
      where(
        ({ nextQuestionSetId, perjuryStatement = "" }) =>
          (nextQuestionSetId === undefined) === (perjuryStatement !== ""),
      ),
    ).toEqual([]);
  });

  it("by an answer has a key for each option, or for true and false of a calculated question", () => {
    const broken = sets.filter(({ at, set }) => {
      const { navigation } = set;
      if (navigation.navigationType === "CONSTANT") return false;
      const form = at.replace(/QS[0-9]+$/, "");
      const isDeciding = ({ id }: Question): boolean => id === navigation.questionId;
      const here = set.questions.filter(isDeciding);
      const elsewhere = questions.filter((one) => one.at.startsWith(form)).map(({ question }) => question);
      const deciding = here.length > 0 ? here : elsewhere.filter(isDeciding);
      const keys = new Set(deciding.flatMap(outcomes));
      return (
        keys.size === 0 ||
        deciding.some((one) => !one.isCalculated && one.required.whenRequired !== "ALWAYS" && !one.given) ||
        [...keys].sort().join() !== Object.keys(navigation.navigationMappings).sort().join()
      );
    });
    expect(broken.map(({ at }) => at)).toEqual([]);
  });

  it("continues after sets that only have something to read", () => {
    const empty = sets.filter(({ set }) => set.questions.length === 0);
    expect(empty.length).toBeGreaterThan(0);
    expect(empty.filter(({ set }) => set.notes === undefined).map(({ at }) => at)).toEqual([]);
    expect(
      empty.filter(({ set }) => set.navigation.navigationType !== "CONSTANT").map(({ at }) => at),
    ).toEqual([]);
  });
});

function outcomes({ isCalculated, valueType, questionOptions = [] }: Question): string[] {
  if (isCalculated) return valueType === "boolean" ? ["true", "false"] : [];
  return questionOptions.map(({ value }) => String(value));
}

describe("questions", () => {
  it("are required by their own condition: DEPENDENT has one or a given answer, ALWAYS has neither", () => {
    expect(questions.some(({ question }) => question.required.whenRequired === "DEPENDENT")).toBe(true);
    expect(
      breaking(({ required: { whenRequired, when }, given }) =>
        whenRequired === "NEVER" ? true : (whenRequired === "DEPENDENT") === ((when ?? given) !== undefined),
      ),
    ).toEqual([]);
  });

  it("have a pattern and a message, or else a calculation, and then no checks", () => {
    expect(
      breaking(({ isCalculated, required, ...question }) =>
        isCalculated
          ? question.calculation !== undefined &&
            question.validationRegex === undefined &&
            question.validationErrorMessage === undefined &&
            question.checks === undefined &&
            required.whenRequired === "NEVER"
          : question.calculation === undefined &&
            question.validationRegex !== undefined &&
            question.validationErrorMessage !== undefined,
      ),
    ).toEqual([]);
  });

  it("have a control, and what kind of input it is", () => {
    expect(
      breaking(
        ({ htmlType, displayType }) =>
          ["INPUT", "SELECT", "TEXTAREA"].includes(htmlType) &&
          (htmlType === "INPUT") === (displayType !== undefined),
      ),
    ).toEqual([]);
  });

  it("have one value type per ID of a form", () => {
    const types = new Map<string, Set<string | undefined>>();
    for (const { at, question } of questions) {
      const key = at.replace(/ QS[0-9]+ /, " ");
      types.set(key, (types.get(key) ?? new Set()).add(question.valueType));
    }
    expect([...types].filter(([, all]) => all.size > 1 || all.has(undefined))).toEqual([]);
  });
});

describe("formulas", () => {
  const calls = (formula: string): string[] =>
    formula.replaceAll(/"[^"]*"/g, '""').match(/[A-Za-z_][A-Za-z0-9_.]*\([^()]*\)?/g) ?? [];
  const inputs = (formula: string): string[] =>
    formula.replaceAll(/"[^"]*"/g, '""').match(/[A-Za-z_]+\.[A-Za-z.]+/g) ?? [];

  it("of calculations call nothing and name only questions", () => {
    const found = questions.flatMap(({ at, question: { calculation } }) =>
      calculation === undefined
        ? []
        : [...calls(calculation.formula), ...inputs(calculation.formula)].map((one) => `${at}: ${one}`),
    );
    expect(found).toEqual([]);
  });

  it("of conditions, checks, given answers, and suggestions call and name only what docs/evaluating.md lists", () => {
    const formulas = questions.flatMap(({ at, question: { required, checks = [], suggest = [], given } }) => [
      ...(required.when === undefined ? [] : [{ at, formula: required.when, known: [] }]),
      ...checks.map(({ formula }) => ({ at, formula, known: ["employee.region", "signature.date"] })),
      ...[given?.when, given?.value].flatMap((formula) =>
        formula === undefined ? [] : [{ at, formula, known: ["employee.region"] }],
      ),
      ...suggest.flatMap(({ when, value }) =>
        [when, value].map((formula) => ({ at, formula, known: ["employee.region", "employee.zipCode"] })),
      ),
    ]);
    // Words and signs of the content's formulas that the published language does not have.
    const unpublished = /\b(?:and|or|not)\b|!=/;
    expect(
      formulas.filter(({ formula }) => unpublished.test(formula.replace(/"(?:[^"\\]|\\.)*"/g, ""))),
    ).toEqual([]);
    const called = formulas.flatMap(({ formula }) => calls(formula));
    for (const name of ["answered", "year", "includes"])
      expect(called.some((call) => call.startsWith(`${name}(`))).toBe(true);
    const shape = /^(?:(?:answered|year)\([A-Za-z_][A-Za-z0-9_.]*\)|includes\([A-Za-z_][A-Za-z0-9_]*, ""\))$/;
    expect(called.filter((call) => !shape.test(call))).toEqual([]);
    expect(
      formulas.flatMap(({ at, formula, known }: { at: string; formula: string; known: readonly string[] }) =>
        inputs(formula)
          .filter((input) => !known.includes(input))
          .map((input) => `${at}: ${input}`),
      ),
    ).toEqual([]);
  });
});

describe("flows", () => {
  const options = content.jurisdictions
    .flatMap(({ flows, localities = [] }) => [...flows, ...localities.flatMap((one) => one.flows)])
    .flatMap((flow) => flow.sets.flatMap((set) => set.options.map((option) => ({ flow, option }))));

  it("end with an option that has forms, and continue without", () => {
    const requires = ({ option }: (typeof options)[number]): boolean => (option.forms ?? []).length > 0;
    expect(options.some((one) => one.option.next === undefined && !requires(one))).toBe(true);
    const both = options.filter((one) => one.option.next !== undefined && requires(one));
    expect(both.map(({ flow, option }) => `${flow.id} ${option.value}`)).toEqual([]);
  });
});
