import { describe, expect, it } from "vitest";
import {
  type Employee,
  type FormSource,
  JourneyError,
  type Language,
  type QuestionSet,
  walk,
} from "./index.js";
import { ask, by, choice, end, number, set, to } from "./test/sets.js";

/** Sets that a test releases one by one. Titles show the language. */
function held(sets: readonly QuestionSet[]) {
  const waiting: { readonly id: string; readonly language: Language; readonly release: () => void }[] = [];
  let free = true;
  const source: FormSource = {
    formQuestionSet: async (_formId, id, { language = "en" }) => {
      const found = sets.find((one) => one.id === id);
      if (found === undefined) throw new Error(`no set ${id}`);
      if (!free) await new Promise<void>((resolve) => waiting.push({ id, language, release: resolve }));
      return { ...found, breadcrumbTitle: `${id} ${language}` };
    },
  };
  return {
    source,
    hold: () => {
      free = false;
    },
    release: async (): Promise<string> => {
      while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
      const one = waiting.shift();
      one?.release();
      return `${one?.id} ${one?.language}`;
    },
  };
}

const road = [
  set("QS1", [choice("way", ["left", "right"])], by("way", { left: "QS2", right: "QS3" })),
  set("QS2", [number("steps")], to("QS3")),
  set("QS3", [number("more", { required: { whenRequired: "NEVER" } })], end("{{ way }}, {{ steps }}")),
];
const titles = (journey: {
  readonly view: { readonly path: readonly { readonly title: string }[] };
}): string[] => journey.view.path.map(({ title }) => title);

describe("while a set is being fetched", () => {
  it("an answer that leads elsewhere stops the journey from going there", async () => {
    const { source, hold, release } = held(road);
    const journey = await walk(source, { formId: "F", answers: { way: "left" } });
    hold();
    const moved = journey.next();
    journey.answer({ way: "right" });
    expect(await release()).toBe("QS2 en");
    expect((await moved).set.id).toBe("QS1");
  });

  it("another answer to the current set does not", async () => {
    const { source, hold, release } = held(road);
    const journey = await walk(source, { formId: "F", answers: { way: "left" } });
    hold();
    const moved = journey.next();
    journey.answer({ steps: 4 });
    await release();
    expect((await moved).set.id).toBe("QS2");
    expect(journey.view.questions[0]?.answer).toBe(4);
  });

  it("going back is not undone when it arrives", async () => {
    const { source, hold, release } = held(road);
    const journey = await walk(source, { formId: "F", answers: { way: "left", steps: 1 }, at: "QS2" });
    hold();
    const moved = journey.next();
    expect(journey.back().set.id).toBe("QS1");
    expect(await release()).toBe("QS3 en");
    expect((await moved).set.id).toBe("QS1");
  });

  it("a new language fetches it again in that language", async () => {
    const { source, hold, release } = held(road);
    const journey = await walk(source, { formId: "F", answers: { way: "left" } });
    hold();
    const moved = journey.next();
    const changed = journey.changeLanguage("es");
    expect(await release()).toBe("QS2 en");
    expect(await release()).toBe("QS1 es");
    // The set arrived in the old language before the new one, so it is fetched again with the others.
    expect(await release()).toBe("QS2 es");
    await Promise.all([moved, changed]);
    expect(titles(journey)).toEqual(["QS1 es", "QS2 es"]);
  });

  it("a new language that arrives first fetches it again, too", async () => {
    const { source, hold, release } = held(road);
    const journey = await walk(source, { formId: "F", answers: { way: "left" } });
    hold();
    const changed = journey.changeLanguage("es");
    const moved = journey.next();
    expect(await release()).toBe("QS1 es");
    await changed;
    expect(await release()).toBe("QS2 en");
    expect(await release()).toBe("QS2 es");
    await moved;
    expect(titles(journey)).toEqual(["QS1 es", "QS2 es"]);
  });

  it("the language chosen last wins", async () => {
    const { source, hold, release } = held(road);
    const journey = await walk(source, { formId: "F" });
    hold();
    const first = journey.changeLanguage("es");
    const second = journey.changeLanguage("fr");
    await release();
    await first;
    expect(journey.view.language).toBe("en");
    await release();
    await second;
    expect(titles(journey)).toEqual(["QS1 fr"]);
  });
});

