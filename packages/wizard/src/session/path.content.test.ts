import type { Answers, FormSummary, Language, QuestionSet } from "@withholding-forms/client";
import { content } from "@withholding-forms/testing/catalog/content";
import { describe, expect, it } from "vitest";
import { allFlows } from "../../../catalog/src/model/jurisdiction.js";
import { flowSet } from "../../../catalog/src/runtime/flow-set.js";
import { itemsOf, listsSpecialCases } from "./checklist.js";
import {
  answersOfForm,
  conflicts,
  formsOf,
  type PathFlow,
  type PathPage,
  type PathState,
  pageAfter,
  pageKey,
  pathOf,
  progressAt,
} from "./path.js";

const flows = content.jurisdictions.flatMap(allFlows);

function flowOf(id: string, language: Language, answers: Answers = {}): PathFlow {
  // Of several with one id, the last is for people without anything special about their addresses.
  const flow = flows.findLast((one) => one.id === id);
  if (flow === undefined) throw new Error(`there is no flow ${id}`);
  const summary = (formId: string) => ({ id: formId }) as FormSummary;
  return {
    id,
    sets: byId(flow.sets.map((set) => flowSet(set, language, summary))),
    answers,
    ...(flow.forms === undefined ? {} : { formsToComplete: flow.forms.map(summary) }),
  };
}

const byId = (sets: readonly QuestionSet[]): ReadonlyMap<string, QuestionSet> =>
  new Map(sets.map((set) => [set.id, set]));

interface Journey extends Partial<Omit<PathState, "flows" | "forms">> {
  readonly flows: Readonly<Record<string, Answers>>;
  readonly answers?: Readonly<Record<string, Answers>>;
  readonly given?: Readonly<Record<string, Answers>>;
}

const hostGave = { addresses: true, person: true };

function stateOf({ flows: walked, answers = {}, given = {}, ...rest }: Journey): PathState {
  const language = rest.language ?? "en";
  const forms = content.forms.map(({ form: { id }, sets }) => ({
    id,
    sets: byId(sets[language].plain),
    answers: answers[id] ?? {},
    given: given[id] ?? {},
  }));
  return {
    language,
    mode: "sign",
    hostGave,
    addressDiffers: false,
    flows: Object.entries(walked).map(([id, own]) => flowOf(id, language, own)),
    forms: new Map(forms.map((form) => [form.id, form])),
    checked: new Set(),
    ...rest,
  };
}

/** One line per screen. */
const screens = (journey: Journey): string[] => pathOf(stateOf(journey)).map(lineOf);

function lineOf(page: PathPage): string {
  switch (page.page) {
    case "checklist":
      return `checklist of ${page.items.length}`;
    case "flow":
      return `flow ${page.flowId} ${page.questionSetId}`;
    case "express":
      return `express ${page.formId} ${page.questionSetIds.join(" ")}`;
    case "questions":
      return `questions ${page.formId} ${page.questionSetId}`;
    case "ineligible":
      return `ineligible ${page.formId}`;
    default:
      return page.page;
  }
}

const w4 = ["questions W4101 QS3", "express W4101 QS4 QS8 QS9 QS10 QS12"];
const a4 = ["questions AL101 QS1", "questions AL101 QS2", "questions AL101 QS3"];
const end = ["review", "sign", "done"];
const alabama = { FEDERAL: {}, AL_RESIDENT: {} };

describe("what the home address or a flow gives", () => {
  const formScreens = (form: string, journey: Journey): string[] =>
    screens(journey).filter((line) => line.includes(` ${form} `));

  it("has no screen", () => {
    const ohio = { FEDERAL: {}, OH_RESIDENT: {} };
    const given = { OH101: { livesInOhio: "true" } };
    expect(formScreens("OH101", { flows: ohio, given })).toEqual([
      "questions OH101 QS3",
      "questions OH101 QS4",
    ]);
    expect(formScreens("OH101", { flows: { ...ohio }, given: { OH101: { livesInOhio: "false" } } })).toEqual([
      "questions OH101 QS4",
    ]);
  });

  it("counts although a statement of the checklist is not checked", () => {
    const treaty = { flows: { FEDERAL: {} }, checked: new Set(["FEDERAL/QS1/treatyExemptNra"]) };
    const given = { W4101: { isNra: "true" } };
    expect(formScreens("W4101", treaty)[0]).toBe("questions W4101 QS1");
    expect(formScreens("W4101", { ...treaty, given })[0]).toBe("questions W4101 QS13");
  });
});

