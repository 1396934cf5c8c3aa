import { Type } from "../typebox.js";
import { languages, signers } from "../words.js";
import { type Shape, words } from "./build.js";
import { FormFields, RequiredMembers, requiredExample } from "./form-fields.js";
import { formLifeCycle, parameterLifeCycle } from "./life-cycle.js";
import {
  effectiveDate,
  formId,
  formLocality,
  formName,
  formTitle,
  formVersion,
  lastDate,
  parameterId,
  parameterType,
  period,
  verificationParts,
  versionStatus,
} from "./members.js";
import { CodedNotice, Notice } from "./questions.js";

export const Together = Type.Object(
  {
    forms: Type.Array(Type.String(), {
      description: "IDs of the forms, this one included. Their order matters for FIRST",
    }),
    rule: words(
      ["ANY", "ALL", "SUM", "FIRST"],
      "ANY or ALL: true if one value is, or if all are. SUM: the amounts added. FIRST: the value of the form listed first, of those that return the parameter",
    ),
    staysInForce: Type.Optional(
      Type.Boolean({
        description:
          "True if these forms always count side by side. Otherwise only those signed on the same day do, and a newer one replaces this parameter of the others",
      }),
    ),
    description: Type.String({ description: "Why, in the language of the response" }),
  },
  {
    $id: "Together",
    description:
      "Which value payroll uses if one answer of a flow requires several forms that return the same tax parameter",
    examples: [
      {
        forms: ["W4101", "W8101"],
        rule: "ALL",
        description: "Form 8233 covers only the amount of the treaty, so Form W-4 must be exempt, too.",
      },
    ],
  },
);
export type Together = Shape<typeof Together>;

export const GivenBy = Type.Record(
  Type.String(),
  Type.Array(
    Type.Record(
      Type.String(),
      Type.Array(Type.String(), {
        description:
          "Answers to the question, as strings: true and false for a question of the value type boolean, an empty string if the question is not answered",
      }),
    ),
    { description: "Alternatives. In each, every question has one of the listed answers" },
  ),
  {
    $id: "GivenBy",
    description:
      "The answers that give each code, without federal values. A code is missing if amounts, dates, or too many combinations of answers decide it",
    examples: [{ S: [{ filingStatus: ["SINGLE"] }], M: [{ filingStatus: ["MARRIED"] }] }],
  },
);
export type GivenBy = Shape<typeof GivenBy>;

export const FormVersionStatus = Type.Object(
  {
    formVersion,
    status: versionStatus,
    effectiveDate,
    lastDate,
  },
  {
    $id: "FormVersionStatus",
    description: "A version of the form that can be requested",
    examples: [{ formVersion: "2025.4.0", status: "CURRENT", effectiveDate: "2025-04-01" }],
  },
);
export type FormVersionStatus = Shape<typeof FormVersionStatus>;

export const TaxParameterSchema = Type.Object(
  {
    id: Type.String({ description: parameterId }),
    valueType: parameterType,
    description: Type.String({
      description:
        "What it means, in the language of the response: the description of the dictionary (parameters), and what is special to this form",
    }),
    optional: Type.Boolean({
      description:
        "False if every completed form returns it. True if the answers decide whether it is returned",
    }),
    period,
    values: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: "Meaning of each code, in the language of the response",
      }),
    ),
    givenBy: Type.Optional(GivenBy),
    ...parameterLifeCycle,
    together: Type.Optional(
      Type.Array(Together, {
        description:
          "Only if an answer of a flow requires this form together with others that return the same parameter. One entry per combination of forms",
      }),
    ),
  },
  { $id: "TaxParameterSchema", description: "A tax parameter that the form returns" },
);
export type TaxParameterSchema = Shape<typeof TaxParameterSchema>;

const signatureFieldExample = { id: "signatureLine", type: "SIGNATURE", signer: "EMPLOYEE" };

export const SignatureField = Type.Object(
  {
    id: Type.String({ description: "Name of the PDF field" }),
    type: words(
      ["SIGNATURE", "DATE", "TEXT"],
      "TEXT is something else that the signer writes, such as a name or a place",
    ),
    signer: words(
      ["EMPLOYEE", ...signers],
      "Whose field it is. All others than EMPLOYEE are second signers, who sign after the employee",
    ),
    format: Type.Optional(Type.String({ description: "Format of a date, such as MM/DD/YYYY" })),
  },
  {
    $id: "SignatureField",
    description: "A field that stays open in a form completed with SIGN_EXTERNALLY",
    examples: [signatureFieldExample],
  },
);
export type SignatureField = Shape<typeof SignatureField>;

