import type { GuidedFlowsResponse } from "@withholding-forms/client";
import { appliedFor, type PersonDraft, spelled } from "./person.js";

/** A jurisdiction or a locality in it that taxes wages and whose form the service does not have yet. */
export interface OwedForm {
  readonly locality: string;
  readonly localityFullName: string;
  /** `language`: of the name, if it is not English. */
  readonly agency?: { readonly name: string; readonly url: string; readonly language?: "es" | "fr" };
  /** Name of the form, if the service knows it. */
  readonly formName?: string;
}

/** Forms the employee still needs from elsewhere, one per jurisdiction. */
export function owedForms(location: GuidedFlowsResponse | undefined): readonly OwedForm[] {
  const owed = (location?.errors ?? []).flatMap(
    ({ code, locality, localityFullName, agency, formName }): OwedForm[] =>
      code === "JURISDICTION_NOT_COVERED" && locality !== undefined && localityFullName !== undefined
        ? [
            {
              locality,
              localityFullName,
              ...(agency === undefined ? {} : { agency }),
              ...(formName === undefined ? {} : { formName }),
            },
          ]
        : [],
  );
  return [...new Map(owed.map((one) => [one.locality, one])).values()];
}

/** What the service reports about pension forms that it does not have. Many states leave them to the employee, so none is owed. */
export function pensionNotices(location: GuidedFlowsResponse | undefined): readonly string[] {
  return (location?.errors ?? []).flatMap(({ code, message }) =>
    code === "PENSION_NOT_COVERED" ? [message] : [],
  );
}

/** Everything else that the service reported about the addresses. */
export function otherNotices(location: GuidedFlowsResponse | undefined): readonly string[] {
  return (location?.errors ?? []).flatMap(({ code, message }) =>
    code === "JURISDICTION_NOT_COVERED" ? [] : [message],
  );
}

/** The forms have no number yet: the employee owes it as soon as there is one. */
export function waitsForNumber({ socialSecurityNumber = "" }: PersonDraft): boolean {
  return spelled("socialSecurityNumber", socialSecurityNumber) === appliedFor;
}
