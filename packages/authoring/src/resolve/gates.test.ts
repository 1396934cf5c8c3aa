import { expect, it } from "vitest";
import { expandGates } from "./gates.js";
import type { UnrepeatedQuestions } from "./rows.js";

const yesNo = { value: "boolean", control: "RADIO", message: "Choose." } as const;
const vocabulary = { kinds: { yesNo }, words: { allMet: "All?", anyMet: "Any?" } };

function expanded(next: NonNullable<UnrepeatedQuestions["sets"][string]["next"]>) {
  const data: UnrepeatedQuestions = {
    perjury: { standard: "I swear." },
    sets: {
      QS1: {
        title: "Conditions",
        questions: {
          married: { ask: "Are you married?", answer: "yesNo" },
          resident: { ask: "Do you live here?", answer: "yesNo" },
          works: { ask: "Do you work here?", answer: "yesNo" },
        },
        next,
      },
    },
  };
  const at = (path: readonly (string | number)[]) => ({ file: path.join("."), line: 1 });
  return expandGates({ file: "questions.yaml", data, at }, vocabulary);
}

it("publishes `all` as a calculated question that decides, and asks each statement when those before it are true", () => {
  const { questions, faults } = expanded({
    all: ["married", "not resident", "works"],
    // biome-ignore lint/suspicious/noThenProperty: a key of the content.
    then: { end: "standard" },
    else: "INELIGIBLE",
  });
  expect(faults).toEqual([]);
  expect(questions.data.sets["QS1"]).toEqual({
    title: "Conditions",
    questions: {
      married: { ask: "Are you married?", answer: "yesNo" },
      resident: { ask: "Do you live here?", answer: "yesNo", when: "married" },
      works: { ask: "Do you work here?", answer: "yesNo", when: "married and not resident" },
      allOfQS1: { ask: "All?", answer: "yesNo", calculate: "married and not resident and works", scale: 0 },
    },
    next: { by: "allOfQS1", true: { end: "standard" }, false: "INELIGIBLE" },
  });
});

it("asks every statement of `any`, and uses the name that `as` sets", () => {
  const { questions } = expanded({
    any: ["married", "works"],
    as: "qualifies",
    // biome-ignore lint/suspicious/noThenProperty: a key of the content.
    then: { end: "standard" },
    else: "INELIGIBLE",
  });
  expect(questions.data.sets["QS1"]?.questions).toEqual({
    married: { ask: "Are you married?", answer: "yesNo" },
    resident: { ask: "Do you live here?", answer: "yesNo" },
    works: { ask: "Do you work here?", answer: "yesNo" },
    qualifies: { ask: "Any?", answer: "yesNo", calculate: "married or works", scale: 0 },
  });
});

it("reports what was generated where `next` is written", () => {
  const { questions } = expanded({
    all: ["married", "works"],
    // biome-ignore lint/suspicious/noThenProperty: a key of the content.
    then: { end: "standard" },
    else: "INELIGIBLE",
  });
  expect(questions.at(["sets", "QS1", "questions", "allOfQS1", "calculate"]).file).toBe("sets.QS1.next");
  expect(questions.at(["sets", "QS1", "questions", "married"]).file).toBe("sets.QS1.questions.married");
});