export const Verification = Type.Object(
  {
    ...verificationParts,
    revision: Type.String({ description: "The revision or text that was checked" }),
    checked: Type.String({ format: "date", description: "Date of the last check" }),
    doubts: Type.Array(Type.String(), { description: "What could not be confirmed" }),
  },
  { $id: "Verification", description: "How the form was checked against the agency's own form" },
);
export type Verification = Shape<typeof Verification>;

export const FormInformation = Type.Object(
  {
    id: formId,
    locality: formLocality,
    name: formName,
    title: formTitle,
    formType: Type.String({
      description: "Display style, such as Canada Resident. The other responses have CANADA_RESIDENT",
    }),
    initialQuestionSetId: Type.String({ description: "ID of the first question set" }),
    effectiveDate,
    formVersion,
    taxYear: Type.Optional(
      Type.Integer({
        description: "The year that the form is for. Absent if the form is not for a single year",
        examples: [2026],
      }),
    ),
    versions: Type.Array(FormVersionStatus, {
      description: "Every version that can be requested, newest first",
    }),
    formFields: FormFields,
    required: RequiredMembers,
    otherCountryAddress: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          "Patterns of an address in the other country, which employee.address and, if the form has it, employer.address can be. Absent if the form is only for people who live in its country: it then requires addresses in its country",
      }),
    ),
    blankFormImages: Type.Array(Type.String(), {
      description: "URLs of PNG images of the pages, in order, 1280 pixels wide. They need no token",
    }),
    taxParameters: Type.Array(TaxParameterSchema, { description: "What fillPdf can return for this form" }),
    signatureFields: Type.Array(SignatureField, {
      description: "The fields that SIGN_EXTERNALLY leaves open, in the order of the page",
    }),
    language: words(
      languages,
      "Language of the printed form. Questions in other languages are translations for convenience",
    ),
    ...formLifeCycle,
    acceptsFederalValues: Type.Boolean({
      description: "Whether this form uses federalValues and hasFederalValues",
    }),
    agencyAddress: Type.Optional(
      Type.String({
        format: "uri",
        description:
          "Where the agency publishes the form. Present where every page of an electronic form must link to it, as the IRS requires for Form W-4",
      }),
    ),
    official: Type.Boolean({
      description: "True if the PDF is the agency's own file. False if the service draws a substitute form",
    }),
    verification: Verification,
    notice: Type.Optional(Notice),
    notices: Type.Array(CodedNotice, {
      description:
        "The notices that a completed form can have, and those about this version. The operator's and some others are not in `notice`",
    }),
  },
  {
    $id: "FormInformation",
    description: "Information about a form version",
    examples: [
      {
        id: "AL101",
        locality: "AL",
        name: "A4",
        title: "Employee's Withholding Tax Exemption Certificate",
        formType: "Resident",
        initialQuestionSetId: "QS1",
        effectiveDate: "2025-04-01",
        formVersion: "2025.4.0",
        versions: [
          { formVersion: "2014.3.0", status: "DEPRECATED", effectiveDate: "2014-03-01" },
          { formVersion: "2025.4.0", status: "CURRENT", effectiveDate: "2025-04-01" },
        ],
        required: requiredExample,
        formFields: {
          formId: "AL101",
          formVersion: "2025.4.0",
          employee: { socialSecurityNumber: "^(?:[0-8][0-9]{2}-[0-9]{2}-[0-9]{4}|[0-8][0-9]{8})$" },
          employer: { federalEIN: "^(?:[0-9]{2}-[0-9]{7}|[0-9]{9})$" },
          fields: { dependents: "^[0-9]{1,2}$" },
          signForm: "PREVIEW",
        },
        blankFormImages: ["https://forms.example.com/images/AL101/2025.4.0/1.png"],
        taxParameters: [
          {
            id: "AL.additionalWithholding",
            valueType: "dollarAmount",
            description: "Extra tax to withhold.",
            optional: false,
            period: "PAY",
          },
        ],
        signatureFields: [signatureFieldExample],
        language: "en",
        acceptsFederalValues: false,
        official: false,
        notices: [],
        verification: {
          face: "OLDER_REVISION",
          rules: "AGENCY_TEXT",
          revision: "3/2014 complete, typed; codes and entries of 4/2025 described by others",
          checked: "2026-11-19",
          doubts: [
            "The day on which Rev. 4/2025 took effect is not known. April 1, 2025 is the first day of the month in its name.",
          ],
        },
      },
    ],
  },
);
export type FormInformation = Shape<typeof FormInformation>;
