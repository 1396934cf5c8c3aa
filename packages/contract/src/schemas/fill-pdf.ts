import { Type } from "../typebox.js";
import { Address } from "./address.js";
import {
  closedObject,
  flag,
  list,
  mapOf,
  namedObject,
  optional,
  optionalOrNull,
  type Shape,
  text,
  words,
} from "./build.js";
import {
  formId,
  formLocality,
  formName,
  formTitle,
  formType,
  formVersion,
  parameterId,
  parameterType,
} from "./members.js";
import { CodedNotice, Notice } from "./questions.js";

// Shapes only: which members a form needs and how they are spelled is content, and the catalog checks it, so that all
// problems of a request are listed together.
const personName = text(
  "Printed as sent, without white space at the ends and with composed letters (Unicode NFC)",
);

export const Employee = closedObject("Employee", "The employee who completes the form", {
  firstName: personName,
  middleInitial: optionalOrNull(text("At most one letter")),
  lastName: personName,
  socialSecurityNumber: optionalOrNull(
    text(
      "US forms: NNN-NN-NNNN or NNNNNNNNN. formFields of the form says what else is accepted. Canadian forms refuse it",
    ),
  ),
  socialInsuranceNumber: optionalOrNull(
    text("Canadian forms: NNN-NNN-NNN, NNNNNNNNN, or NNN NNN NNN. US forms refuse it"),
  ),
  socialInsuranceNumberExpiryDate: optionalOrNull(
    text("Canadian forms: the expiry date of a number that starts with 9, as YYYY-MM-DD or MM/DD/YYYY"),
  ),
  address: Address,
});
export type Employee = Shape<typeof Employee>;

export const Employer = closedObject(
  "Employer",
  "The employer. `required` of the form information says which members a form needs: those with ALWAYS. If it has no ALWAYS, you can leave out the whole object",
  {
    name: optionalOrNull(text("Printed as sent, like the employee's name")),
    federalEIN: optionalOrNull(text("NN-NNNNNNN or 9 digits")),
    telephoneNumber: optionalOrNull(text("10 digits, with or without punctuation, such as 456-867-5309")),
    address: optionalOrNull(Address),
  },
);
export type Employer = Shape<typeof Employer>;

const Amount = Type.Union([Type.Number(), Type.String()], {
  description:
    "Dollar amount of zero or more as a number or a string, with at most two decimal places, such as 1250.5 or 1,250.50",
});
const Flag = Type.Union([Type.Boolean(), Type.String()], {
  $id: "Flag",
  description: "true or false, as a boolean or a string",
});

export const FederalValues = closedObject(
  "FederalValues",
  "The employee's federal withholding values, for state forms with acceptsFederalValues. Each is the tax parameter of the federal form with the same name: FED.isExempt and so on. isNonResidentAlien must not be true if isExempt is true. Other forms refuse federalValues",
  {
    filingStatus: optionalOrNull(
      text(
        "FED.filingStatus of Form W-4: S, M, or H, or the value of the option: SINGLE_OR_MARRIED_FILING_SEPARATELY, MARRIED_FILING_JOINTLY, or HEAD_OF_HOUSEHOLD. Required if isExempt is false. NOT_APPLICABLE means that there is none",
      ),
    ),
    isExempt: Flag,
    isNonResidentAlien: optionalOrNull(Flag),
    twoJobs: optionalOrNull(Flag),
    additionalWithholding: optionalOrNull(Amount),
    dependentsAmt: optionalOrNull(Amount),
    otherIncome: optionalOrNull(Amount),
    deductions: optionalOrNull(Amount),
  },
);
export type FederalValues = Shape<typeof FederalValues>;

export const Answer = Type.Union(
  [Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String()), Type.Null()],
  {
    $id: "Answer",
    description:
      "An answer whose text matches the question's validationRegex. A number can be a JSON number or a string, a boolean can be a JSON boolean or a string, and a date is a string: YYYY-MM-DD or MM/DD/YYYY. An array is only for a multiple choice. null and an empty string mean no answer",
  },
);
export type Answer = Shape<typeof Answer>;

