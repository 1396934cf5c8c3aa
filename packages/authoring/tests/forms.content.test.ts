import { signatureDate } from "@withholding-forms/catalog/model/signature-date";
import { interviewOf } from "@withholding-forms/catalog/runtime/form-version";
import {
  Decimal,
  evaluate,
  isoDate,
  type Language,
  languages,
  parseExpression,
  type Question,
  type QuestionSet,
  truth,
  type Value,
  valueTypeOf,
  type Walk,
  walkAnswers,
} from "@withholding-forms/interview";
import { content } from "@withholding-forms/testing/catalog/content";
import { compute, type Fact, rational, rounded } from "@withholding-forms/testing/interview/independent";
import { describe, expect, it } from "vitest";
import { candidatesOf } from "../src/check/candidates.js";
import { casesOf, type Filling, filler, sampleDay, sampleRegions } from "../src/check/cases.js";
import { type Example, examplesOf } from "../src/check/examples.js";
import { explore } from "../src/check/graph.js";
import { Search } from "../src/check/search.js";
import type { FormParts } from "../src/compile/form.js";

describe.each(content.forms.map((parts) => [`${parts.form.id} ${parts.form.version}`, parts] as const))(
  "%s",
  (_, parts) => {
    const { examples, blocked, neverAsked } = examplesOf(parts, content.shared, {
      formPaths: 200,
      answers: 150,
    });
    const formPaths = examples.filter((example) => example.shows === "path");
    const walks = walkers(parts);

    it("has answers for every path and every condition", () => {
      expect(blocked).toEqual([]);
      expect(neverAsked).toEqual([]);
      expect(formPaths.length).toBeGreaterThan(0);
    });

    it("accepts every example, or ends INELIGIBLE where its navigation says so", () => {
      const fill = filler(parts, content);
      for (const example of examples) {
        const result = fill(example);
        expect([example.about, result.outcome]).toEqual([example.about, example.end]);
        if (result.outcome === "REFUSED") continue;
        expect(result.walk.path).toEqual(example.path);
        expect(result.walk.used).toEqual(Object.keys(example.answers));
        for (const { id, value, valueType } of result.outcome === "COMPLETE" ? result.taxParameters : [])
          expect([id, value]).toEqual([id, expect.stringMatching(parameterFormats[valueType] ?? /^$/)]);
      }
    });

    it("rejects every invalid answer, with its id and a message in the requested language", () => {
      for (const [example, language] of inEveryLanguage(formPaths)) {
        const at = questionsOn(parts, example, language);
        for (const id of Object.keys(example.answers)) {
          const question = at(id);
          const wrong = valueTypeOf(question) === "date" ? "2026-02-30" : "\u0007";
          expect(walks(example, language, { ...example.answers, [id]: wrong }).problems).toEqual([
            { questionId: id, code: "INVALID", message: question.validationErrorMessage },
          ]);
        }
      }
    });

    it("rejects every needed answer left out, and lets optional ones be", () => {
      for (const [example, language] of inEveryLanguage(formPaths)) {
        const at = questionsOn(parts, example, language);
        const { given } = walks(example, language, example.answers);
        for (const id of Object.keys(example.answers)) {
          const question = at(id);
          const { [id]: _left, ...answers } = example.answers;
          const { problems } = walks(example, language, answers);
          if (question.required.whenRequired === "NEVER" || given.has(id))
            expect(problems.filter((problem) => problem.questionId === id)).toEqual([]);
          else
            expect(problems).toEqual([
              { questionId: id, code: "REQUIRED", message: question.validationErrorMessage },
            ]);
        }
      }
    });

    it("rejects an answer to a question that it does not have", () => {
      for (const [example, language] of inEveryLanguage(formPaths))
        expect(walks(example, language, { ...example.answers, noSuchQuestion: "1" }).problems).toEqual([
          { questionId: "noSuchQuestion", code: "UNKNOWN" },
        ]);
    });

    it("rejects answers that break a rule between them, and says so in the asked language", () => {
      for (const { setId, question, index, federal } of rulesOf(parts)) {
        const broken = breakRule(parts, formPaths, federal, question, index);
        for (const language of languages) {
          const message = questionIn(parts, federal, language, setId, question.id)?.checks?.[index]?.message;
          const { problems } = walks({ ...broken, federal }, language, broken?.answers ?? {});
          expect(problems).toContainEqual({ questionId: question.id, code: "CHECK", message });
        }
      }
    });

    it("says nothing in English to a caller who requested Spanish or French", () => {
      const english = messages(parts, "en");
      for (const language of ["es", "fr"] as const) {
        const own = messages(parts, language);
        expect(own.size).toBe(english.size);
        for (const [key, message] of own) expect([key, message]).not.toEqual([key, english.get(key)]);
      }
    });

    it("publishes formulas that give an independent evaluator the numbers of the walk, also if it answers questions that are not asked", () => {
      for (const example of examples) {
        const { values } = walks(example, "en", example.answers);
        const facts = new Map<string, Fact>();
        for (const question of onThePath(parts, example, "en")) {
          if (question.calculation === undefined) {
            const answer = isAsked(question, values) ? example.answers[question.id] : someAnswer(question);
            // Where another set of the path asked it, that answer counts.
            if (!facts.has(question.id) || !values.has(question.id))
              facts.set(question.id, fact(question, answer));
          } else {
            const { formula, scale, roundingMode } = question.calculation;
            const value = values.get(question.id);
            const computed = compute(formula, (id) => facts.get(id));
            const isWord = typeof computed === "string";
            const own =
              typeof computed === "boolean" || isWord ? computed : rounded(computed, scale, roundingMode);
            facts.set(question.id, typeof own === "string" && !isWord ? rational(own) : own);
            expect([example.about, question.id, own]).toEqual([
              example.about,
              question.id,
              shown(question, value, scale),
            ]);
          }
        }
      }
    });
  },
);

