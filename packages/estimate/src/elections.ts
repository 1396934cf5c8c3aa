import { type Draft, sumOf } from "./draft.js";
import type { Exact } from "./exact.js";

const percents = ["withholdingPercent", "voluntary.withholdingPercent"];
const extraAmounts = [
  "additionalWithholding",
  "voluntary.additionalWithholding",
  "nonResidentAlienWithholding",
];
const localExtraAmounts = [
  "additionalCountyWithholding",
  "nycAdditionalWithholding",
  "yonkersAdditionalWithholding",
];

/** What a certificate of a state or a place sets for every paycheck. The tables stay out. */
export function addElections(draft: Draft, jurisdiction: string, pay: Exact, taxable: Exact): void {
  const id = (name: string): string => `${jurisdiction}.${name}`;
  const amount = (name: string): Exact => draft.amount(id(name));
  const percent = (name: string, of: Exact): Exact => of.times(amount(name)).over(100);

  // Local tax is at the higher of the rates at home and at work.
  const local = percent("residentEitRate", pay).max(percent("workNonResidentEitRate", pay));
  draft.addUnlessZero("LOCAL_INCOME_TAX", jurisdiction, local);
  if (!draft.isTrue(id("isSchoolDistrictExempt")) && draft.has(id("schoolDistrictBase"))) {
    if (draft.text(id("schoolDistrictBase")) === "EARNED_INCOME")
      draft.add("LOCAL_INCOME_TAX", jurisdiction, percent("schoolDistrictRate", pay));
    else draft.leaveOut("LOCAL_TAX", jurisdiction);
  }
  draft.addUnlessZero("LOCAL_INCOME_TAX", jurisdiction, sumOf(localExtraAmounts.map(amount)));
  if (draft.isExempt(jurisdiction)) return;

  if (draft.has(id("flatWithholdingPerPay")) && !draft.isOver(id("agreementExpires"))) {
    draft.add("FIXED_AMOUNT", jurisdiction, amount("flatWithholdingPerPay"));
  } else if (percents.some((name) => draft.has(id(name)))) {
    const reduction = draft.isOver(id("reducedWithholdingExpires")) ? 0 : amount("reducedWithholding");
    const withheld = sumOf(percents.map((name) => percent(name, taxable)));
    draft.add("PERCENT_OF_PAY", jurisdiction, withheld.minus(reduction).max(0));
    draft.leaveOutExemptPart(jurisdiction);
  } else {
    draft.leaveOut("INCOME_TAX", jurisdiction);
  }
  draft.addUnlessZero("EXTRA_AMOUNT", jurisdiction, sumOf(extraAmounts.map(amount)));
  draft.addUnlessZero("EXTRA_AMOUNT", jurisdiction, percent("additionalWithholdingPercent", pay));
}
