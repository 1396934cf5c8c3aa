import { type FormVersion, loadCatalog } from "@withholding-forms/catalog";
import { type KnownQuestions, walkAnswers } from "@withholding-forms/interview";
import { john } from "@withholding-forms/testing/people/client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  allQuestionSets,
  type FormSource,
  type Question,
  type QuestionSet,
  walk,
} from "./index.js";

fc.configureGlobal({ seed: 2026 });

const catalog = loadCatalog();
const day = "2026-11-16";

/** What a person can do, right or wrong. Numbers choose among what is possible at the moment. */
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("answer" as const), pick: fc.nat(), value: fc.nat() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("next" as const), pick: fc.nat(), value: fc.nat() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom("back" as const, "goTo" as const, "advance" as const, "language" as const),
      pick: fc.nat(),
      value: fc.nat(),
    }),
  },
);

function answerTo({ questionOptions = [], displayType }: Question, value: number): Answer {
  if (value % 11 === 0) return value % 2 === 0 ? null : "not an answer";
  const option = questionOptions[value % Math.max(1, questionOptions.length)];
  if (option?.value !== undefined) return option.value;
  return displayType === "DOLLAR" || displayType === "INTEGER" ? (value % 40) * 100 : "12";
}

const sourceOf = (form: FormVersion): FormSource => ({
  formQuestionSet: async (_formId, id, { language = "en" }) => {
    const set = form.questionSet(id, language, false);
    if (set === undefined) throw new Error(`no set ${id}`);
    return set;
  },
});

describe("whatever a person does", () => {
  it.each(["W4101", "AZ107"])("the journey through %s agrees with the service's walk", async (formId) => {
    const found = catalog.find(formId, undefined, day);
    if (typeof found === "string") throw new Error(found);
    const source = sourceOf(found.form);
    const sets = await allQuestionSets(source, { formId });
    const byId = new Map<string, QuestionSet>(sets.map((set) => [set.id, set]));
    const questions = sets.flatMap((set) => set.questions);
    const known: KnownQuestions = (id) => questions.filter((question) => question.id === id);
    const ends = new Set<string>();

    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 60, maxLength: 120 }), async (actions) => {
        const journey = await walk(source, { formId });
        for (const { kind, pick, value } of actions) {
          const { questions: current, path } = journey.view;
          // Mostly the current set, now and then an answer given before.
          const shown = pick % 5 === 0 ? path.flatMap((step) => step.questions) : current;
          const asked = shown.filter(({ question }) => !question.isCalculated);
          const chosen = asked[Math.floor(pick / 5) % Math.max(1, asked.length)]?.question;
          if (kind === "answer" && chosen !== undefined)
            journey.answer({ [chosen.id]: answerTo(chosen, value) });
          if (kind === "next") await journey.next();
          if (kind === "back") journey.back();
          if (kind === "advance") await journey.advance();
          if (kind === "language") await journey.changeLanguage(value % 2 === 0 ? "fr" : "en");
          if (kind === "goTo") journey.goTo(path[pick % path.length]?.questionSetId ?? "");

          const { view } = journey;
          const answers = journey.save().answers ?? {};
          const whole = walkAnswers((id) => byId.get(id), "QS1", answers, known);
          const trail = view.path.map(({ questionSetId }) => questionSetId);
          // The current set is on the service's path, and nothing before it is wrong.
          expect(whole.path.slice(0, trail.length)).toEqual(trail);
          expect(
            view.path
              .slice(0, -1)
              .flatMap((step) => step.questions)
              .filter(({ problem }) => problem),
          ).toEqual([]);
          ends.add(view.status);
          if (view.status === "ASKING") continue;
          expect(whole.end).toBe(view.status);
          expect(whole.problems).toEqual([]);
          expect(whole.path).toEqual(trail);
          if (view.status === "COMPLETE")
            expect(Object.keys(journey.body(john).fields)).toEqual([...whole.used]);
        }
      }),
      { numRuns: 100 },
    );
    expect(ends).toContain("COMPLETE");
  });
});
