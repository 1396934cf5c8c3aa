import { allFlows } from "@withholding-forms/catalog/model/jurisdiction";
import { flowSet } from "@withholding-forms/catalog/runtime/flow-set";
import type { FormSummary, Language } from "@withholding-forms/interview";
import { content } from "@withholding-forms/testing/catalog/content";
import { describe, expect, it } from "vitest";

const flows = content.jurisdictions.flatMap(allFlows);
const languageOf = new Map(content.forms.map(({ form }) => [form.id, form.language]));

/** What clients see of the options: value, a star if it is ordinary, and the language of its forms. */
function seen(flowId: string, setId: string, language: Language): string[] {
  // Several flows can have one id; those without questions come first.
  const set = flows.findLast(({ id }) => id === flowId)?.sets.find(({ id }) => id === setId);
  if (set === undefined) throw new Error(`${flowId} has no ${setId}`);
  const summary = (id: string) => ({ id }) as FormSummary;
  const [question] = flowSet(set, language, summary).questions;
  return (question?.questionOptions ?? []).map(
    ({ value, ordinary, formLanguage = "" }) => `${value}${ordinary ? "*" : ""} ${formLanguage}`,
  );
}

describe("ordinary and formLanguage", () => {
  it("are on the ordinary option and its edition, not on special cases", () => {
    expect(seen("AL_RESIDENT", "QS1", "en")).toEqual(["militarySpouse ", "english* en", "spanish es"]);
    expect(seen("AL_RESIDENT", "QS1", "es")).toEqual(["militarySpouse ", "english* en", "spanish es"]);
    expect(seen("FEDERAL", "QS1", "en")).toEqual([
      "foreignEarnedIncome ",
      "treatyExemptNra ",
      "spanish es",
      "english* en",
    ]);
  });

  it("follow the language of the response where each edition is ordinary in its language", () => {
    expect(seen("ON_CANADA_RESIDENT", "QS2", "en")).toEqual(["en* en", "fr fr"]);
    expect(seen("ON_CANADA_RESIDENT", "QS2", "fr")).toEqual(["en en", "fr* fr"]);
    expect(seen("CANADA_FEDERAL", "QS5", "fr")).toEqual(["en en", "fr* fr"]);
    expect(seen("PR_RESIDENT", "QS1", "fr")).toEqual(["ES* es", "EN en"]);
  });

  it("say nothing of languages where there is one edition", () => {
    expect(seen("NY_RESIDENT", "QS1", "es")).toEqual([
      "NO_LIABILITY ",
      "MILITARY_SPOUSE ",
      "NATIVE_AMERICAN ",
      "START_UP_NY ",
      "ORDINARY* ",
    ]);
  });

  it("are found for every set whose options lead to forms in several languages", () => {
    const several = flows.flatMap(({ id, sets }) =>
      sets.flatMap((set) => {
        const languages = set.options.flatMap(({ forms = [] }) => forms.map((form) => languageOf.get(form)));
        const found = set.options.some(({ formLanguage }) => formLanguage !== undefined);
        return new Set(languages).size > 1 === found ? [] : [`${id} ${set.id}`];
      }),
    );
    expect(several).toEqual([]);
  });
});
