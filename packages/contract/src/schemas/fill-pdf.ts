import { type TSchema, Type } from "../typebox.js";
import { languages, parameterTypes, signers, verificationLevels } from "../words.js";
import { Address } from "./address.js";
import { optionalOrNull, type Shape, words } from "./build.js";
import {
  effectiveDate,
  formId,
  formLocality,
  formName,
  formTitle,
  formType,
  formVersion,
  lastDate,
  period,
  versionStatus,
} from "./members.js";
import { Notice } from "./questions.js";

// Shapes only: which members a form needs and how they are spelled is content, and the catalog checks it, so that all
// problems of a request are listed at once.
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
        formVersion: "2014.3.0",
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

const parameterId =
  "Place and name, such as AL.filingStatus or MI_DETROIT.totalExemptions. The place is the locality of the form, but FED instead of FEDERAL, and CAN instead of CANADA_FEDERAL. The name can have dots";
const parameterType = words(parameterTypes, "How to read the value");

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
    formVersion,
    formType,
    name: formName,
    title: formTitle,
    locality: formLocality,
    ignoredFields: Type.Array(Type.String(), {
      description:
        "Answers to questions that the employee's path through the form does not ask, and members of the employer that Canadian forms do not use (employer.federalEIN). They were not printed",
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
        formVersion: "2014.3.0",
        formType: "RESIDENT",
        name: "A4",
        title: "Employee's Withholding Tax Exemption Certificate",
        locality: "AL",
        ignoredFields: [],
        calculatedValues: {},
      },
    ],
  },
);
export type FillPdfResponse = Shape<typeof FillPdfResponse>;

/** Something about each member of an address, of employee, and of employer. A form has those that it accepts. */
const membersOfAddress = <Member extends TSchema>(member: Member) => ({
  streetAddress1: Type.Optional(member),
  streetAddress2: Type.Optional(member),
  city: Type.Optional(member),
  state: Type.Optional(member),
  zipCode: Type.Optional(member),
  provinceTerritory: Type.Optional(member),
  postalCode: Type.Optional(member),
});
const membersOfEmployee = <Member extends TSchema, Inner extends TSchema>(
  member: Member,
  address: Inner,
) => ({
  firstName: Type.Optional(member),
  middleInitial: Type.Optional(member),
  lastName: Type.Optional(member),
  socialSecurityNumber: Type.Optional(member),
  socialInsuranceNumber: Type.Optional(member),
  socialInsuranceNumberExpiryDate: Type.Optional(member),
  address: Type.Optional(address),
});
const membersOfEmployer = <Member extends TSchema, Inner extends TSchema>(
  member: Member,
  address: Inner,
) => ({
  name: Type.Optional(member),
  federalEIN: Type.Optional(member),
  telephoneNumber: Type.Optional(member),
  address: Type.Optional(address),
});

const pattern = Type.String({ description: "Regular expression. The whole value must match" });
const AddressPatterns = Type.Object(membersOfAddress(pattern), {
  $id: "AddressPatterns",
  description: "A regular expression for each member of an address",
});
const EmployeePatterns = Type.Object(membersOfEmployee(pattern, AddressPatterns), {
  $id: "EmployeePatterns",
  description: "A regular expression for each member of employee that the form accepts",
});
const EmployerPatterns = Type.Object(membersOfEmployer(pattern, AddressPatterns), {
  $id: "EmployerPatterns",
  description: "A regular expression for each member of employer that the form accepts",
});

export const FormFields = Type.Object(
  {
    formId: Type.String({ description: "The ID itself, not a pattern" }),
    formVersion: Type.String({ description: "The version itself, not a pattern" }),
    employee: EmployeePatterns,
    employer: EmployerPatterns,
    fields: Type.Record(Type.String(), Type.String(), {
      description:
        "A pattern per question that can be answered, of all question sets, also those for hasFederalValues. No path needs all of them",
    }),
    signForm: words(["PREVIEW"], "Always PREVIEW"),
  },
  {
    $id: "FormFields",
    description:
      "A fillPdf request in which the value of each member of employee, employer, and fields is the regular expression that validates it",
  },
);
export type FormFields = Shape<typeof FormFields>;

// Objects with fixed members: generators make no usable type of a map whose values are words or maps.
const WhenRequired = {
  ...words(
    ["ALWAYS", "DEPENDENT", "NEVER"],
    "ALWAYS: fillPdf refuses the form without it. DEPENDENT: required if the address is sent, or, for socialInsuranceNumberExpiryDate, if the number starts with 9. NEVER: it may be left out",
  ),
  $id: "WhenRequired",
};
const RequiredOfAddress = Type.Object(membersOfAddress(WhenRequired), {
  $id: "RequiredOfAddress",
  description: "Whether fillPdf requires each member of an address",
});
const RequiredOfEmployee = Type.Object(membersOfEmployee(WhenRequired, RequiredOfAddress), {
  $id: "RequiredOfEmployee",
  description: "Whether fillPdf requires each member of employee that the form accepts",
});
const RequiredOfEmployer = Type.Object(membersOfEmployer(WhenRequired, RequiredOfAddress), {
  $id: "RequiredOfEmployer",
  description: "Whether fillPdf requires each member of employer that the form accepts",
});

const requiredExample = {
  employee: {
    firstName: "ALWAYS",
    middleInitial: "NEVER",
    lastName: "ALWAYS",
    socialSecurityNumber: "ALWAYS",
    address: {
      streetAddress1: "ALWAYS",
      streetAddress2: "NEVER",
      city: "ALWAYS",
      state: "ALWAYS",
      zipCode: "ALWAYS",
    },
  },
  employer: { name: "ALWAYS" },
};

export const RequiredMembers = Type.Object(
  { employee: RequiredOfEmployee, employer: RequiredOfEmployer },
  {
    $id: "RequiredMembers",
    description: "Whether fillPdf requires each member of employee and employer, in the shape of formFields",
    examples: [requiredExample],
  },
);
export type RequiredMembers = Shape<typeof RequiredMembers>;

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
          "True if these forms always count side by side. Otherwise a form that is completed alone later replaces this parameter of the others",
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
    examples: [{ formVersion: "2014.3.0", status: "CURRENT", effectiveDate: "2014-03-01" }],
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
    level: words(
      verificationLevels,
      "What this form was checked against: the agency's PDF, its full text, an older revision, or no official copy",
    ),
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
          "Patterns of employee.address for an employee who lives in the other country. Absent if the form is only for people who live in its country",
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
        effectiveDate: "2014-03-01",
        formVersion: "2014.3.0",
        versions: [{ formVersion: "2014.3.0", status: "CURRENT", effectiveDate: "2014-03-01" }],
        required: requiredExample,
        formFields: {
          formId: "AL101",
          formVersion: "2014.3.0",
          employee: { socialSecurityNumber: "^(?:[0-8][0-9]{2}-[0-9]{2}-[0-9]{4}|[0-8][0-9]{8})$" },
          employer: { federalEIN: "^(?:[0-9]{2}-[0-9]{7}|[0-9]{9})$" },
          fields: { dependents: "^[0-9]{1,2}$" },
          signForm: "PREVIEW",
        },
        blankFormImages: ["https://forms.example.com/images/AL101/2014.3.0/1.png"],
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
        verification: {
          level: "AGENCY_TEXT",
          revision: "3/2014 complete, typed",
          checked: "2026-11-15",
          doubts: ["The agency's own file was not read, only two transcriptions that agree."],
        },
      },
    ],
  },
);
export type FormInformation = Shape<typeof FormInformation>;
