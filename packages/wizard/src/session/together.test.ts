import { type Question, type QuestionSet, viewAt } from "@withholding-forms/client";
import { expect, test } from "vitest";
import { together } from "./together.js";

const question = (id: string, more: Partial<Question> = {}): Question => ({
  id,
  questionText: `${id}?`,
  htmlType: "INPUT",
  displayType: "INTEGER",
  valueType: "number",
  validationRegex: "^[0-9]+$",
  required: { whenRequired: "ALWAYS" },
  isCalculated: false,
  ...more,
});
const choice = (id: string, ...values: readonly string[]): Question =>
  question(id, {
    displayType: "RADIO",
    valueType: "text",
    validationRegex: `^(?:${values.join("|")})$`,
    questionOptions: values.map((value) => ({ label: value.toLowerCase(), value })),
  });
const next = (id: string) => ({ hasMoreQuestions: true, nextQuestionSetId: id });
const to = (id: string): QuestionSet["navigation"] => ({
  navigationType: "CONSTANT",
  navigationMapping: next(id),
});
const by = (questionId: string, leads: Readonly<Record<string, string>>): QuestionSet["navigation"] => ({
  navigationType: "VARIABLE",
  questionId,
  navigationMappings: Object.fromEntries(Object.entries(leads).map(([value, id]) => [value, next(id)])),
});
const end: QuestionSet["navigation"] = {
  navigationType: "CONSTANT",
  navigationMapping: { hasMoreQuestions: false, perjuryStatement: "I swear." },
};
const set = (
  id: string,
  questions: readonly Question[],
  navigation: QuestionSet["navigation"],
  more: Partial<QuestionSet> = {},
): QuestionSet => ({ id, breadcrumbTitle: `Title ${id}`, questions: [...questions], navigation, ...more });

const merged = (...sets: readonly QuestionSet[]): ReadonlyMap<string, QuestionSet> =>
  together(new Map(sets.map((one) => [one.id, one])));
const idsOf = (one: QuestionSet | undefined) => one?.questions.map(({ id }) => id);

test("short sets that always follow each other are one set", () => {
  const sets = merged(set("A", [question("a")], to("B")), set("B", [question("b")], end));
  expect(sets.get("A")).toMatchObject({ breadcrumbTitle: "Title A, Title B", navigation: end });
  expect(idsOf(sets.get("A"))).toEqual(["a", "b"]);
  // Another path may lead to it.
  expect(idsOf(sets.get("B"))).toEqual(["b"]);
});

test("a set that one answer skips becomes questions that depend on the answer", () => {
  const sets = merged(
    set("A", [choice("kind", "ZERO", "ONE", "TWO")], by("kind", { ZERO: "C", ONE: "B", TWO: "B" })),
    set(
      "B",
      [question("count"), question("more", { required: { whenRequired: "NEVER", when: "count > 1" } })],
      to("C"),
    ),
    set("C", [question("extra", { required: { whenRequired: "NEVER" } })], end),
  );
  expect(sets.get("A")?.questions.map(({ required }) => required)).toEqual([
    { whenRequired: "ALWAYS" },
    { whenRequired: "DEPENDENT", when: 'kind == "ONE" ? true : kind == "TWO"' },
    { whenRequired: "NEVER", when: '(kind == "ONE" ? true : kind == "TWO") ? count > 1 : false' },
    { whenRequired: "NEVER" },
  ]);
  const asked = (answers: Readonly<Record<string, string>>) =>
    viewAt(sets, { answers, language: "en" }).questions.map(({ question: { id } }) => id);
  expect(asked({})).toEqual(["kind", "extra"]);
  expect(asked({ kind: "ZERO" })).toEqual(["kind", "extra"]);
  expect(asked({ kind: "TWO" })).toEqual(["kind", "count", "extra"]);
  expect(asked({ kind: "TWO", count: "2" })).toEqual(["kind", "count", "more", "extra"]);
  // What was answered before the employee chose to skip it does not count.
  const { status, values } = viewAt(sets, { answers: { kind: "ZERO", count: "2" }, language: "en" });
  expect([status, [...values.keys()]]).toEqual(["COMPLETE", ["kind"]]);
});

const note = { htmlType: "PARAGRAPH", text: "A note", suggestedPlacement: "ABOVE_ALL_QUESTIONS" } as const;

test.each<[string, readonly QuestionSet[]]>([
  [
    "the answers lead to different pages",
    [
      set("A", [choice("kind", "ONE", "TWO")], by("kind", { ONE: "B", TWO: "C" })),
      set("B", [question("b")], end),
      set("C", [question("c")], end),
    ],
  ],
  [
    "an answer ends the form",
    [
      set("A", [choice("kind", "ONE", "TWO")], {
        navigationType: "VARIABLE",
        questionId: "kind",
        navigationMappings: {
          ONE: next("B"),
          TWO: { hasMoreQuestions: false, perjuryStatement: "I swear." },
        },
      }),
      set("B", [question("b")], end),
    ],
  ],
  [
    "the answer was given on an earlier page",
    [
      set("A", [question("a")], by("earlier", { ONE: "B", TWO: "C" })),
      set("B", [question("b")], to("C")),
      set("C", [question("c")], end),
    ],
  ],
  [
    "a statement stands for the next one",
    [
      set("A", [question("a")], to("B")),
      set("B", [question("b")], end, { express: { place: "PAGE", statement: "I b", answers: { b: "0" } } }),
    ],
  ],
  [
    "the next one has notes about all of its questions",
    [set("A", [question("a")], to("B")), set("B", [question("b", { notes: [note] })], end)],
  ],
  [
    "the next one has a notice",
    [
      set("A", [question("a")], to("B")),
      set("B", [question("b")], end, { notice: { type: "WARNING", message: "Careful." } }),
    ],
  ],
  [
    "both would be too long",
    [set("A", [choice("a", ..."ABCDEFGHI")], to("B")), set("B", [choice("b", ..."ABCDEFGHI")], end)],
  ],
])("nothing is put together if %s", (_, sets) => {
  expect(idsOf(merged(...sets).get("A"))).toEqual(idsOf(sets[0]));
});
