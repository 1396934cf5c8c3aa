import { signatureDate } from "@withholding-forms/catalog/model/signature-date";
import type { ValueType } from "@withholding-forms/interview";
import { placeLists } from "../resolve/place-lists.js";
import type { Context } from "./context.js";

/**
 * What `checks` may look at besides answers, with types. Each is published as it is written: the service knows it from
 * the request, and a client that does not know it leaves the check to the service.
 */
export const checkInputs: Readonly<Record<string, ValueType>> = {
  "employee.region": "text",
  [signatureDate]: "date",
};

/** What `suggest` may look at besides the answers on the other form. */
export const suggestionInputs: Readonly<Record<string, ValueType>> = {
  "employee.region": "text",
  "employee.zipCode": "text",
};

export function listIn({ content, form }: Pick<Context, "content" | "form">) {
  const country = form.folder.split("/")[0]?.toUpperCase();
  return (name: string): readonly string[] | undefined =>
    placeLists.some((known) => known === name)
      ? content.jurisdictions
          .filter(({ source: { data } }) => data.country === country && !data.wageTax)
          .map(({ code }) => code)
      : undefined;
}

/** Ids beyond the answers that parameters and pages may use, with their types. */
export const surroundings: Readonly<Record<string, ValueType>> = {
  "employee.firstName": "text",
  "employee.middleInitial": "text",
  "employee.lastName": "text",
  "employee.fullName": "text",
  "employee.socialSecurityNumber": "text",
  "employee.socialInsuranceNumber": "text",
  "employee.socialInsuranceNumberExpiryDate": "date",
  "employee.street": "text",
  "employee.city": "text",
  "employee.region": "text",
  "employee.postal": "text",
  "employee.cityRegionPostal": "text",
  "employer.name": "text",
  "employer.federalEIN": "text",
  "employer.telephoneNumber": "text",
  "employer.street": "text",
  "employer.city": "text",
  "employer.region": "text",
  "employer.postal": "text",
  "employer.cityRegionPostal": "text",
  "employer.nameAndAddress": "text",
  "federal.filingStatus": "text",
  "federal.isExempt": "boolean",
  "federal.isNonResidentAlien": "boolean",
  "federal.twoJobs": "boolean",
  "federal.additionalWithholding": "number",
  "federal.dependentsAmt": "number",
  "federal.otherIncome": "number",
  "federal.deductions": "number",
  today: "date",
};
