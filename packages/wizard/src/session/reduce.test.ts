import type {
  Employee,
  FillPdfResponse,
  FormSummary,
  GuidedFlowsResponse,
  QuestionSet,
} from "@withholding-forms/client";
import { describe, expect, test } from "vitest";
import type { Effect, Event } from "./events.js";
import { type LoadedForm, nameOf } from "./load.js";
import type { Mode } from "./path.js";
import { reduce } from "./reduce.js";
import type { Problem } from "./state.js";
import { initialState, type State } from "./state.js";

const address = { streetAddress1: "1 Main St", city: "Trenton", state: "NJ", zipCode: "08608" };
const jane: Partial<Employee> = { firstName: "Jane", lastName: "Doe", socialSecurityNumber: "123-45-6789" };

const summary = (id: string, formLocality: string) =>
  ({ id, name: id, title: id, formVersion: "1", formLocality, initialQuestionSet: "QS1" }) as FormSummary;
const federal = summary("FED1", "FEDERAL");
const state = summary("NJ1", "NJ");

/** A flow that asks nothing and requires two forms. */
const location = {
  flows: [{ id: "FLOW", locality: "NJ", formsToComplete: [federal, state] }],
  errors: [],
  locationData: [],
} as unknown as GuidedFlowsResponse;

/** A form with one question: a number of allowances. */
function loadedForm(hasFederalValues: boolean): LoadedForm {
  const question = {
    id: "allowances",
    questionText: "Allowances",
    validationRegex: "^[0-9]$",
    htmlType: "INPUT",
    displayType: "INTEGER",
    isCalculated: false,
    required: { whenRequired: "ALWAYS" },
  };
  const set = {
    id: "QS1",
    breadcrumbTitle: "Allowances",
    questions: [question],
    navigation: { navigationType: "CONSTANT", navigationMapping: { perjuryStatement: "It is true." } },
  };
  const information = {
    taxYear: "2026",
    formFields: {
      employee: { firstName: "^.+$", lastName: "^.+$", socialSecurityNumber: "^.+$" },
      employer: {},
    },
  };
  return {
    information,
    hasFederalValues,
    sets: new Map([["QS1", set as unknown as QuestionSet]]),
  } as unknown as LoadedForm;
}

function start(mode: Mode = "sign"): State {
  const setup = { mode, homeAddress: address, workAddresses: [address], employee: jane };
  return initialState(setup, "en");
}

/** The state after all events, and what the last one caused. */
function after(from: State, ...events: readonly Event[]): { state: State; effects: readonly Effect[] } {
  let step: { state: State; effects: readonly Effect[] } = { state: from, effects: [] };
  for (const event of events) step = reduce(step.state, event);
  return step;
}

const sets = new Map([["FLOW", new Map()]]);
const located: Event = { type: "located", language: "en", location, sets };
const loaded = {
  type: "loaded" as const,
  forms: new Map(
    [federal, state].map((form) => {
      const afterFederal = form === state;
      return [nameOf({ form, language: "en", afterFederal }), loadedForm(afterFederal)];
    }),
  ),
};
const answer = (text: string | null): Event => ({ type: "answer", questionId: "allowances", answer: text });
const submit: Event = { type: "submit" };
const offline: Problem = { kind: "network", message: "fillPdf: no connection", errors: [] };

const responseFor = (form: string): FillPdfResponse =>
  ({
    form,
    formVersion: "1",
    name: form,
    title: form,
    locality: form === "FED1" ? "FEDERAL" : "NJ",
    pdf: "JVBERi0=",
    taxParameters: form === "FED1" ? [{ id: "FED.isExempt", value: "false", valueType: "boolean" }] : [],
  }) as unknown as FillPdfResponse;

function previewed({ effects }: { effects: readonly Effect[] }): Event {
  const [effect] = effects;
  if (effect?.kind !== "preview") throw new Error(`There is no preview to send, but ${effect?.kind}.`);
  const previews = effect.requests.map((request) => ({
    request,
    language: effect.language,
    response: responseFor(request.formId),
    idempotencyKey: `key of ${request.formId}`,
  }));
  return { type: "previewed", previews };
}

/** At the review, with both forms answered. */
function atReview(mode?: Mode): State {
  const first = after(
    start(mode),
    { type: "start" },
    located,
    loaded,
    answer("1"),
    submit,
    answer("2"),
    submit,
  );
  const second = after(first.state, previewed(first));
  return after(second.state, previewed(second)).state;
}

