import type {
  CodedNotice,
  FederalValues,
  FillPdfRequest,
  FillPdfResponse,
  Language,
  TaxParameter,
} from "@withholding-forms/client";

/** A completed form as the host page receives it. */
export interface CompletedForm {
  readonly formId: string;
  readonly formVersion: string;
  readonly name: string;
  readonly title: string;
  readonly locality: string;
  readonly taxParameters: readonly TaxParameter[];
  /** What the employee and the employer have to do. */
  readonly notices?: readonly CodedNotice[];
  /** Base64, as the service sent it. Absent if the page was reloaded after signing. */
  readonly pdf?: string;
  /** Whether the PDF is the agency's own file, with the agency's words. Otherwise it is drawn as a substitute. */
  readonly official: boolean;
  /** Such as `W-4 2026 - Jane Doe.pdf`. */
  readonly fileName: string;
  /** SHA-256 of the PDF, hexadecimal. Absent if the browser has no digest API (a page without TLS). */
  readonly sha256?: string;
}

/** A preview with what it was made from, so that it is made again only if that has changed. */
export interface Previewed {
  readonly request: FillPdfRequest;
  readonly language: Language;
  readonly response: FillPdfResponse;
  /** For the signature of what is previewed. */
  readonly idempotencyKey: string;
}

/** A request to sign one form. A retry sends exactly the same, so that the service never signs a form twice. */
export interface Attempt {
  readonly request: FillPdfRequest;
  /** The language is part of what is signed: a retry in another language would be another request. */
  readonly language: Language;
  readonly idempotencyKey: string;
}

export function completedForm(
  { form, formVersion, name, title, locality, taxParameters, notices, pdf }: FillPdfResponse,
  sha256: string | undefined,
  { fileName, official }: Pick<CompletedForm, "fileName" | "official">,
): CompletedForm {
  const printed = { formId: form, formVersion, name, title, locality, taxParameters, notices, pdf };
  return { ...printed, official, fileName, ...(sha256 === undefined ? {} : { sha256 }) };
}

export async function digestOf(bytes: Uint8Array): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined;
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const federalNames = [
  "filingStatus",
  "isExempt",
  "isNonResidentAlien",
  "twoJobs",
  "additionalWithholding",
  "dependentsAmt",
  "otherIncome",
  "deductions",
] as const;

/** A form that can give federal values: completed or previewed. */
export type FederalSource = Pick<CompletedForm, "locality" | "taxParameters">;

/** The federal form's tax parameters as `federalValues` for state forms; undefined without a federal form. */
export function federalValues(forms: readonly FederalSource[]): FederalValues | undefined {
  for (const { locality, taxParameters } of forms) {
    if (locality !== "FEDERAL") continue;
    const found = new Map(taxParameters.map(({ id, value }) => [id.slice(id.indexOf(".") + 1), value]));
    const isExempt = found.get("isExempt");
    if (isExempt === undefined) continue;
    const values = federalNames.flatMap((name) => {
      const value = found.get(name);
      // An exempt employee has no filing status, and the code for that is not a status either.
      return value === undefined || (name === "filingStatus" && isExempt === "true") ? [] : [[name, value]];
    });
    return Object.fromEntries(values) as FederalValues;
  }
  return undefined;
}
