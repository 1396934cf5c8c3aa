import { expect, it } from "vitest";
import type { RowsSource, WrittenQuestions } from "../schema/questions.js";
import { expandRows, rowText, withSums } from "./rows.js";

function expanded(rows: RowsSource, questions?: WrittenQuestions["sets"][string]["questions"]) {
  const data: WrittenQuestions = {
    perjury: { standard: "I swear." },
    sets: {
      QS1: {
        title: "People",
        ...(questions === undefined ? {} : { questions }),
        repeat: { people: rows },
        end: "standard",
      },
    },
  };
  const at = (path: readonly (string | number)[]) => ({ file: path.join("."), line: 1 });
  return expandRows({ file: "questions.yaml", data, at });
}

it("numbers the questions of each row, and asks as many rows as are counted", () => {
  const { questions, faults } = expanded(
    {
      max: 2,
      count: "people",
      questions: {
        name: { ask: "Name of person {{ row }}?", answer: "name" },
        share: {
          ask: "Share?",
          answer: "dollars",
          when: 'name != "share"',
          checks: [{ must: "share <= 100 and name != other", message: "At most 100." }],
        },
      },
    },
    { people: { ask: "How many?", answer: "count" } },
  );
  expect(faults).toEqual([]);
  expect(questions.data.sets["QS1"]).toEqual({
    title: "People",
    questions: {
      people: { ask: "How many?", answer: "count" },
      name1: { ask: "Name of person {{ row:1 }}?", answer: "name", when: "people >= 1" },
      share1: {
        ask: "Share?",
        answer: "dollars",
        when: '(people >= 1) and (name1 != "share")',
        checks: [{ must: "share1 <= 100 and name1 != other", message: "At most 100." }],
      },
      name2: { ask: "Name of person {{ row:2 }}?", answer: "name", when: "people >= 2" },
      share2: {
        ask: "Share?",
        answer: "dollars",
        when: '(people >= 2) and (name2 != "share")',
        checks: [{ must: "share2 <= 100 and name2 != other", message: "At most 100." }],
      },
    },
    end: "standard",
  });
});

it("asks after each row but the last whether there is another one, and can leave the first row unnumbered", () => {
  const { questions } = expanded({
    max: 3,
    first: "plain",
    more: { another: { ask: "Another?", answer: "yesNo" } },
    questions: { name: { ask: "Name?", answer: "name" } },
  });
  expect(questions.data.sets["QS1"]?.questions).toEqual({
    name: { ask: "Name?", answer: "name" },
    another: { ask: "Another?", answer: "yesNo" },
    name2: { ask: "Name?", answer: "name", when: "another" },
    another2: { ask: "Another?", answer: "yesNo", when: "another" },
    name3: { ask: "Name?", answer: "name", when: "another2" },
  });
});

it("asks a row once the one before it was filled in, where nothing counts them", () => {
  const { questions } = expanded({
    max: 2,
    questions: { name: { ask: "Name?", answer: "name", required: "never" } },
  });
  expect(questions.data.sets["QS1"]?.questions).toEqual({
    name1: { ask: "Name?", answer: "name", required: "never" },
    name2: { ask: "Name?", answer: "name", required: "never", when: "answered(name1)" },
  });
});

it("reports what was generated where it is written", () => {
  const { questions } = expanded({
    max: 2,
    more: { another: { ask: "Another?", answer: "yesNo" } },
    questions: { name: { ask: "Name?", answer: "name" } },
  });
  const file = (...path: string[]) => questions.at(["sets", "QS1", ...path]).file;
  expect(file("questions", "name2", "when")).toBe("sets.QS1.repeat.people.questions.name.when");
  expect(file("questions", "another1")).toBe("sets.QS1.repeat.people.more.another");
  expect(file("title")).toBe("sets.QS1.title");
});

it("draws a block with the ids and the number of its row", () => {
  const rows = expanded({ max: 2, count: "people", questions: { name: { ask: "Name?" } } }).rows.get(
    "people",
  )!;
  const block = {
    row: [{ name: "name", label: "Person {{ row }}", value: 'join(" ", name, "name", {{ row }})' }],
    number: "{{ row }}a",
  };
  expect(rowText(block, rows, 2, "block")).toEqual({
    row: [{ name: "name2", label: "Person {{ row:2 }}", value: 'join(" ", name2, "name", 2)' }],
    number: "2a",
  });
});

it("adds an amount over all rows, in a row as well", () => {
  const source: RowsSource = {
    max: 3,
    first: "plain",
    count: "people",
    questions: { amount: { ask: "Amount?", checks: [{ must: "amount <= sum(amount)", message: "No." }] } },
  };
  const { rows, questions } = expanded(source);
  expect(withSums("sum(amount) / 2 + sum(wage)", rows)).toBe("(amount + amount2 + amount3) / 2 + sum(wage)");
  expect(questions.data.sets["QS1"]?.questions["amount2"]?.checks?.[0]?.must).toBe("amount2 <= sum(amount)");
});