/** As docs/integrate.md describes them. */
const parameterFormats: Readonly<Record<string, RegExp>> = {
  boolean: /^(?:true|false)$/,
  dollarAmount: /^[0-9]+\.[0-9]{2}$/,
  integer: /^[0-9]+$/,
  percent: /^[0-9]+(?:\.[0-9]+)?$/,
  date: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  code: /^[A-Z0-9_]+$/,
  string: /./,
};

type Walker = (
  variant: { readonly federal: boolean; readonly region?: string },
  language: Language,
  answers: Readonly<Record<string, unknown>>,
) => Walk;

function walkers(parts: FormParts): Walker {
  const interviews = new Map(
    languages.flatMap((language) => {
      const all = [...setsOf(parts, false, language), ...setsOf(parts, true, language)];
      return [false, true].map(
        (federal) => [`${language}${federal}`, interviewOf(setsOf(parts, federal, language), all)] as const,
      );
    }),
  );
  return ({ federal, region = sampleRegions[parts.form.country] }, language, answers) => {
    const interview = interviews.get(`${language}${federal}`);
    if (interview === undefined) throw new Error(language);
    const inputs = new Map([
      ["employee.region", region],
      [signatureDate, sampleDay(parts.form)],
    ]);
    return walkAnswers(interview.source, interview.start, answers, interview.known, inputs);
  };
}

function inEveryLanguage(examples: readonly Example[]): [Example, Language][] {
  return examples.flatMap((example) => languages.map((language): [Example, Language] => [example, language]));
}

function setsOf(parts: FormParts, federal: boolean, language: Language): readonly QuestionSet[] {
  const { plain, federal: withFederal } = parts.sets[language];
  return federal ? (withFederal ?? plain) : plain;
}

function onThePath(parts: FormParts, example: Example, language: Language): Question[] {
  const sets = setsOf(parts, example.federal, language);
  return example.path.flatMap((id) => sets.find((set) => set.id === id)?.questions ?? []);
}

function questionsOn(parts: FormParts, example: Example, language: Language): (id: string) => Question {
  const questions = new Map(onThePath(parts, example, language).map((one) => [one.id, one]));
  return (id) => {
    const question = questions.get(id);
    if (question === undefined) throw new Error(`${id} is not on the formPath`);
    return question;
  };
}

