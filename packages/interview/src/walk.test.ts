import { describe, expect, it } from "vitest";
import { Decimal } from "./decimal.js";
import type { Question, QuestionSet } from "./types.js";
import { type Answers, newProgress, readSet, type Walk, walkAnswers } from "./walk.js";

const ask = (id: string, more: Partial<Question> = {}): Question => ({
  id,
  questionText: `${id}?`,
  validationErrorMessage: `wrong ${id}`,
  htmlType: "INPUT",
  required: { whenRequired: "ALWAYS" },
  isCalculated: false,
  ...more,
});
const yesNo = (id: string, more: Partial<Question> = {}): Question =>
  ask(id, {
    valueType: "boolean",
    validationRegex: "^(true|false)$",
    questionOptions: [
      { label: "Yes", value: true },
      { label: "No", value: false },
    ],
    ...more,
  });
const count = (id: string, more: Partial<Question> = {}): Question =>
  ask(id, { valueType: "number", validationRegex: "^[0-9]{1,3}$", ...more });
const choice = (id: string, ...values: readonly string[]): Question =>
  ask(id, {
    valueType: "text",
    validationRegex: `^(?:${values.join("|")})$`,
    questionOptions: values.map((value) => ({ label: `the ${value.toLowerCase()} one`, value })),
  });
const calculated = (id: string, formula: string, scale = 0, more: Partial<Question> = {}): Question => ({
  id,
  questionText: id,
  htmlType: "INPUT",
  required: { whenRequired: "NEVER" },
  isCalculated: true,
  calculation: { formula, scale, roundingMode: "HALF_UP" },
  ...more,
});
const never = { required: { whenRequired: "NEVER" } } as const;
const dependent = (when: string): Partial<Question> => ({ required: { whenRequired: "DEPENDENT", when } });

const end = (perjuryStatement = "I swear."): QuestionSet["navigation"] => ({
  navigationType: "CONSTANT",
  navigationMapping: { hasMoreQuestions: false, perjuryStatement },
});
const to = (nextQuestionSetId: string): QuestionSet["navigation"] => ({
  navigationType: "CONSTANT",
  navigationMapping: { hasMoreQuestions: true, nextQuestionSetId },
});
/** A value leads to a set, to INELIGIBLE, or ends with a statement. */
const by = (questionId: string, leads: Readonly<Record<string, string>>): QuestionSet["navigation"] => ({
  navigationType: "VARIABLE",
  questionId,
  navigationMappings: Object.fromEntries(
    Object.entries(leads).map(([value, next]) => [
      value,
      next === "INELIGIBLE"
        ? { hasMoreQuestions: false, nextQuestionSetId: next }
        : next.startsWith("QS")
          ? { hasMoreQuestions: true, nextQuestionSetId: next }
          : { hasMoreQuestions: false, perjuryStatement: next },
    ]),
  ),
});
const set = (
  id: string,
  questions: readonly Question[],
  navigation: QuestionSet["navigation"],
): QuestionSet => ({ id, questions, breadcrumbTitle: id, navigation });

function walked(sets: readonly QuestionSet[], answers: Answers): Walk {
  const byId = new Map(sets.map((one) => [one.id, one]));
  const questions = sets.flatMap((one) => one.questions);
  return walkAnswers(
    (id) => byId.get(id),
    "QS1",
    answers,
    (id) => questions.filter((question) => question.id === id),
  );
}

/** Exemption first; a head of family needs dependents; the total is calculated from both sets. */
const form: readonly QuestionSet[] = [
  set(
    "QS1",
    [choice("status", "ZERO", "SINGLE", "HEAD", "ALIEN")],
    by("status", { ZERO: "QS3", SINGLE: "QS2", HEAD: "QS2", ALIEN: "INELIGIBLE" }),
  ),
  set(
    "QS2",
    [
      count("dependents", {
        checks: [
          {
            formula: 'status == "HEAD" ? dependents >= 1 : true',
            message: "A head of family has a dependent.",
          },
        ],
      }),
      count("students", dependent("dependents > 0")),
      calculated("allowance", "dependents * 500.5 + students / 3", 2),
    ],
    to("QS3"),
  ),
  set(
    "QS3",
    [
      count("extra", never),
      calculated("total", "allowance + extra", 0, {
        calculation: { formula: "allowance + extra", scale: 0, roundingMode: "CEILING" },
      }),
    ],
    end("I am {{ status }} with {{ dependents }} and {{ total }}."),
  ),
];

