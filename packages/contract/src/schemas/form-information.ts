import { Type } from "../typebox.js";
import { languages, signers } from "../words.js";
import { flag, list, mapOf, namedObject, optional, optionalText, type Shape, text, words } from "./build.js";
import { FormFields, RequiredMembers } from "./form-fields.js";
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

export const Together = namedObject(
  "Together",
  "Which value payroll uses if one answer of a flow requires several forms that return the same tax parameter",
  {
    forms: list(Type.String(), "IDs of the forms, this one included. Their order matters for FIRST"),
    rule: words(
      ["ANY", "ALL", "SUM", "FIRST"],
      "ANY or ALL: true if one value is, or if all are. SUM: the amounts added. FIRST: the value of the form listed first, of those that return the parameter",
    ),
    staysInForce: optional(
      flag(
        "True if these forms always count side by side. Otherwise only those signed on the same day do, and a newer one replaces this parameter of the others",
      ),
    ),
    description: text("Why, in the language of the response"),
  },
);
export type Together = Shape<typeof Together>;

export const GivenBy = Type.Record(
  Type.String(),
  list(
    Type.Record(
      Type.String(),
      list(
        Type.String(),
        "Answers to the question, as strings: true and false for a question of the value type boolean, an empty string if the question is not answered",
      ),
    ),
    "Alternatives. In each, every question has one of the listed answers",
  ),
  {
    $id: "GivenBy",
    description:
      "The answers that give each code, without federal values. A code is missing if amounts, dates, or too many combinations of answers decide it",
    examples: [{ S: [{ filingStatus: ["SINGLE"] }], M: [{ filingStatus: ["MARRIED"] }] }],
  },
);
export type GivenBy = Shape<typeof GivenBy>;

export const FormVersionStatus = namedObject(
  "FormVersionStatus",
  "A version of the form that can be requested",
  {
    formVersion,
    status: versionStatus,
    effectiveDate,
    lastDate,
  },
);
export type FormVersionStatus = Shape<typeof FormVersionStatus>;

export const ParameterCalculation = namedObject(
  "ParameterCalculation",
  "How the value follows from the answers, to show it before the form is filled, in the language of required.when (docs/evaluating.md). Missing if the value depends on more than the answers, or on a long table",
  {
    formula: text("The value, as a formula over question IDs"),
    when: optionalText("The parameter is returned only if this formula is true"),
  },
);
export type ParameterCalculation = Shape<typeof ParameterCalculation>;

export const TaxParameterSchema = namedObject("TaxParameterSchema", "A tax parameter that the form returns", {
  id: text(parameterId),
  valueType: parameterType,
  description: text(
    "What it means, in the language of the response: the description of the dictionary (parameters), and what is special to this form",
  ),
  optional: flag(
    "False if every completed form returns it. True if the answers decide whether it is returned",
  ),
  period,
  values: optional(mapOf(Type.String(), "Meaning of each code, in the language of the response")),
  givenBy: optional(GivenBy),
  calculation: optional(ParameterCalculation),
  ...parameterLifeCycle,
  together: optional(
    list(
      Together,
      "Only if an answer of a flow requires this form together with others that return the same parameter. One entry per combination of forms",
    ),
  ),
});
export type TaxParameterSchema = Shape<typeof TaxParameterSchema>;

export const SignatureField = namedObject(
  "SignatureField",
  "A field that stays open in a form completed with SIGN_EXTERNALLY",
  {
    id: text("Name of the PDF field"),
    type: words(
      ["SIGNATURE", "DATE", "TEXT"],
      "TEXT is something else that the signer writes, such as a name or a place",
    ),
    signer: words(
      ["EMPLOYEE", ...signers],
      "Whose field it is. All others than EMPLOYEE are second signers, who sign after the employee",
    ),
    format: optionalText("Format of a date, such as MM/DD/YYYY"),
  },
);
export type SignatureField = Shape<typeof SignatureField>;

export const Verification = namedObject(
  "Verification",
  "How the form was checked against the agency's own form",
  {
    ...verificationParts,
    revision: text("The revision or text that was checked"),
    checked: text("Date of the last check", { format: "date" }),
    doubts: list(Type.String(), "What could not be confirmed"),
  },
);
export type Verification = Shape<typeof Verification>;

export const FormInformation = namedObject("FormInformation", "Information about a form version", {
  id: formId,
  locality: formLocality,
  name: formName,
  title: formTitle,
  formType: text("Display style, such as Canada Resident. The other responses have CANADA_RESIDENT"),
  initialQuestionSetId: text("ID of the first question set"),
  effectiveDate,
  formVersion,
  taxYear: optional(
    Type.Integer({
      description: "The year that the form is for. Absent if the form is not for a single year",
      examples: [2026],
    }),
  ),
  versions: list(FormVersionStatus, "Every version that can be requested, newest first"),
  formFields: FormFields,
  required: RequiredMembers,
  otherCountryAddress: optional(
    mapOf(
      Type.String(),
      "Patterns of an address in the other country, which employee.address and, if the form has it, employer.address can be. Absent if the form is only for people who live in its country: it then requires addresses in its country",
    ),
  ),
  blankFormImages: list(
    Type.String(),
    "URLs of PNG images of the pages, in order, 1280 pixels wide. They need no token",
  ),
  taxParameters: list(TaxParameterSchema, "What fillPdf can return for this form"),
  signatureFields: list(
    SignatureField,
    "The fields that SIGN_EXTERNALLY leaves open, in the order of the page",
  ),
  language: words(
    languages,
    "Language of the printed form. Questions in other languages are translations for convenience",
  ),
  ...formLifeCycle,
  acceptsFederalValues: flag("Whether this form uses federalValues and hasFederalValues"),
  agencyAddress: optional(
    text(
      "Where the agency publishes the form. Present where every page of an electronic form must link to it, as the IRS requires for Form W-4",
      { format: "uri" },
    ),
  ),
  official: flag("True if the PDF is the agency's own file. False if the service draws a substitute form"),
  verification: Verification,
  notice: optional(Notice),
  notices: list(
    CodedNotice,
    "The notices that a completed form can have, and those about this version. The operator's and some others are not in `notice`",
  ),
});
export type FormInformation = Shape<typeof FormInformation>;
