import { content } from "@withholding-forms/testing/catalog/content";
import { expect, test } from "vitest";
import { allFlows } from "../../catalog/src/model/jurisdiction.js";
import { flowSet } from "../../catalog/src/runtime/flow-set.js";
import { interviewOf } from "../../catalog/src/runtime/form-version.js";
import { walkAnswers } from "../../interview/src/walk.js";
import { followingAnswers } from "./index.js";

const basic = {
  dateOfBirth: "1990-05-17",
  isNonResident: "false",
  moreThanOneEmployer: "false",
  basicAmountChoice: "FULL",
  claimsOtherAmounts: "false",
  totalIncomeLessThanClaim: "false",
  prescribedZone: "NONE",
};
const spouse = {
  ...basic,
  claimsOtherAmounts: "true",
  receivesPension: "false",
  paysTuition: "false",
  claimsDisabilityAmount: "false",
  familyClaim: "SPOUSE",
  spouseInfirm: "false",
  spouseNetIncome: "5000",
  otherInfirmAdults: "NONE",
};

/** What follows in a province from answers on an edition of the federal TD1. */
function following(province: string, edition: string, answers: Readonly<Record<string, string>>) {
  const place = content.jurisdictions.find(({ code }) => code === province);
  const sets = (place === undefined ? [] : allFlows(place)).flatMap((flow) =>
    flow.sets.map((set) => flowSet(set, "en", () => undefined)),
  );
  const form = content.forms.findLast(({ form: { id } }) => id === edition);
  const { source, start, known } = interviewOf(form?.sets.en.plain ?? [], form?.sets.en.plain ?? []);
  const values = walkAnswers(source, start, answers, known).values;
  return Object.values(followingAnswers(sets, new Map([[edition, values]] as never)));
}

const provinces = ["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "SK", "YT"];

test.each(provinces)("%s needs its form from employees who claim more on the federal TD1", (province) => {
  for (const edition of ["CAN101", "CAN101FR"]) {
    expect(following(province, edition, spouse)).toEqual(["MORE"]);
    expect(following(province, edition, { ...basic, moreThanOneEmployer: "true" })).toEqual(["MORE"]);
    expect(following(province, edition, { ...basic, totalIncomeLessThanClaim: "true" })).toEqual(["MORE"]);
  }
});

test("with only the basic amount, nothing is asked, except where a province has amounts of its own", () => {
  for (const province of provinces) {
    const own = ["MB", "SK"].includes(province);
    expect(following(province, "CAN101", basic), province).toEqual(own ? [] : ["ONLY_BASIC"]);
    // Before the federal form has answers.
    expect(following(province, "W4101", {}), province).toEqual(own ? [] : ["ONLY_BASIC"]);
  }
});

test("a smaller basic amount alone is no claim for more", () => {
  const high = { ...basic, basicAmountChoice: "PARTIAL", netIncome: "300000" };
  expect(following("ON", "CAN101", high)).toEqual(["ONLY_BASIC"]);
});