describe("the screens of the ten journeys", () => {
  it("Alabama, single, one job: 9 with the person's data, 11 without", () => {
    // Federal: foreign income, treaty, nonresident alien, exemption. Alabama: military spouse.
    expect(screens({ flows: alabama })).toEqual(["checklist of 5", ...w4, ...a4, ...end]);
    expect(screens({ flows: alabama, hostGave: { addresses: false, person: false } })).toEqual([
      "addresses",
      "checklist of 5",
      "person",
      ...w4,
      ...a4,
      ...end,
    ]);
    expect(screens({ flows: alabama })).toHaveLength(9);
  });

  it("W-4 with both worksheets", () => {
    const checked = new Set(["W4101/QS4", "W4101/QS10"]);
    const answers = { W4101: { multipleJobsOption: "WORKSHEET", useDeductionsWorksheet: "true" } };
    expect(screens({ flows: alabama, checked, answers })).toEqual([
      "checklist of 5",
      ...w4,
      "questions W4101 QS4",
      "questions W4101 QS5",
      "questions W4101 QS6",
      "questions W4101 QS10",
      "questions W4101 QS11",
      "questions W4101 QS15",
      "questions W4101 QS16",
      "questions W4101 QS17",
      ...a4,
      ...end,
    ]);
  });

  it("Phoenix at home", () => {
    expect(screens({ flows: { FEDERAL: {}, AZ_RESIDENT: {} } })).toEqual([
      "checklist of 8",
      ...w4,
      "questions AZ101 QS1",
      "questions AZ101 QS2",
      ...end,
    ]);
  });

  it("Ontario in French", () => {
    expect(
      screens({
        language: "fr",
        flows: { CANADA_FEDERAL: {}, ON_CANADA_RESIDENT: { onGuidedQ1: "MORE" } },
      }),
    ).toEqual([
      "checklist of 2",
      "flow ON_CANADA_RESIDENT QS1",
      "questions CAN101FR QS1",
      "express CAN101FR QS3 QS5",
      "questions CAN101FR QS10",
      "questions CAN101FR QS11",
      "questions ON101FR QS1",
      "express ON101FR QS3 QS5",
      "questions ON101FR QS10",
      ...end,
    ]);
  });

  it("lives in Pennsylvania, works in New Jersey", () => {
    expect(
      screens({ flows: { FEDERAL: {}, PA_RESIDENT_ELSEWHERE: {}, NJ_NONRESIDENT_RECIPROCAL: {} } }),
    ).toEqual(["checklist of 6", "flow NJ_NONRESIDENT_RECIPROCAL QS1", ...w4, "questions NJ102 QS1", ...end]);
  });

  it("New York City", () => {
    expect(screens({ flows: { FEDERAL: {}, NY_RESIDENT: {} } })).toEqual([
      "checklist of 8",
      ...w4,
      "questions NY101 QS1",
      "questions NY101 QS3",
      "questions NY101 QS13",
      ...end,
    ]);
  });

  it("a wrong address", () => {
    const asked = { addresses: false, person: true };
    expect(screens({ flows: alabama, hostGave: asked, addressDiffers: true })).toEqual([
      "addresses",
      "confirm",
      "checklist of 5",
      ...w4,
      ...a4,
      ...end,
    ]);
  });

  it("INELIGIBLE: a military spouse in California who was not moved by orders", () => {
    const answers = {
      CA101: {
        claimType: "MILITARY_SPOUSE",
        servicememberUnderOrders: "false",
      },
    };
    const checked = new Set(["CA101/QS1"]);
    expect(screens({ flows: { FEDERAL: {}, CA_RESIDENT: {} }, checked, answers })).toEqual([
      "checklist of 5",
      ...w4,
      "questions CA101 QS1",
      "questions CA101 QS7",
      "ineligible CA101",
    ]);
  });

  it("Michigan with Detroit", () => {
    expect(screens({ flows: { FEDERAL: {}, MI_RESIDENT: {}, MI_DETROIT_RESIDENT: {} } })).toEqual([
      "checklist of 5",
      "flow MI_DETROIT_RESIDENT QS1",
      ...w4,
      "questions MI101 QS2",
      "questions MI101 QS10",
      "questions MI205 QS1",
      "questions MI205 QS2",
      "questions MI205 QS5",
      "questions MI205 QS3",
      "questions MI205 QS4",
      ...end,
    ]);
  });

  it("California, in Spanish: nothing asks for the language of the form", () => {
    expect(screens({ language: "es", flows: { FEDERAL: {}, CA_RESIDENT: {} } })).toEqual([
      "checklist of 5",
      "questions W4101SP QS3",
      "express W4101SP QS4 QS8 QS9 QS10 QS12",
      "questions CA101SP QS2",
      "questions CA101SP QS3",
      "questions CA101SP QS5",
      ...end,
    ]);
  });
});