const request = (formId: string, allowances: string, more: object = {}) => ({
  formId,
  formVersion: "1",
  employee: { ...jane, address },
  employer: { address: undefined },
  signForm: "PREVIEW",
  fields: { allowances },
  ...more,
});

describe("addresses", () => {
  const empty = initialState({ mode: "sign" }, "en");

  test("typing changes the state and causes nothing", () => {
    const { state, effects } = after(empty, {
      type: "editAddress",
      which: "home",
      part: "city",
      value: "Trenton",
    });
    expect(state.home).toEqual({
      country: "US",
      streetAddress1: "",
      streetAddress2: "",
      city: "Trenton",
      region: "",
      code: "",
    });
    expect(effects).toEqual([]);
    expect(empty.home.city).toBe("");
  });

  test("that are missing are shown as problems, and the service is not asked", () => {
    const { state, effects } = after(empty, submit);
    expect(state.showProblems).toBe(true);
    expect(state.goal).toBeUndefined();
    expect(effects).toEqual([{ kind: "refused" }]);
  });

  test("from the host are looked up, and then the forms that they require", () => {
    const begun = after(start(), { type: "start" });
    expect(begun.state.goal).toEqual({ kind: "locate" });
    expect(begun.effects).toEqual([
      { kind: "locate", language: "en", request: { homeAddress: address, workAddresses: [address] } },
    ]);
    const found = after(begun.state, located);
    expect(found.effects).toEqual([
      {
        kind: "load",
        forms: [
          { form: federal, language: "en", afterFederal: false },
          { form: state, language: "en", afterFederal: true },
        ],
      },
    ]);
    const shown = after(found.state, loaded);
    expect(shown.effects).toEqual([{ kind: "moved", field: undefined }]);
    expect(shown.state).toMatchObject({ page: "questions", at: "questions/FED1/QS1", goal: undefined });
    expect(shown.state.path.map(({ page }) => page)).toEqual([
      "questions",
      "questions",
      "review",
      "sign",
      "done",
    ]);
  });

  test("that the service rejects are shown with its message", () => {
    const errors = [{ pointer: "/homeAddress/zipCode", message: "No such ZIP Code." }];
    const typed = after({ ...start(), addressesGiven: false }, submit, {
      type: "failed",
      problem: { kind: "blocked", cause: "refused", message: "guidedFlows: 422", errors },
    });
    expect(typed.state).toMatchObject({ page: "addresses", showProblems: true, goal: undefined });
    expect(typed.state.refusals).toEqual(new Map([["/homeAddress/zipCode", "No such ZIP Code."]]));
    expect(typed.effects).toEqual([
      { kind: "moved", field: "home-code" },
      { kind: "refused", field: "home-code" },
    ]);
  });
});

describe("one thing at a time", () => {
  const waiting = after(start(), { type: "start" }).state;

  test("until the service has answered, only edits count", () => {
    for (const type of ["submit", "back", "changeAddresses", "offerStartOver", "startOver"] as const)
      expect(after(waiting, { type })).toEqual({ state: waiting, effects: [] });
    expect(after(waiting, { type: "editSignature", typed: "J" }).state.signature).toBe("J");
  });

  test("what failed is tried again on request", () => {
    const failed = after(waiting, { type: "failed", problem: offline });
    expect(failed.state.goal).toBeUndefined();
    expect(failed.state.failure).toEqual({
      kind: "network",
      errors: [],
      whileSigning: false,
      goal: { kind: "locate" },
    });
    expect(failed.effects.map(({ kind }) => kind)).toEqual(["failed"]);
    const again = after(failed.state, { type: "retry" });
    expect(again.state.failure).toBeUndefined();
    expect(again.effects.map(({ kind }) => kind)).toEqual(["locate"]);
  });
});

describe("questions", () => {
  const asked = after(start(), { type: "start" }, located, loaded).state;

  test("without an answer keep the employee on the page", () => {
    const { state, effects } = after(asked, submit);
    expect(state).toMatchObject({ at: "questions/FED1/QS1", showProblems: true });
    expect(effects).toEqual([{ kind: "refused" }]);
  });

  test("typed text that is no number is kept, and is no answer", () => {
    const typed = { ...answer(null), unread: "two" } as Event;
    const { state } = after(asked, answer("2"), typed);
    expect(state.forms[0]?.answers).toEqual({});
    expect(state.forms[0]?.unread).toEqual(new Map([["allowances", "two"]]));
  });

  test("with an answer lead to the next screen, and back", () => {
    const next = after(asked, answer("2"), submit);
    expect(next.state.at).toBe("questions/NJ1/QS1");
    expect(next.state.forms[0]?.answers).toEqual({ allowances: "2" });
    const back = after(next.state, { type: "back" });
    expect(back.state.at).toBe("questions/FED1/QS1");
    expect(back.state.forms[0]?.view.questions[0]?.answer).toBe("2");
  });
});

