import type { Applicable, Place } from "@withholding-forms/catalog/model/catalog";
import type { CompiledFlow } from "@withholding-forms/catalog/model/jurisdiction";
import { applicable, applicableFlows } from "@withholding-forms/catalog/runtime/applicable";
import { flowSet } from "@withholding-forms/catalog/runtime/flow-set";
import type { Flow, FormSummary } from "@withholding-forms/contract";
import type { Language } from "@withholding-forms/interview";
import { content } from "@withholding-forms/testing/catalog/content";
import { describe, expect, test } from "vitest";

const places = content.jurisdictions;
const regions = (country: "US" | "CA"): string[] =>
  places.filter((place) => place.country === country && place.code.length === 2).map(({ code }) => code);

const summaries = new Map<string, FormSummary>();
for (const { form } of content.forms) {
  const { id, name, title, formType } = form;
  const more = { formVersion: form.version, formLocality: form.locality, initialQuestionSet: "QS1" };
  summaries.set(id, { id, name, title, formType, ...more });
}
const summary = (id: string): FormSummary | undefined => summaries.get(id);

interface Pair {
  readonly lives: Place;
  readonly works: readonly Place[];
  readonly answer: Applicable;
}

function pair(country: "US" | "CA", home: string, work: string, language: Language = "en"): Pair {
  const lives: Place = { addressId: "home", country, region: home };
  const works: readonly Place[] = [{ addressId: "work1", country, region: work }];
  return {
    lives,
    works,
    answer: applicable(places, { home: lives, works, language, payment: "WAGES" }, summary),
  };
}

describe.each(["US", "CA"] as const)("%s: `forms` recommends what the ordinary flows require", (country) => {
  test.each(regions(country))("who lives in %s, wherever the work is", (home) => {
    for (const work of regions(country)) {
      const { lives, works, answer } = pair(country, home, work);
      const compiled = applicableFlows(places, {
        home: lives,
        works,
        language: "en",
        payment: "WAGES",
      }).flows;
      const required = answer.flows.flatMap((flow, index) => ordinaryForms(flow, compiled[index]?.flow));
      const recommended = answer.forms.filter((form) => form.recommended).map(({ id }) => id);
      expect([work, ...recommended.sort()]).toEqual([work, ...new Set(required.sort())]);
    }
  });
});

test("no work in Arizona, no recommended form of Arizona", () => {
  const { forms } = pair("US", "AZ", "CA").answer;
  expect(forms.filter((form) => form.recommended).map(({ id }) => id)).toEqual(["W4101", "CA101"]);
});

test("Canada: one edition, in the language of the request, and a provincial form only in Quebec", () => {
  const recommended = (home: string, work: string, language: Language): string[] =>
    pair("CA", home, work, language)
      .answer.forms.filter((form) => form.recommended)
      .map(({ id }) => id);
  expect(recommended("QC", "ON", "en")).toEqual(["CAN101"]);
  expect(recommended("QC", "ON", "fr")).toEqual(["CAN101FR"]);
  expect(recommended("ON", "QC", "en")).toEqual(["CAN101", "QC101"]);
  expect(recommended("ON", "QC", "fr")).toEqual(["CAN101FR", "QC101FR"]);
  // There is no edition in Spanish.
  expect(recommended("ON", "QC", "es")).toEqual(["CAN101", "QC101"]);
});

test.each(regions("CA"))("both editions of every form of %s are offered in each language", (work) => {
  const listed = (language: Language): string[] =>
    pair("CA", "ON", work, language)
      .answer.forms.map(({ id }) => id)
      .sort();
  expect(listed("fr")).toEqual(listed("en"));
  const english = listed("en").filter((id) => !id.endsWith("FR"));
  expect(listed("en")).toEqual([...english, ...english.map((id) => `${id}FR`)].sort());
});

test.each([
  ["NY", "NJ"],
  ["WI", "IL"],
  ["MO", "AZ"],
])("from %s to %s, recommended forms come first, and federal ones before those of states", (home, work) => {
  const { forms } = pair("US", home, work).answer;
  const ranks = forms.map((form) => (form.recommended ? 0 : 2) + (form.formLocality === "FEDERAL" ? 0 : 1));
  expect(ranks).toEqual([...ranks].sort());
  expect(new Set(ranks)).toEqual(new Set([0, 1, 2, 3]));
});

/** Walks the sets as published, by the answers that the content marks as ordinary: in English, where it marks several. */
function ordinaryForms(published: Flow, flow: CompiledFlow | undefined): string[] {
  if (flow === undefined) throw new Error(`no compiled flow for ${published.id}`);
  if (!published.hasFlowQuestions) return (published.formsToComplete ?? []).map(({ id }) => id);
  const go = (setId: string): string[] => {
    const set = flow.sets.find(({ id }) => id === setId);
    if (set === undefined) throw new Error(`no ${published.id} ${setId}`);
    const { navigation, questions } = flowSet(set, "en", summary);
    const marked = set.options.filter(({ ordinary }) => ordinary === true || ordinary === "en");
    expect(marked).toHaveLength(1);
    return marked.flatMap(({ value }) => {
      const mapping =
        navigation.navigationType === "CONSTANT"
          ? navigation.navigationMapping
          : navigation.navigationMappings[value];
      if (mapping?.nextQuestionSetId !== undefined) return go(mapping.nextQuestionSetId);
      const option = questions[0]?.questionOptions?.find((one) => one.value === value);
      return (option?.formsToComplete ?? []).map(({ id }) => id);
    });
  };
  return go(published.initialQuestionSetId ?? "");
}