describe("the checklist", () => {
  it("leads to the forms of what is checked, and to its own pages", () => {
    const checked = new Set(["AL_RESIDENT/QS1/militarySpouse"]);
    expect(formsOf(stateOf({ flows: alabama, checked })).map(({ id }) => id)).toEqual(["W4101", "AL102"]);
    expect(formsOf(stateOf({ flows: alabama, language: "es" })).map(({ id }) => id)).toEqual([
      "W4101SP",
      "AL101SP",
    ]);
    // There is no French edition.
    expect(formsOf(stateOf({ flows: alabama, language: "fr" })).map(({ id }) => id)).toEqual([
      "W4101",
      "AL101",
    ]);
  });

  it("opens the set of a form that applies", () => {
    const checked = new Set(["W4101/QS2"]);
    const answers = { W4101: { isExempt: "true", noTaxLastYear: "true", noTaxThisYear: "true" } };
    expect(screens({ flows: alabama, checked, answers })).toEqual([
      "checklist of 5",
      "questions W4101 QS2",
      "questions W4101 QS21",
      ...a4,
      ...end,
    ]);
  });

  it("does not count for a form that it did not show", () => {
    const offered = new Set(["AL_RESIDENT/QS1/militarySpouse"]);
    expect(screens({ flows: alabama, offered }).slice(1, 4)).toEqual([
      "questions W4101 QS1",
      "questions W4101 QS2",
      "questions W4101 QS3",
    ]);
  });

  it("takes one special case per flow", () => {
    const both = new Set(["FEDERAL/QS1/foreignEarnedIncome", "FEDERAL/QS1/treatyExemptNra"]);
    expect(conflicts(stateOf({ flows: alabama, checked: both }))).toEqual(["FEDERAL"]);
    const one = new Set(["FEDERAL/QS1/treatyExemptNra", "AL_RESIDENT/QS1/militarySpouse"]);
    expect(conflicts(stateOf({ flows: alabama, checked: one }))).toEqual([]);
  });

  it("shows what follows a special case on a separate page", () => {
    const journey = { flows: { FEDERAL: {}, IL_RESIDENT_ELSEWHERE: {} } };
    expect(screens(journey)).not.toContain("flow IL_RESIDENT_ELSEWHERE QS2");
    const checked = new Set(["IL_RESIDENT_ELSEWHERE/QS1/true"]);
    expect(screens({ ...journey, checked }).slice(0, 2)).toEqual([
      "checklist of 5",
      "flow IL_RESIDENT_ELSEWHERE QS2",
    ]);
  });

  it("stays the same whatever is checked and answered", () => {
    const items = (journey: Journey) => pathOf(stateOf(journey)).find(({ page }) => page === "checklist");
    const flows = { FEDERAL: {}, GA_RESIDENT_ELSEWHERE: {}, AL_NONRESIDENT: {} };
    const before = items({ flows });
    expect(items({ flows, checked: new Set(["AL_NONRESIDENT/QS1/militarySpouse"]) })).toEqual(before);
    const answered = { ...flows, GA_RESIDENT_ELSEWHERE: { gaWorkStateWithholds: "false" } };
    expect(items({ flows: answered })).toEqual(before);
  });

  it("asks a form of a checked special case everything that its statements would have answered", () => {
    const treaty = { flows: alabama, checked: new Set(["FEDERAL/QS1/treatyExemptNra"]) };
    expect(screens(treaty)).toContain("questions W4101 QS1");
    // Also after the checklist has been seen again, with the statement of the form not checked.
    const offered = new Set(["FEDERAL/QS1/treatyExemptNra", "W4101/QS1", "W4101/QS2"]);
    expect(screens({ ...treaty, offered })).toContain("questions W4101 QS1");
    expect(screens({ flows: alabama, offered })).not.toContain("questions W4101 QS1");
  });

  it("takes a military spouse in Missouri to the exemption, wherever the work is", () => {
    for (const id of ["MO_RESIDENT", "MO_RESIDENT_ELSEWHERE"]) {
      const flows = { FEDERAL: {}, [id]: {} };
      expect(screens({ flows })).toContain(`flow ${id} QS2`);
      const spouse = { flows, checked: new Set([`${id}/QS1/true`]) };
      expect(screens(spouse)).not.toContain(`flow ${id} QS2`);
      expect(screens(spouse)).toContain("questions MO101 QS1");
      expect(formsOf(stateOf(spouse)).map((form) => form.id)).toEqual(["W4101", "MO101"]);
    }
  });

  it("lists single cases, and takes the answer that combines them", () => {
    const [commission, firstNations] = ["CANADA_FEDERAL/QS1/COMMISSION", "CANADA_FEDERAL/QS1/FIRST_NATIONS"];
    const flows = { CANADA_FEDERAL: {} };
    expect(screens({ flows })[0]).toBe("checklist of 2");
    const both = stateOf({ flows, checked: new Set([commission, firstNations]) });
    expect(conflicts(both)).toEqual([]);
    expect(formsOf(both).map(({ id }) => id)).toEqual(["CAN101", "CAN102", "CAN103"]);
    const one = stateOf({ flows, checked: new Set([firstNations]) });
    expect(formsOf(one).map(({ id }) => id)).toEqual(["CAN101", "CAN103"]);
  });

  it.each(["en", "es", "fr"] as const)(
    "has statements that make sense without their question, in %s",
    (language) => {
      const texts = flows.flatMap(({ id, sets }) =>
        sets
          .map((set) => flowSet(set, language, () => undefined))
          .filter(listsSpecialCases)
          .flatMap((set) => itemsOf(id, set).map(({ text }) => text)),
      );
      expect(texts.length).toBeGreaterThan(50);
      const answers =
        /^(?:yes|no|no longer|both|neither|sí|ya no|ambas|ninguna|oui|non|les deux|aucune)(?:$|\s?[,:.]|\sof\b)/i;
      expect(texts.filter((text) => answers.test(text) || text.length < 20)).toEqual([]);
    },
  );

  it("does not answer on a form what the employee answered in the flow", () => {
    const claims = { flows: { FEDERAL: {}, NC_RESIDENT: {} }, checked: new Set(["NC_RESIDENT/QS2/true"]) };
    expect(screens(claims)).toContain("questions NC102 QS1");
    const checked = new Set(["KY_NONRESIDENT/QS1/FORT_CAMPBELL"]);
    expect(screens({ flows: { FEDERAL: {}, KY_NONRESIDENT: {} }, checked })).toContain("questions KY101 QS1");
  });

  it("is left out if there is nothing to ask, and no form is needed", () => {
    expect(screens({ flows: {} })).toEqual(["empty"]);
  });
});

