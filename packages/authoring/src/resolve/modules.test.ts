import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileContent } from "../compile/compile.js";
import type { ContentProblem } from "../read/problem.js";
import { readSource, type Source } from "../read/source.js";
import { type ModuleArguments, ModuleExpander, readModules } from "./modules.js";

const base = fileURLToPath(new URL("../check/test/base", import.meta.url));

const job = `about: Work.
parameters: {place: words}
perjury:
  true: It is true.
notes:
  where: {paragraph: "Work {{ in module.place }}."}
questions:
  since:
    ask: Since when?
    answer: date
    notes: [{use: job.where}]
sets:
  work:
    title: Work
    questions: {began: {use: job.since}}
`;
const questions = `modules: {job: {place: Texas}}
perjury:
  standard: {use: job.true}
  other: Something else.
sets:
  QS1:
    use: job.work
    next: QS2
  QS2:
    title: More
    notes:
      - {use: job.where, place: BELOW_ALL_QUESTIONS}
    questions:
      since:
        use: job.since
        ask: Since which day?
    end: standard
`;

let root = "";
let source: Source<{ modules?: ModuleArguments }>;
let expander: ModuleExpander;
const problems: ContentProblem[] = [];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "modules-"));
  mkdirSync(join(root, "modules"));
  writeFileSync(join(root, "modules/job.yaml"), job);
  writeFileSync(join(root, "questions.yaml"), questions);
  const report = (problem: ContentProblem): unknown => problems.push(problem);
  const read = readSource(root, join(root, "questions.yaml"), report);
  if (read === undefined) throw new Error("cannot be read");
  expander = new ModuleExpander(readModules(root, report), {}, report);
  const expanded = expander.expand("questions", read as typeof source);
  if (expanded === undefined) throw new Error(JSON.stringify(problems));
  source = expanded;
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

describe("a file that uses a module", () => {
  it("has the module's statements, sets, questions and notes, with its own changes", () => {
    const where = { paragraph: "Work {{ in module.place }}." };
    const since = { ask: "Since when?", answer: "date", notes: [where] };
    expect(problems).toEqual([]);
    expect(source.data).toEqual({
      modules: { job: { place: "Texas" } },
      perjury: { standard: "It is true.", other: "Something else." },
      sets: {
        QS1: { title: "Work", questions: { began: since }, next: "QS2" },
        QS2: {
          title: "More",
          notes: [{ ...where, place: "BELOW_ALL_QUESTIONS" }],
          questions: { since: { ...since, ask: "Since which day?" } },
          end: "standard",
        },
      },
    });
  });

  it("knows in which file everything is written", () => {
    const line = (...path: (string | number)[]): string => {
      const { file, line: at } = source.at(path);
      return `${file}:${at}`;
    };
    expect(line("sets", "QS1")).toBe("questions.yaml:6");
    expect(line("sets", "QS1", "next")).toBe("questions.yaml:8");
    expect(line("sets", "QS1", "title")).toBe("modules/job.yaml:14");
    expect(line("sets", "QS1", "questions", "began", "answer")).toBe("modules/job.yaml:10");
    expect(line("sets", "QS2", "questions", "since", "ask")).toBe("questions.yaml:16");
    expect(line("sets", "QS2", "questions", "since", "answer")).toBe("modules/job.yaml:10");
    expect(line("sets", "QS2", "notes", 0, "paragraph")).toBe("modules/job.yaml:6");
    expect(line("sets", "QS2", "title")).toBe("questions.yaml:10");
  });

  it("is remembered as a user of every part", () => {
    expect([...expander.used].sort()).toEqual([
      "job.notes.where",
      "job.perjury.true",
      "job.questions.since",
      "job.sets.work",
    ]);
  });
});

it("says a parameter in each language, with the words before it translated together", () => {
  const compiled = compileContent(base, (problem) => {
    throw new Error(JSON.stringify(problem));
  });
  const form = compiled?.forms.find((one) => one.form.id === "TS102");
  const noteIn = (language: "en" | "es" | "fr"): unknown =>
    form?.sets[language].plain[1]?.questions.find(({ id }) => id === "since")?.notes;
  const note = (text: string): object => ({
    htmlType: "PARAGRAPH",
    text,
    suggestedPlacement: "BELOW_QUESTION",
  });
  expect(noteIn("en")).toEqual([note("Count only work in Texas.")]);
  expect(noteIn("es")).toEqual([note("(es) Count only work (es) in Texas.")]);
  expect(noteIn("fr")).toEqual([note("(fr) Count only work (fr) in Texas.")]);
});