describe("walk", () => {
  it("follows VARIABLE and CONSTANT navigation to the end", () => {
    const result = walked(form, { status: "SINGLE", dependents: 2, students: "1", extra: "10" });
    expect(result.path).toEqual(["QS1", "QS2", "QS3"]);
    expect(result.end).toBe("COMPLETE");
    expect(result.problems).toEqual([]);
    expect(result.ignored).toEqual([]);
    expect(result.used).toEqual(["status", "dependents", "students", "extra"]);
  });

  it("takes the shorter path if an answer leads there", () => {
    const result = walked(form, { status: "ZERO" });
    expect(result.path).toEqual(["QS1", "QS3"]);
    expect(result.end).toBe("COMPLETE");
    expect(result.problems).toEqual([]);
  });

  it("ends at INELIGIBLE if an answer leads there, without a statement", () => {
    const result = walked(form, { status: "ALIEN" });
    expect(result.end).toBe("INELIGIBLE");
    expect(result.path).toEqual(["QS1"]);
    expect(result.problems).toEqual([]);
    expect(result.perjuryStatement).toBeUndefined();
  });

  it("calculates with scale and rounding mode, from this set and earlier ones", () => {
    const { values } = walked(form, { status: "SINGLE", dependents: 1, students: 2, extra: 1 });
    // 500.5 + 0.666... = 501.17; plus 1 rounded up.
    expect(values.get("allowance")).toEqual(new Decimal("501.17"));
    expect(values.get("total")).toEqual(new Decimal(503));
  });

  it("calculates with 0 for sets that are not on the path", () => {
    const { values } = walked(form, { status: "ZERO", extra: 7 });
    expect(values.has("allowance")).toBe(false);
    expect(values.get("total")).toEqual(new Decimal(7));
  });

  it("fills the perjury statement with labels and values", () => {
    const result = walked(form, { status: "HEAD", dependents: 3, students: 3 });
    // 1501.5 + 1 = 1502.5, rounded up.
    expect(result.perjuryStatement).toBe("I am the head one with 3 and 1503.");
  });

  it("fills in yes, no, and several choices with their labels", () => {
    const several = ask("reasons", {
      valueType: "multi",
      validationRegex: "^(?:A|B)(?:,(?:A|B)){0,1}$",
      multiSelectQuestionOptions: [
        { id: "A", label: "moved" },
        { id: "B", label: "married" },
      ],
    });
    const sets = [
      set(
        "QS1",
        [yesNo("agree"), several, ask("when", { valueType: "date" })],
        end("{{agree}}: {{reasons}} {{when}} {{ none }}."),
      ),
    ];
    const result = walked(sets, { agree: "true", reasons: ["A", "B"], when: "03/09/2026" });
    expect(result.perjuryStatement).toBe("Yes: moved, married 2026-03-09 .");
  });

  it("rejects a missing required answer, with the question's message", () => {
    const result = walked(form, { status: "SINGLE" });
    expect(result.problems).toEqual([
      { questionId: "dependents", code: "REQUIRED", message: "wrong dependents" },
    ]);
  });

  it("rejects a missing answer to a DEPENDENT question only if its condition is true", () => {
    expect(walked(form, { status: "SINGLE", dependents: 1 }).problems).toEqual([
      { questionId: "students", code: "REQUIRED", message: "wrong students" },
    ]);
    expect(walked(form, { status: "SINGLE", dependents: 0 }).problems).toEqual([]);
  });

  it("treats a DEPENDENT question without a condition as required", () => {
    const sets = [set("QS1", [count("a", { required: { whenRequired: "DEPENDENT" } })], end())];
    expect(walked(sets, {}).problems.map(({ code }) => code)).toEqual(["REQUIRED"]);
  });

  it("ignores an answer whose question is not asked under this condition", () => {
    const result = walked(form, { status: "SINGLE", dependents: 0, students: "nonsense" });
    expect(result.problems).toEqual([]);
    expect(result.ignored).toEqual(["students"]);
    expect(result.values.has("students")).toBe(false);
  });

  it("ignores answers off the path without checking them", () => {
    const result = walked(form, { status: "ZERO", dependents: "nonsense", students: 5 });
    expect(result.end).toBe("COMPLETE");
    expect(result.problems).toEqual([]);
    expect(result.ignored).toEqual(["dependents", "students"]);
    expect(result.values.has("students")).toBe(false);
  });

  it("lets an optional answer be missing, but checks it when given", () => {
    expect(walked(form, { status: "ZERO", extra: "" }).problems).toEqual([]);
    expect(walked(form, { status: "ZERO", extra: null }).ignored).toEqual([]);
    expect(walked(form, { status: "ZERO", extra: "-1" }).problems).toEqual([
      { questionId: "extra", code: "INVALID", message: "wrong extra" },
    ]);
  });

  it("ignores a value sent for a calculated question", () => {
    const result = walked(form, { status: "ZERO", extra: 7, total: "999", allowance: "999" });
    expect(result.values.get("total")).toEqual(new Decimal(7));
    expect(result.problems).toEqual([]);
    expect(result.ignored).toEqual(["total"]);
  });

  it("reports a value that a calculation overwrites, and none that is the same", () => {
    const answers = { status: "SINGLE", dependents: 2, students: 0 };
    expect(walked(form, { ...answers, allowance: 7 }).ignored).toEqual(["allowance"]);
    expect(walked(form, { ...answers, allowance: "nonsense" }).ignored).toEqual(["allowance"]);
    expect(walked(form, { ...answers, allowance: "1001", total: "" }).ignored).toEqual([]);
  });

  it("checks rules between answers, with the rule's message", () => {
    expect(walked(form, { status: "HEAD", dependents: 0 }).problems).toEqual([
      { questionId: "dependents", code: "CHECK", message: "A head of family has a dependent." },
    ]);
    expect(walked(form, { status: "HEAD", dependents: 1, students: 0 }).problems).toEqual([]);
  });

  it("reports the first broken rule of a question and checks later questions of its set", () => {
    const sets = [
      set(
        "QS1",
        [
          count("first", {
            checks: [
              { formula: "first <= second", message: "at most the second" },
              { formula: "first <= 5", message: "at most five" },
            ],
          }),
          count("second"),
        ],
        end(),
      ),
    ];
    expect(walked(sets, { first: 9, second: 7 }).problems).toEqual([
      { questionId: "first", code: "CHECK", message: "at most the second" },
    ]);
    expect(walked(sets, { first: 9, second: 9 }).problems).toEqual([
      { questionId: "first", code: "CHECK", message: "at most five" },
    ]);
    expect(walked(sets, { first: 5, second: 9 }).problems).toEqual([]);
  });

  it("does not check an optional question that was not answered", () => {
    const sets = [
      set("QS1", [count("a", { ...never, checks: [{ formula: "a >= 1", message: "one" }] })], end()),
    ];
    expect(walked(sets, {}).problems).toEqual([]);
    expect(walked(sets, { a: 0 }).problems.map(({ code }) => code)).toEqual(["CHECK"]);
  });

  it("rejects unknown question IDs", () => {
    const result = walked(form, { status: "ZERO", statsu: "ZERO", "": 1 });
    expect(result.problems).toEqual([
      { questionId: "statsu", code: "UNKNOWN" },
      { questionId: "", code: "UNKNOWN" },
    ]);
  });

  it("treats prototype keys as unknown IDs", () => {
    const answers = JSON.parse(
      '{"status": "ZERO", "__proto__": {"extra": 5}, "constructor": 1, "toString": 2}',
    );
    const result = walked(form, answers);
    expect(result.problems).toEqual([
      { questionId: "__proto__", code: "UNKNOWN" },
      { questionId: "constructor", code: "UNKNOWN" },
      { questionId: "toString", code: "UNKNOWN" },
    ]);
    expect(result.values.get("total")).toEqual(new Decimal(0));
  });

  it("does not treat prototype members as an answer or a path", () => {
    const sets = [
      set("QS1", [ask("constructor", { ...never, valueType: "text" })], by("constructor", { A: "QS2" })),
      set("QS2", [], end()),
    ];
    expect(walked(sets, {}).end).toBe("STOPPED");
    expect(walked(sets, { constructor: "toString" }).end).toBe("STOPPED");
    expect(walked(sets, { constructor: "A" }).end).toBe("COMPLETE");
  });

  it("lists every problem on the whole path together", () => {
    const result = walked(form, { status: "HEAD", dependents: "many", extra: "x", other: 1 });
    expect(result.problems).toEqual([
      { questionId: "dependents", code: "INVALID", message: "wrong dependents" },
      { questionId: "extra", code: "INVALID", message: "wrong extra" },
      { questionId: "other", code: "UNKNOWN" },
    ]);
  });

  it("checks the format of later answers after the path is lost", () => {
    const result = walked(form, { status: "NOBODY", dependents: "many", students: 3, extra: "x" });
    expect(result.end).toBe("STOPPED");
    expect(result.problems).toEqual([
      { questionId: "status", code: "INVALID", message: "wrong status" },
      { questionId: "dependents", code: "INVALID", message: "wrong dependents" },
      { questionId: "extra", code: "INVALID", message: "wrong extra" },
    ]);
    expect(result.ignored).toEqual([]);
  });

  it("accepts a later answer that fits any question with its ID", () => {
    const sets = [
      set("QS1", [choice("way", "A", "B")], by("way", { A: "QS2", B: "QS3" })),
      set("QS2", [choice("state", "AL", "AZ")], end()),
      set("QS3", [choice("state", "ON", "QC")], end()),
    ];
    expect(walked(sets, { state: "QC" }).problems).toEqual([
      { questionId: "way", code: "REQUIRED", message: "wrong way" },
    ]);
    expect(walked(sets, { state: "NY" }).problems.map(({ questionId }) => questionId)).toEqual([
      "way",
      "state",
    ]);
  });

  it("does not report what only follows from a wrong answer", () => {
    const sets = [
      set(
        "QS1",
        [
          count("limit"),
          count("amount", { checks: [{ formula: "amount <= limit", message: "too much" }] }),
          count("reason", dependent("limit == 0 ? true : false")),
          calculated("rest", "limit - amount"),
          count("after", dependent("rest >= 0")),
        ],
        end(),
      ),
    ];
    expect(walked(sets, { limit: "x", amount: 5 }).problems).toEqual([
      { questionId: "limit", code: "INVALID", message: "wrong limit" },
    ]);
    // The given answers are still checked on their own.
    expect(
      walked(sets, { limit: "x", amount: 5, reason: "y" }).problems.map((one) => one.questionId),
    ).toEqual(["limit", "reason"]);
    expect(walked(sets, { limit: 3, amount: 5 }).problems).toEqual([
      { questionId: "amount", code: "CHECK", message: "too much" },
    ]);
  });

  it("stops before a path that a wrong answer would have selected", () => {
    const sets = [
      set(
        "QS1",
        [count("income"), calculated("poor", "income < 100", 0)],
        by("poor", { true: "QS2", false: "QS3" }),
      ),
      set("QS2", [count("onlyThePoor")], end()),
      set("QS3", [count("onlyTheRich")], end()),
    ];
    expect(walked(sets, { income: "x" }).problems.map(({ questionId }) => questionId)).toEqual(["income"]);
    expect(walked(sets, { income: 99, onlyThePoor: 1 }).path).toEqual(["QS1", "QS2"]);
    expect(walked(sets, { income: 100, onlyTheRich: 1 }).path).toEqual(["QS1", "QS3"]);
  });

  it("lets an answer of an earlier set select the path", () => {
    const sets = [
      set("QS1", [yesNo("nonresident")], to("QS2")),
      set("QS2", [count("a")], by("nonresident", { true: "QS3", false: "Sworn." })),
      set("QS3", [count("b")], end()),
    ];
    expect(walked(sets, { nonresident: true, a: 1, b: 2 }).path).toEqual(["QS1", "QS2", "QS3"]);
    const short = walked(sets, { nonresident: "false", a: 1 });
    expect(short.path).toEqual(["QS1", "QS2"]);
    expect(short.perjuryStatement).toBe("Sworn.");
  });

  it("requires an optional answer that selects the path", () => {
    const sets = [set("QS1", [yesNo("a", never)], by("a", { true: "Sworn.", false: "Sworn too." }))];
    expect(walked(sets, {}).problems).toEqual([{ questionId: "a", code: "REQUIRED", message: "wrong a" }]);
    expect(walked(sets, { a: false }).end).toBe("COMPLETE");
  });

  it("stops at a set that has not been fetched yet, without a problem", () => {
    const result = walked([set("QS1", [], to("QS2"))], {});
    expect(result.path).toEqual(["QS1"]);
    expect(result.end).toBe("STOPPED");
    expect(result.problems).toEqual([]);
  });

  it("does not loop forever", () => {
    const result = walked([set("QS1", [], to("QS2")), set("QS2", [], to("QS1"))], {});
    expect(result.path).toEqual(["QS1", "QS2"]);
    expect(result.end).toBe("STOPPED");
  });

  it("handles a hundred thousand unknown answers in linear time", () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`x${index}`, "1"]));
    expect(walked(form, { status: "ZERO", ...many }).problems).toHaveLength(100_000);
  });
});