test("after a reload, lost numbers are asked again, and then the screen from before the reload is shown", () => {
  const asked = after(start(), { type: "start" }, located, loaded, answer("1"), submit).state;
  const first = after({ ...asked, resumeAt: "sign" }, answer("2"), submit);
  const second = after(first.state, previewed(first));
  const third = after(second.state, previewed(second));
  expect(third.state).toMatchObject({ page: "sign", resumeAt: undefined, goal: undefined });
});

describe("the review", () => {
  const last = after(start(), { type: "start" }, located, loaded, answer("1"), submit, answer("2"), submit);

  test("comes after the previews, and those that take federal values after the others", () => {
    expect(last.state.page).toBe("questions");
    expect(last.effects).toEqual([{ kind: "preview", language: "en", requests: [request("FED1", "1")] }]);
    const second = after(last.state, previewed(last));
    const federalValues = { isExempt: "false" };
    expect(second.effects).toEqual([
      { kind: "preview", language: "en", requests: [request("NJ1", "2", { federalValues })] },
    ]);
    const third = after(second.state, previewed(second));
    expect(third.state).toMatchObject({ page: "review", goal: undefined });
    expect(third.effects).toEqual([{ kind: "moved", field: undefined }]);
  });

  test("a rejected answer leads to its question", () => {
    const errors = [{ pointer: "/fields/allowances", message: "Too many." }];
    const problem: Problem = { kind: "blocked", cause: "refused", message: "fillPdf: 422", errors };
    const { state, effects } = after(last.state, { type: "failed", formId: "FED1", problem });
    expect(state).toMatchObject({ at: "questions/FED1/QS1", showProblems: true, changing: true });
    expect(state.refusals).toEqual(new Map([["allowances", "Too many."]]));
    expect(effects.at(-1)).toEqual({ kind: "refused", field: "q-allowances" });
  });

  test("after a change, only what depends on it is previewed again", () => {
    const change: Event = { type: "change", formId: "NJ1", questionSetId: "QS1", questionId: "allowances" };
    const changing = after(atReview(), change);
    expect(changing.effects).toEqual([{ kind: "moved", field: "q-allowances" }]);
    const again = after(changing.state, answer("3"), submit);
    expect(again.effects).toMatchObject([
      { kind: "preview", requests: [{ formId: "NJ1", fields: { allowances: "3" } }] },
    ]);
    expect(after(changing.state, submit).state.page).toBe("review");
  });
});