describe("a step that does not apply", () => {
  const answersOf = (journey: Journey): Answers => {
    const state = stateOf(journey);
    const form = state.forms.get("W4101");
    if (form === undefined) throw new Error("there is no W4101");
    return answersOfForm(state, form, pathOf(state));
  };
  const plain = {
    isNra: "false",
    isExempt: "false",
    filingStatus: "HEAD_OF_HOUSEHOLD",
    multipleJobsOption: "NONE",
    otherAdjustmentsSurvey: "false",
    useDeductionsWorksheet: "false",
  };

  it("states nothing but that, such as nothing about the income", () => {
    const answers = { W4101: { filingStatus: "HEAD_OF_HOUSEHOLD" } };
    expect(answersOf({ flows: alabama, answers })).toEqual(plain);
  });

  it("does not keep what was answered in it before", () => {
    const answered = {
      filingStatus: "HEAD_OF_HOUSEHOLD",
      incomeWithinCreditLimit: "true",
      qualifyingChildren: "2",
      otherCredits: "500",
      extraWithholding: "25",
    };
    const journey = { flows: alabama, answers: { W4101: answered } };
    expect(answersOf(journey)).toEqual(plain);
    const checked = new Set(["W4101/QS8"]);
    const { extraWithholding: _, ...stepThree } = answered;
    expect(answersOf({ ...journey, checked })).toEqual({ ...plain, ...stepThree });
  });
});

describe("progress", () => {
  const before = pathOf(stateOf({ flows: alabama }));
  const opened = pathOf(stateOf({ flows: alabama, checked: new Set(["W4101/QS8"]) }));

  it("counts every screen once, and those that an answer adds", () => {
    expect(new Set(opened.map(pageKey)).size).toBe(opened.length);
    expect(progressAt(before, "checklist")).toEqual({ step: 1, of: 9 });
    expect(progressAt(before, "express/W4101/QS4")).toEqual({ step: 3, of: 9 });
    expect(progressAt(opened, "express/W4101/QS4")).toEqual({ step: 3, of: 10 });
    expect(progressAt(opened, "done")).toEqual({ step: 10, of: 10 });
  });

  it("continues from where the employee is", () => {
    expect(pageAfter(before, "express/W4101/QS4")).toEqual({
      page: "questions",
      formId: "AL101",
      questionSetId: "QS1",
    });
    expect(pageAfter(opened, "express/W4101/QS4")).toEqual({
      page: "questions",
      formId: "W4101",
      questionSetId: "QS8",
    });
    expect(pageAfter(before, "done")).toBeUndefined();
    expect(progressAt(before, "questions/W4101/QS8")).toBeUndefined();
  });
});