describe("a check on something that is no answer", () => {
  const checks = [{ formula: "home == employee.region", message: "Live there." }];
  const sets = [set("QS1", [{ ...choice("home", "PA", "NJ"), checks }], end())];
  const problems = (inputs?: ReadonlyMap<string, string>) =>
    walkAnswers(
      (id) => sets.find((one) => one.id === id),
      "QS1",
      { home: "PA" },
      () => sets[0]?.questions ?? [],
      inputs,
    ).problems;

  it("must hold where it is known", () => {
    expect(problems(new Map([["employee.region", "PA"]]))).toEqual([]);
    expect(problems(new Map([["employee.region", "NJ"]]))).toEqual([
      { questionId: "home", code: "CHECK", message: "Live there." },
    ]);
  });

  it("is left to the service if it is not", () => {
    expect(problems()).toEqual([]);
  });
});

describe("readSet", () => {
  it("reads one set after another into the same progress", () => {
    const progress = newProgress();
    const answers = { status: "HEAD", dependents: 2, students: 1 };
    for (const one of form.slice(0, 2)) readSet(one, answers, progress);
    expect(progress.problems).toEqual([]);
    expect(progress.used).toEqual(["status", "dependents", "students"]);
    expect(progress.values.get("allowance")).toEqual(new Decimal("1001.33"));
  });
});

