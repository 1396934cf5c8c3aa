import type { Answers, Question, QuestionSet } from "@withholding-forms/client";
import { content } from "@withholding-forms/testing/catalog/content";
import { afterEach, expect, test, vi } from "vitest";
import { isIdentityNumber } from "./entry.js";
import { draftIn, draftOf, keep, kept } from "./keep.js";
import type { State } from "./state.js";

const written: string[] = [];
vi.stubGlobal("sessionStorage", {
  setItem: (_name: string, value: string) => written.push(value),
  getItem: () => written.at(-1) ?? null,
});
afterEach(() => {
  written.length = 0;
});

/** As far as `keep` looks at it. */
function stateOf(forms: readonly { id: string; sets: readonly QuestionSet[]; answers: Answers }[]): State {
  return {
    person: { firstName: "Zoë", socialSecurityNumber: "532-41-7698", socialInsuranceNumber: "532417698" },
    keptAsTyped: new Set(),
    placesWrong: new Set(),
    flows: [],
    forms: forms.map(({ id, sets, answers }) => ({
      id,
      sets: new Map(sets.map((set) => [set.id, set])),
      answers,
      lostNumbers: new Set(),
    })),
    checked: new Set(),
    noneApply: new Set(),
    seen: new Set(),
  } as unknown as State;
}

const forms = content.forms.map(({ form, sets: { en } }) => {
  const sets = [...en.plain, ...(en.federal ?? [])];
  const masked = Object.keys(form.masks).filter((id) => form.masks[id]?.masked !== undefined);
  return { id: form.id, at: `${form.id} ${form.version}`, sets, masked };
});

const idsOf = (sets: readonly QuestionSet[], is: (question: Question) => boolean): string[] => [
  ...new Set(sets.flatMap(({ questions }) => questions.filter(is).map(({ id }) => id))),
];

test("the wizard recognizes every identity number that the content masks, and nothing else", () => {
  const asking = forms.filter(({ masked }) => masked.length > 0);
  expect(asking.length).toBeGreaterThan(10);
  for (const { at, sets, masked } of forms)
    expect([at, ...idsOf(sets, isIdentityNumber).toSorted()]).toEqual([at, ...masked.toSorted()]);
});

test.each(["532-41-7698", "532417698", "532 417 698", "532-41", "5324"])(
  "no identity number of anyone is stored for any form, typed as %s",
  (typed) => {
    for (const { id, sets, masked } of forms) {
      const answers = Object.fromEntries(masked.map((question) => [question, typed]));
      keep(stateOf([{ id, sets, answers }]));
      expect(kept()?.forms[id]).toEqual({ answers: {}, lostNumbers: masked });
    }
    expect(written.join("\n")).not.toMatch(/5324|532.4|7698/);
  },
);

test("other answers are stored; an answer to a question that is not known is not", () => {
  const question = { displayType: "TEXT", validationRegex: "^[A-Z]+$" };
  const sets = [{ id: "QS1", questions: [{ id: "city", ...question }] }] as unknown as QuestionSet[];
  keep(stateOf([{ id: "F", sets, answers: { city: "TOWN", gone: "532-41-7698" } }]));
  expect(kept()?.forms).toEqual({ F: { answers: { city: "TOWN" }, lostNumbers: [] } });
});

test("a draft for the host is what is stored, and one of another version is ignored", () => {
  const draft = draftOf(stateOf([]));
  expect(draft.person).toEqual({ firstName: "Zoë" });
  expect(draftIn(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  for (const other of [undefined, null, "draft", {}, { ...draft, version: 3 }])
    expect(draftIn(other)).toBeUndefined();
});
