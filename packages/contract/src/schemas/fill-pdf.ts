import { Type } from "../typebox.js";
import { Address } from "./address.js";
import { optionalOrNull, type Shape, words } from "./build.js";
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
const personName = Type.String({
  description: "Printed as sent, without white space at the ends and with composed letters (Unicode NFC)",
});

export const Employee = Type.Object(
  {
    firstName: personName,
    middleInitial: optionalOrNull(Type.String({ description: "At most one letter" })),
    lastName: personName,
    socialSecurityNumber: optionalOrNull(
      Type.String({
        description:
          "US forms: NNN-NN-NNNN or NNNNNNNNN. formFields of the form says what else is accepted. Canadian forms refuse it",
      }),
    ),
    socialInsuranceNumber: optionalOrNull(
      Type.String({
        description: "Canadian forms: NNN-NNN-NNN, NNNNNNNNN, or NNN NNN NNN. US forms refuse it",
      }),
    ),
    socialInsuranceNumberExpiryDate: optionalOrNull(
      Type.String({
        description:
          "Canadian forms: the expiry date of a number that starts with 9, as YYYY-MM-DD or MM/DD/YYYY",
      }),
    ),
    address: Address,
  },
  { $id: "Employee", additionalProperties: false, description: "The employee who completes the form" },
);
export type Employee = Shape<typeof Employee>;