describe("a given answer", () => {
  const given = { when: 'employee.region != "NY"', value: "employee.region" };
  const walkedWith = (own: Partial<Question>, inputs: Answers, answers: Answers = {}) => {
    const sets = [set("QS1", [{ ...choice("home", "PA", "NJ"), ...own }], end())];
    const known = new Map(Object.entries(inputs)) as ReadonlyMap<string, string>;
    const found = walkAnswers(
      () => sets[0],
      "QS1",
      answers,
      () => sets[0]?.questions ?? [],
      known,
    );
    return {
      home: found.values.get("home"),
      used: found.used,
      given: [...found.given],
      problems: found.problems.map(({ code }) => code),
    };
  };
  const found = { home: "PA", used: ["home"], given: ["home"], problems: [] };
  const asked = { home: undefined, used: [], given: [], problems: ["REQUIRED"] };

  it("follows from the home address", () => {
    expect(walkedWith({ given }, { "employee.region": "PA" })).toEqual(found);
    expect(walkedWith({ given }, { "employee.region": "PA" }, { home: "PA" })).toEqual(found);
  });

  it("is asked if the address is not known, or does not determine it", () => {
    expect(walkedWith({ given }, {})).toEqual(asked);
    expect(walkedWith({ given }, { "employee.region": "NY" })).toEqual(asked);
    expect(walkedWith({ given }, { "employee.region": "OH" })).toEqual(asked);
  });

  it("follows from a flow", () => {
    expect(walkedWith({}, { "given.home": "PA" })).toEqual(found);
    expect(walkedWith({}, { "given.home": "OH" })).toEqual(asked);
  });

  it("does not replace another answer, which a rule rejects", () => {
    const checks = [{ formula: "home == employee.region", message: "Live there." }];
    const other = { home: "NJ", used: ["home"], given: [], problems: ["CHECK"] };
    expect(walkedWith({ given, checks }, { "employee.region": "PA" }, { home: "NJ" })).toEqual(other);
  });
});