describe("signing", () => {
  const signs: readonly Event[] = [
    submit,
    { type: "consent", on: true },
    { type: "editSignature", typed: "Jane Doe" },
    submit,
  ];
  const first = after(atReview(), ...signs);
  const signed = (form: string): Event => ({ type: "signed", response: responseFor(form), sha256: "abc" });

  test("needs the consent and the name", () => {
    const { state, effects } = after(atReview(), submit, submit);
    expect(state).toMatchObject({ page: "sign", showProblems: true });
    expect(effects).toEqual([{ kind: "refused" }]);
  });

  test("sends the forms one after the other, and gives each to the host before the next is sent", () => {
    expect(first.effects).toMatchObject([
      {
        kind: "sign",
        attempt: {
          request: { formId: "FED1", signForm: "SIGN" },
          language: "en",
          idempotencyKey: "key of FED1",
        },
      },
    ]);
    const second = after(first.state, signed("FED1"));
    expect(second.effects).toMatchObject([
      {
        kind: "delivered",
        form: { formId: "FED1", sha256: "abc", fileName: "FED1 2026 - Jane Doe.pdf", official: false },
      },
      { kind: "sign", attempt: { request: { formId: "NJ1", signForm: "SIGN" } } },
    ]);
    const done = after(second.state, signed("NJ1"));
    expect(done.state).toMatchObject({ page: "done", goal: undefined });
    expect(done.effects).toMatchObject([
      { kind: "delivered", form: { formId: "NJ1" } },
      { kind: "moved" },
      { kind: "completed", forms: [{ formId: "FED1" }, { formId: "NJ1" }] },
    ]);
  });

  test("a form that fails does not keep the others from being signed, and is sent again with the same key", () => {
    const failed = after(first.state, { type: "failed", formId: "FED1", problem: offline }, signed("NJ1"));
    expect(failed.state).toMatchObject({ page: "sign", failure: { kind: "network", whileSigning: true } });
    expect(failed.effects.map(({ kind }) => kind)).toEqual(["delivered", "failed"]);
    expect(after(failed.state, { type: "retry" }).effects).toEqual(first.effects);
    expect(after(failed.state, submit).effects).toEqual(first.effects);
    expect(after(failed.state, { type: "retry" }, signed("FED1")).state.page).toBe("done");
  });

  test("a signed form cannot change: going back offers to start over", () => {
    const failed = after(first.state, signed("FED1"), { type: "failed", formId: "NJ1", problem: offline });
    const review = after(failed.state, { type: "back" });
    expect(review.state.page).toBe("startOver");
    expect(after(review.state, submit).state.page).toBe("sign");
    const again = after(review.state, { type: "startOver" });
    expect(again.state.earlier.map(({ summary }) => summary.id)).toEqual(["FED1"]);
    expect(again.state).toMatchObject({
      goal: { kind: "locate" },
      forms: [],
      signature: "",
      personAsked: true,
    });
  });

  test("elsewhere hands the forms over from the review", () => {
    const { effects } = after(atReview("sign-externally"), submit);
    expect(effects).toMatchObject([{ kind: "sign", attempt: { request: { signForm: "SIGN_EXTERNALLY" } } }]);
  });
});

describe("another language", () => {
  const french: Event = { type: "changeLanguage", language: "fr" };
  const asked = after(start(), { type: "start" }, located, loaded, answer("2")).state;

  test("loads everything in it, and keeps the answers and the place", () => {
    const begun = after(asked, french);
    expect(begun.effects).toMatchObject([{ kind: "locate", language: "fr" }]);
    const found = after(begun.state, { ...located, language: "fr" } as Event);
    expect(found.effects).toMatchObject([{ kind: "load", forms: [{ language: "fr" }, { language: "fr" }] }]);
    const forms = new Map(
      [federal, state].map((form) => {
        const afterFederal = form === state;
        return [nameOf({ form, language: "fr", afterFederal }), loadedForm(afterFederal)];
      }),
    );
    const shown = after(found.state, { type: "loaded", forms });
    expect(shown.state).toMatchObject({ language: "fr", at: "questions/FED1/QS1", goal: undefined });
    expect(shown.state.forms[0]?.view.questions[0]?.answer).toBe("2");
    expect(shown.effects).toEqual([]);
  });

  test("that cannot be loaded leaves everything as it was", () => {
    const { state } = after(asked, french, { ...located, language: "fr" } as Event, {
      type: "failed",
      problem: offline,
    });
    expect(state.failure?.kind).toBe("network");
    expect({ ...state, failure: undefined }).toEqual(asked);
  });
});

test("an amount that hardly anyone has is confirmed by continuing again, and so is every other one", () => {
  const asksDollars = (form: LoadedForm): LoadedForm => {
    const set = form.sets.get("QS1") as QuestionSet;
    const [question] = set.questions;
    const dollars = { ...question, displayType: "DOLLAR", validationRegex: "^[0-9]+$" };
    const taxParameters = [{ id: "FED.extra", period: "PAY", calculation: { formula: "allowances" } }];
    return {
      ...form,
      information: { ...form.information, taxParameters },
      sets: new Map([["QS1", { ...set, questions: [dollars] }]]),
    } as unknown as LoadedForm;
  };
  const forms = new Map([...loaded.forms].map(([key, form]) => [key, asksDollars(form)]));
  const asking = after(start(), { type: "start" }, located, { type: "loaded", forms }).state;
  expect(asking.page).toBe("questions");
  const ordinary = after(asking, answer("9999"), submit);
  expect(ordinary.state.at).not.toBe(asking.at);
  const doubted = after(asking, answer("99999999"), submit);
  expect(doubted.state.at).toBe(asking.at);
  expect(doubted.effects).toEqual([{ kind: "refused" }]);
  expect(doubted.state.showProblems).toBe(true);
  expect(after(doubted.state, submit).state.at).toBe(ordinary.state.at);
  // Another amount is another question.
  expect(after(doubted.state, answer("88888888"), submit).state.at).toBe(asking.at);
});
