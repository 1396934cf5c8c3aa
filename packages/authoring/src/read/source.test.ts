import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ContentProblem } from "./problem.js";
import { mergeSources, readSource, type Source } from "./source.js";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "source-"));
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

function source(name: string, text: string): Source {
  writeFileSync(join(root, name), text);
  const problems: ContentProblem[] = [];
  const read = readSource(root, join(root, name), (problem) => problems.push(problem));
  if (read === undefined) throw new Error(JSON.stringify(problems));
  return read;
}

const older = `# an older version
name: A4
title: Certificate
sets:
  QS1:
    title: About you
    questions:
      status: {ask: Status?, answer: choice}
      wage:
        ask: Wage?
        answer: dollars
  QS2:
    title: More
list: [a, b, c]
`;
const newer = `name: A5
sets:
  QS1:
    questions:
      wage:
        answer: wholeDollars
      status: null
      bonus:
        ask: Bonus?
        note: null
list: [d]
`;

describe("readSource", () => {
  it("knows the line of every key, and of the deepest part that exists", () => {
    const read = source("older.yaml", older);
    expect(read.file).toBe("older.yaml");
    expect(read.at(["name"])).toEqual({ file: "older.yaml", line: 2 });
    expect(read.at(["sets", "QS1", "questions", "wage", "answer"]).line).toBe(11);
    expect(read.at(["sets", "QS1", "questions", "nobody", "answer"]).line).toBe(7);
    expect(read.at(["list", 2]).line).toBe(14);
    expect(read.at([]).line).toBe(2);
  });

  it("reads keys that look like numbers or booleans as text", () => {
    const read = source("keys.yaml", "options: {0.5: a half, true: yes it is, 2026-01-01: a day}\n");
    expect(read.data).toEqual({ options: { "0.5": "a half", true: "yes it is", "2026-01-01": "a day" } });
  });

  it("puts a list of cases under one key, and knows their lines", () => {
    const read = source("cases.yaml", "# cases\n- case: one\n- case: two\n  answers: {}\n");
    expect(read.data).toEqual({ list: [{ case: "one" }, { case: "two", answers: {} }] });
    expect(read.at(["list", 1]).line).toBe(3);
    expect(read.at(["list", 1, "answers"]).line).toBe(4);
  });

  it("reports invalid YAML with its line, and a missing file", () => {
    writeFileSync(join(root, "bad.yaml"), "a: 1\nb: [1, 2\nc: 3\n");
    const problems: ContentProblem[] = [];
    expect(readSource(root, join(root, "bad.yaml"), (one) => problems.push(one))).toBeUndefined();
    expect(readSource(root, join(root, "none.yaml"), (one) => problems.push(one))).toBeUndefined();
    expect(problems.map(({ file, rule }) => [file, rule])).toContainEqual(["bad.yaml", "yaml"]);
    expect(problems.at(-1)).toEqual({
      file: "none.yaml",
      line: 1,
      rule: "schema",
      message: "the file is missing: write it",
    });
  });
});

describe("mergeSources", () => {
  const merged = (): Source => mergeSources(source("older.yaml", older), source("newer.yaml", newer));

  it("merges maps key by key, deletes with null, and replaces lists and words", () => {
    expect(merged().data).toEqual({
      name: "A5",
      title: "Certificate",
      sets: {
        QS1: {
          title: "About you",
          questions: { wage: { ask: "Wage?", answer: "wholeDollars" }, bonus: { ask: "Bonus?" } },
        },
        QS2: { title: "More" },
      },
      list: ["d"],
    });
  });

  it("knows in which of the files a thing is", () => {
    const { at } = merged();
    expect(at(["name"])).toEqual({ file: "newer.yaml", line: 1 });
    expect(at(["title"])).toEqual({ file: "older.yaml", line: 3 });
    expect(at(["sets", "QS1", "questions", "wage", "answer"])).toEqual({ file: "newer.yaml", line: 6 });
    expect(at(["sets", "QS1", "questions", "wage", "ask"])).toEqual({ file: "older.yaml", line: 10 });
    expect(at(["sets", "QS2", "title"])).toEqual({ file: "older.yaml", line: 13 });
  });

  it("merges a third version over two", () => {
    const third = mergeSources(merged(), source("third.yaml", "title: null\nsets: {QS2: {title: Most}}\n"));
    expect(third.data["title"]).toBeUndefined();
    expect(third.at(["sets", "QS2", "title"])).toEqual({ file: "third.yaml", line: 2 });
    expect(third.at(["sets", "QS1", "questions", "wage", "answer"])).toEqual({ file: "newer.yaml", line: 6 });
    expect(third.at(["sets", "QS1", "title"])).toEqual({ file: "older.yaml", line: 6 });
  });

  it("does not modify the files that it merges", () => {
    const base = source("older.yaml", older);
    mergeSources(base, source("newer.yaml", newer));
    expect(base.data["name"]).toBe("A4");
    expect(base.data["list"]).toEqual(["a", "b", "c"]);
  });
});