export const Employer = Type.Object(
  {
    name: optionalOrNull(Type.String({ description: "Printed as sent, like the employee's name" })),
    federalEIN: optionalOrNull(Type.String({ description: "NN-NNNNNNN or 9 digits" })),
    telephoneNumber: optionalOrNull(
      Type.String({ description: "10 digits, with or without punctuation, such as 456-867-5309" }),
    ),
    address: optionalOrNull(Address),
  },
  {
    $id: "Employer",
    additionalProperties: false,
    description:
      "The employer. `required` of the form information says which members a form needs: those with ALWAYS. If it has no ALWAYS, you can leave out the whole object",
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

export const FederalValues = Type.Object(
  {
    filingStatus: optionalOrNull(
      Type.String({
        description:
          "FED.filingStatus of Form W-4: S, M, or H, or the value of the option: SINGLE_OR_MARRIED_FILING_SEPARATELY, MARRIED_FILING_JOINTLY, or HEAD_OF_HOUSEHOLD. Required if isExempt is false. NOT_APPLICABLE means that there is none",
      }),
    ),
    isExempt: Flag,
    isNonResidentAlien: optionalOrNull(Flag),
    twoJobs: optionalOrNull(Flag),
    additionalWithholding: optionalOrNull(Amount),
    dependentsAmt: optionalOrNull(Amount),
    otherIncome: optionalOrNull(Amount),
    deductions: optionalOrNull(Amount),
  },
  {
    $id: "FederalValues",
    additionalProperties: false,
    description:
      "The employee's federal withholding values, for state forms with acceptsFederalValues. Each is the tax parameter of the federal form with the same name: FED.isExempt and so on. isNonResidentAlien must not be true if isExempt is true. Other forms refuse federalValues",
    examples: [{ filingStatus: "S", isExempt: false, additionalWithholding: "0.00" }],
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

export const FillPdfRequest = Type.Object(
  {
    formId: Type.String({
      minLength: 1,
      maxLength: 40,
      description: "ID of the form, from forms, guided-flows, or getAllFormIds",
    }),
    formVersion: optionalOrNull(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description:
          "The version whose questions were answered. If omitted, the latest version is used and the response has a WARNING notice",
      }),
    ),
    employee: Employee,
    employer: optionalOrNull(Employer),
    signForm: optionalOrNull(
      words(
        ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"],
        "PREVIEW (default): no signature and no date, and only the last digits of the social security or social insurance number. SIGN: the employee's name, date, and time as the signature, and the full number. Writes one audit event. SIGN_EXTERNALLY: the full number, and open fields for signatures and dates (signatureFields). It signs nothing: no audit event, signedAt, or sha256",
      ),
    ),
    fields: Type.Record(Type.String(), Answer, {
      maxProperties: maxAnswers,
      description:
        "Answers by question ID. An ID that no question set of the form has is refused. An answer that is not on the path is ignored and listed in ignoredFields",
    }),
    federalValues: optionalOrNull(FederalValues),
  },
  {
    $id: "FillPdfRequest",
    additionalProperties: false,
    description: "The answers and personal data for one form",
    examples: [
      {
        formId: "AL101",
        formVersion: "2025.4.0",
        employee: {
          firstName: "John",
          lastName: "Smith",
          socialSecurityNumber: "123-45-6789",
          address: { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" },
        },
        employer: {
          name: "Example Payroll Inc.",
          federalEIN: "98-7654321",
          telephoneNumber: "456-867-5309",
          address: { streetAddress1: "64 N Union St", city: "Montgomery", state: "AL", zipCode: "36130" },
        },
        signForm: "PREVIEW",
        fields: { filingStatus: "SINGLE", dependents: 1 },
      },
    ],
  },
);
export type FillPdfRequest = Shape<typeof FillPdfRequest>;

export const TaxParameter = Type.Object(
  {
    id: Type.String({ description: parameterId }),
    value: Type.String({
      description:
        "Always a string. boolean: true or false. dollarAmount: a number with exactly two decimal places, such as 1250.50. integer: a whole number. percent: a decimal number, where 2.5 means 2.5 percent; the decimal places vary, so compare it as a number. date: YYYY-MM-DD. code: a key of values in the form information. string: text for people or another system. Numbers have no commas and no currency sign",
    }),
    valueType: parameterType,
  },
  {
    $id: "TaxParameter",
    description: "A value that a payroll system needs to calculate payroll taxes",
    examples: [{ id: "AL.filingStatus", value: "S", valueType: "code" }],
  },
);
export type TaxParameter = Shape<typeof TaxParameter>;

export const FillPdfResponse = Type.Object(
  {
    form: formId,
    pdf: Type.String({
      description: "Completed PDF in Base64 (RFC 4648, section 4), with padding, without line breaks",
    }),
    taxParameters: Type.Array(TaxParameter, {
      description:
        "What payroll needs, in every mode of signForm. Each ID once. The form information says which parameters are optional",
    }),
    notice: Type.Optional(Notice),
    notices: Type.Array(CodedNotice, {
      description:
        "Everything that somebody has to know or to do about the completed form, each for one audience. It includes what `notice` says",
    }),
    formVersion,
    formType,
    name: formName,
    title: formTitle,
    locality: formLocality,
    ignoredFields: Type.Array(Type.String(), {
      description:
        "Answers to questions that the employee's path through the form does not ask, values of calculated questions that differ from `calculatedValues`, and members of the employer that Canadian forms do not use (employer.federalEIN). They were not printed",
    }),
    calculatedValues: Type.Record(Type.String(), Type.String(), {
      description:
        "Values of all calculated questions on the employee's path, by question ID, as used for the form: rounded, with the decimal places of `scale`. A question that is not asked has the value of its formula: 0, false, or an empty string. Calculated text is in the language of the printed form. Always present; empty if nothing on the path is calculated",
    }),
    signedAt: Type.Optional(
      Type.String({
        format: "date-time",
        description:
          "SIGN only: the instant of the signature in UTC, such as 2026-11-16T18:30:00.000Z. The form shows it in the time zone of the Timezone header",
      }),
    ),
    sha256: Type.Optional(
      Type.String({
        pattern: "^[0-9a-f]{64}$",
        description: "SIGN only: SHA-256 of the bytes of the PDF, hexadecimal, as in the audit event",
      }),
    ),
    sandbox: Type.Optional(
      Type.Boolean({
        description:
          "True with a sandbox key: the PDF is marked as a specimen, and nothing was signed or recorded",
      }),
    ),
  },
  {
    $id: "FillPdfResponse",
    description: "The completed form",
    examples: [
      {
        form: "AL101",
        pdf: "JVBERi0xLjcK...",
        taxParameters: [
          { id: "AL.filingStatus", value: "S", valueType: "code" },
          { id: "AL.dependents", value: "1", valueType: "integer" },
        ],
        formVersion: "2025.4.0",
        formType: "RESIDENT",
        name: "A4",
        title: "Employee's Withholding Tax Exemption Certificate",
        locality: "AL",
        notices: [],
        ignoredFields: [],
        calculatedValues: {},
      },
    ],
  },
);
export type FillPdfResponse = Shape<typeof FillPdfResponse>;
