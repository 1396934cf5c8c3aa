import type { Place, Visitor } from "../wizard/browser.js";
import * as samples from "./samples.js";

/** The sample places as a person types them into the address fields. */
export const montgomery = typed(samples.montgomery);
export const phoenix = typed(samples.phoenix);
export const santaFe: Place = {
  streetAddress1: "490 Old Santa Fe Trl",
  city: "Santa Fe",
  region: "NM",
  code: "87501",
};
/** In a state without a withholding form: only the federal form is needed. */
export const tallahassee: Place = {
  streetAddress1: "400 S Monroe St",
  city: "Tallahassee",
  region: "FL",
  code: "32399",
};
export const ottawa: Place = {
  country: "CA",
  streetAddress1: samples.ottawa.streetAddress1,
  city: samples.ottawa.city,
  region: samples.ottawa.provinceTerritory,
  // Many people type it like this.
  code: "k1a0a9",
};

function typed({ streetAddress1, city, state, zipCode }: typeof samples.montgomery): Place {
  return { streetAddress1, city, region: state, code: zipCode };
}

/** Nothing special but an amount to withhold in addition, on the federal certificate and on Alabama's, if it is asked. */
export const plainAnswers = {
  filingStatus: ["SINGLE_OR_MARRIED_FILING_SEPARATELY", "SINGLE"],
  "W4101/QS12": true,
  "W4101SP/QS12": true,
  extraWithholding: "25.5",
  dependents: "1",
} as const;

export async function enterPlaces(visitor: Visitor, home: Place, work: Place): Promise<void> {
  await visitor.fillAddress("home", home);
  await visitor.fillAddress("work1", work);
  await visitor.next();
  if ((await visitor.kind()) === "confirm") await visitor.next();
}

/** An employee in Alabama who works from home, to whom nothing special applies, up to the page about the person. */
export async function comeFromHome(visitor: Visitor): Promise<void> {
  await visitor.fillAddress("home", montgomery);
  await visitor.page.locator("#works-at-home").check();
  await visitor.next();
  await visitor.walk({});
}

export async function introduce(visitor: Visitor): Promise<void> {
  await visitor.field("p-firstName").fill("Zoë");
  await visitor.field("p-lastName").fill("O’Brien-Smith");
  await visitor.field("p-socialSecurityNumber").fill("123456789");
  if (await visitor.field("employer-code").count()) await visitor.fillAddress("employer", employerPlace);
  await visitor.next();
}

/** An employer's own address, which is no made-up person's home. */
export const employerPlace: Place = {
  streetAddress1: "64 N Union St",
  city: "Montgomery",
  region: "AL",
  code: "36130",
};

/** From the review of all forms to the signature. */
export async function signForms(visitor: Visitor, name = "Zoë O’Brien-Smith"): Promise<void> {
  await visitor.next();
  await visitor.field("consent").check();
  await visitor.field("signature").fill(name);
  await visitor.next();
}

/** For question sets that no form has: the service is asked to print what it knows instead. */
export async function printPlainW4({ page }: Visitor): Promise<void> {
  const fields = {
    isNra: "false",
    isExempt: "false",
    filingStatus: "SINGLE_OR_MARRIED_FILING_SEPARATELY",
    multipleJobsOption: "NONE",
    incomeWithinCreditLimit: "false",
    otherAdjustmentsSurvey: "false",
    useDeductionsWorksheet: "false",
  };
  await page.route("**/fillPdf", (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), fields }) }),
  );
}