/** No form has half as many questions. */
export const maxAnswers = 1000;

export const FillPdfRequest = closedObject("FillPdfRequest", "The answers and personal data for one form", {
  formId: text("ID of the form, from forms, guided-flows, or getAllFormIds", { minLength: 1, maxLength: 40 }),
  formVersion: optionalOrNull(
    text(
      "The version whose questions were answered. If omitted, the latest version is used and the response has a WARNING notice",
      { minLength: 1, maxLength: 40 },
    ),
  ),
  employee: Employee,
  employer: optionalOrNull(Employer),
  signForm: optionalOrNull(
    words(
      ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"],
      "PREVIEW (default): no signature and no date, and only the last digits of the social security or social insurance number. SIGN: the employee's name, date, and time as the signature, and the full number. Writes one audit event. SIGN_EXTERNALLY: the full number, and open fields for signatures and dates (signatureFields). It signs nothing: no audit event, signedAt, or sha256",
    ),
  ),
  fields: mapOf(
    Answer,
    "Answers by question ID. An ID that no question set of the form has is refused. An answer that is not on the path is ignored and listed in ignoredFields",
    { maxProperties: maxAnswers },
  ),
  federalValues: optionalOrNull(FederalValues),
});
export type FillPdfRequest = Shape<typeof FillPdfRequest>;

export const TaxParameter = namedObject(
  "TaxParameter",
  "A value that a payroll system needs to calculate payroll taxes",
  {
    id: text(parameterId),
    value: text(
      "Always a string. boolean: true or false. dollarAmount: a number with exactly two decimal places, such as 1250.50. integer: a whole number. percent: a decimal number, where 2.5 means 2.5 percent; the decimal places vary, so compare it as a number. date: YYYY-MM-DD. code: a key of values in the form information. string: text for people or another system. Numbers have no commas and no currency sign",
    ),
    valueType: parameterType,
  },
);
export type TaxParameter = Shape<typeof TaxParameter>;

export const FillPdfResponse = namedObject("FillPdfResponse", "The completed form", {
  form: formId,
  pdf: text("Completed PDF in Base64 (RFC 4648, section 4), with padding, without line breaks"),
  taxParameters: list(
    TaxParameter,
    "What payroll needs, in every mode of signForm. Each ID once. The form information says which parameters are optional",
  ),
  notice: optional(Notice),
  notices: list(
    CodedNotice,
    "Everything that somebody has to know or to do about the completed form, each for one audience. It includes what `notice` says",
  ),
  formVersion,
  formType,
  name: formName,
  title: formTitle,
  locality: formLocality,
  ignoredFields: list(
    Type.String(),
    "Answers to questions that the employee's path through the form does not ask, values of calculated questions that differ from `calculatedValues`, and members of the employer that Canadian forms do not use (employer.federalEIN). They were not printed",
  ),
  calculatedValues: mapOf(
    Type.String(),
    "Values of all calculated questions on the employee's path, by question ID, as used for the form: rounded, with the decimal places of `scale`. A question that is not asked has the value of its formula: 0, false, or an empty string. Calculated text is in the language of the printed form. Always present; empty if nothing on the path is calculated",
  ),
  signedAt: optional(
    text(
      "SIGN only: the instant of the signature in UTC, such as 2026-11-16T18:30:00.000Z. The form shows it in the time zone of the Timezone header",
      { format: "date-time" },
    ),
  ),
  sha256: optional(
    text("SIGN only: SHA-256 of the bytes of the PDF, hexadecimal, as in the audit event", {
      pattern: "^[0-9a-f]{64}$",
    }),
  ),
  sandbox: optional(
    flag("True with a sandbox key: the PDF is marked as a specimen, and nothing was signed or recorded"),
  ),
});
export type FillPdfResponse = Shape<typeof FillPdfResponse>;