describe("invalid question sets", () => {
  const startOf = (sets: readonly QuestionSet[]) =>
    walk(held(sets).source, { formId: "F", answers: { way: "left", steps: 1 } });

  it("are rejected if they form a loop", async () => {
    const journey = await startOf([set("QS1", [], to("QS2")), set("QS2", [], to("QS1"))]);
    await journey.next();
    await expect(journey.next()).rejects.toBeInstanceOf(JourneyError);
    expect(journey.view.set.id).toBe("QS2");
  });

  it("are rejected if an accepted answer leads nowhere", async () => {
    const journey = await startOf([
      set("QS1", [choice("way", ["left", "right"])], by("way", { right: "QS2" })),
    ]);
    await expect(journey.next()).rejects.toBeInstanceOf(JourneyError);
  });
});

describe("an optional answer that selects the path", () => {
  it("is required, as in the service", async () => {
    const optional = choice("way", ["left"], { required: { whenRequired: "NEVER" } });
    const { source } = held([set("QS1", [optional], by("way", { left: "QS2" })), set("QS2", [], end())]);
    const journey = await walk(source, { formId: "F" });
    expect((await journey.next()).problems).toEqual([
      { questionId: "way", code: "REQUIRED", message: "wrong way" },
    ]);
  });
});

describe("given answers", () => {
  const given = { value: "employee.region" };
  const states = ["OH", "PA"];
  const sets = [
    set("QS1", [choice("reason", ["WORK", "HOME"])], by("reason", { WORK: "QS2", HOME: "QS2" })),
    set("QS2", [choice("home", states, { given })], by("home", { OH: "QS3", PA: "QS4" })),
    set("QS3", [number("district")], end("{{ home }}")),
    set("QS4", [], end()),
  ];
  const known = { formId: "F", region: "OH", given: { reason: "WORK" } };
  const person = { employee: {} as Employee };

  it("are not asked, but in the summary and the request", async () => {
    const journey = await walk(held(sets).source, known);
    expect(journey.view.set.id).toBe("QS3");
    journey.answer({ district: 2503 });
    const { path, perjuryStatement } = await journey.next();
    expect(path.map(({ questions }) => questions.map(({ text, given }) => [text, given]))).toEqual([
      [["the WORK", true]],
      [["the OH", true]],
      [["2,503", undefined]],
    ]);
    expect(perjuryStatement).toBe("the OH");
    expect(journey.body(person).fields).toEqual({ reason: "WORK", home: "OH", district: 2503 });
    expect(journey.back().set.id).toBe("QS3");
    expect(journey.back().set.id).toBe("QS3");
  });

  it("are asked if the address does not determine them", async () => {
    const journey = await walk(held(sets).source, { ...known, region: "NY" });
    expect(journey.view.questions.map(({ question }) => question.id)).toEqual(["home"]);
  });

  it("are shown if another answer was stored", async () => {
    const journey = await walk(held(sets).source, { ...known, answers: { reason: "HOME" } });
    expect(journey.view.questions.map(({ answer }) => answer)).toEqual(["HOME"]);
  });
});

describe("options of flows", () => {
  const form = {
    id: "F1",
    name: "F",
    title: "Form",
    formVersion: "2026.1.0",
    formLocality: "AL",
    formType: "RESIDENT",
    initialQuestionSet: "QS1",
  };

  it("are chosen by their value, their id or their label", async () => {
    const question = ask("which", {
      validationRegex: "^(?:true|two|Three|Four)$",
      questionOptions: [
        { label: "One", value: true, formsToComplete: [{ ...form, id: "F1" }] },
        { label: "Two", id: "two", formsToComplete: [{ ...form, id: "F2" }] },
        { label: "Three", formsToComplete: [{ ...form, id: "F3" }] },
        { label: "Four" },
      ],
      valueType: "text",
    });
    const source = { flowQuestionSet: async () => set("QS1", [question], end()) };
    const chosen = async (answer: string | boolean): Promise<string[]> => {
      const start = { flow: { id: "X", initialQuestionSetId: "QS1" }, answers: { which: answer }, at: "END" };
      return (await walk(source, start)).view.formsToComplete.map(({ id }) => id);
    };
    expect(await chosen(true)).toEqual(["F1"]);
    expect(await chosen("two")).toEqual(["F2"]);
    expect(await chosen("Three")).toEqual(["F3"]);
    expect(await chosen("Four")).toEqual([]);
  });
});