function questionIn(
  parts: FormParts,
  federal: boolean,
  language: Language,
  setId: string,
  id: string,
): Question | undefined {
  const set = setsOf(parts, federal, language).find((one) => one.id === setId);
  return set?.questions.find((question) => question.id === id);
}

/** Every rule between answers that a variant can reach: the question and which of its checks. */
function rulesOf(parts: FormParts): { setId: string; question: Question; index: number; federal: boolean }[] {
  const variants = parts.sets.en.federal === undefined ? [false] : [false, true];
  return variants.flatMap((federal) => {
    const sets = new Map(setsOf(parts, federal, "en").map((set) => [set.id, set]));
    const { reached } = explore(sets, "QS1");
    return [...reached].flatMap((setId) =>
      (sets.get(setId)?.questions ?? []).flatMap((question) =>
        (question.checks ?? []).map((_, index) => ({ setId, question, index, federal })),
      ),
    );
  });
}

/** Answers of an example with a few changed until this rule complains; or those of a case that breaks it. */
function breakRule(
  parts: FormParts,
  formPaths: readonly Example[],
  federal: boolean,
  question: Question,
  index: number,
): Pick<Filling, "answers" | "region"> | undefined {
  const all = [...setsOf(parts, false, "en"), ...setsOf(parts, true, "en")];
  const search = new Search(candidatesOf(parts), setsOf(parts, federal, "en"), all);
  const check = question.checks?.[index];
  if (check === undefined) return undefined;
  for (const example of formPaths.filter(
    (one) => one.federal === federal && Object.hasOwn(one.answers, question.id),
  )) {
    const home = example.region === undefined ? [] : [["employee.region", example.region] as const];
    const start = new Map([...search.usual(true), ...Object.entries(example.answers), ...home]);
    const found = search.find(start, { breaks: { question, check } });
    if (!("walk" in found)) continue;
    const region = found.assignment.get("employee.region");
    return {
      answers: Object.fromEntries(found.walk.used.map((id) => [id, found.assignment.get(id)])),
      ...(region === undefined ? {} : { region }),
    };
  }
  const cases = casesOf(parts.context.form.cases).filter((one) => one.problems?.[question.id] === "CHECK");
  const isAboutHome = check.formula.includes("employee.region");
  return cases.find(({ region }) => (region !== undefined) === isAboutHome) ?? cases[0];
}

/** The message for an invalid answer. */
function messages(parts: FormParts, language: Language): Map<string, string> {
  const { plain, federal } = parts.sets[language];
  const found = new Map<string, string>();
  for (const set of [...plain, ...(federal ?? [])]) {
    for (const { id, validationErrorMessage, checks } of set.questions) {
      if (validationErrorMessage !== undefined) found.set(id, validationErrorMessage);
      checks?.forEach((check, index) => {
        found.set(`${id} ${index}`, check.message);
      });
    }
  }
  return found;
}

function fact(question: Question, answer: string | undefined): Fact {
  if (answer === undefined || answer === "") return undefined;
  switch (valueTypeOf(question)) {
    case "number":
      return rational(answer.replaceAll(",", ""));
    case "boolean":
      return answer === "true";
    case "date":
      return isoDate(answer);
    default:
      return answer;
  }
}

function isAsked({ required: { when } }: Question, values: Walk["values"]): boolean {
  return when === undefined || truth(evaluate(parseExpression(when), { value: (id) => values.get(id) }));
}

/** What a client that knows only the specification may send for a question that is not asked. */
function someAnswer(question: Question): string {
  const [option] = question.questionOptions ?? [];
  if (option !== undefined) return String(option.value);
  switch (valueTypeOf(question)) {
    case "number":
      return "7";
    case "boolean":
      return "true";
    case "date":
      return "1950-01-01";
    default:
      return "X";
  }
}

/** A calculated question that is not asked counts as 0, false, or empty. */
function shown(question: Question, value: Value, scale: number): string | boolean {
  if (typeof value === "boolean" || typeof value === "string") return value;
  if (value === undefined && valueTypeOf(question) === "boolean") return false;
  if (value === undefined && valueTypeOf(question) === "text") return "";
  return (value instanceof Decimal ? value : new Decimal(0)).toFixed(scale);
}
