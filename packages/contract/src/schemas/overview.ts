import { Type } from "../typebox.js";
import { languages, parameterTypes } from "../words.js";
import { Agency } from "./address.js";
import { type Shape, words } from "./build.js";
import { Together } from "./form-information.js";
import { parameterLifeCycle } from "./life-cycle.js";
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
  verificationParts,
  versionStatus,
} from "./members.js";
import { noticeMembers } from "./questions.js";

// Extensions of the specification: what the service has, for programs that keep up with it.

const parameterExample = {
  id: "AL.additionalWithholding",
  name: "additionalWithholding",
  locality: "AL",
  valueType: "dollarAmount",
  description: "Extra tax to withhold.",
  period: "PAY",
  forms: ["AL101", "AL101SP"],
};

const changeExample = {
  change: "DEPRECATED",
  date: "2026-01-01",
  formId: "W4101",
  formVersion: "2024.12.0",
  name: "W-4",
  formLocality: "FEDERAL",
  replacedBy: "2025.12.0",
};

const jurisdictionExample = {
  locality: "AL",
  localityFullName: "Alabama",
  country: "US",
  wageTax: true,
  covered: true,
  forms: [
    {
      id: "AL101",
      name: "A4",
      title: "Employee's Withholding Tax Exemption Certificate",
      formType: "RESIDENT",
      language: "en",
      versions: [
        {
          formVersion: "2025.4.0",
          status: "CURRENT",
          effectiveDate: "2025-04-01",
          verification: { face: "OLDER_REVISION", rules: "AGENCY_TEXT" },
        },
      ],
    },
  ],
  missing: [],
};

export const ParameterDefinition = Type.Object(
  {
    id: Type.String({
      description:
        "As in taxParameters of fillPdf: the place, a dot, and the name. The place is the locality, but FED for FEDERAL, and CAN for CANADA_FEDERAL",
    }),
    name: Type.String({
      description: "The ID without its place. The same name has the same meaning everywhere",
    }),
    locality: Type.String({ description: "Whose tax the parameter is about, as formLocality of a form" }),
    valueType: words(parameterTypes, "How to read the value; see TaxParameter"),
    description: Type.String({
      description:
        "What it means, in the language of the response, for all forms. The form information of a form adds what is special to it, such as which parameters of earlier certificates end",
    }),
    period,
    values: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: "Meaning of each code that a form can return, in the language of the response",
      }),
    ),
    together: Type.Optional(
      Type.Array(Together, { description: "Which value counts if several forms return the parameter" }),
    ),
    ...parameterLifeCycle,
    forms: Type.Array(Type.String(), { description: "IDs of the forms that can return the parameter" }),
  },
  {
    $id: "ParameterDefinition",
    description: "A tax parameter and the forms that return it",
    examples: [parameterExample],
  },
);
export type ParameterDefinition = Shape<typeof ParameterDefinition>;

export const ParametersResponse = Type.Object(
  { parameters: Type.Array(ParameterDefinition, { description: "One entry per ID" }) },
  {
    $id: "ParametersResponse",
    description: "All tax parameters that forms can return",
    examples: [{ parameters: [parameterExample] }],
  },
);
export type ParametersResponse = Shape<typeof ParametersResponse>;

const noticeExample = {
  code: "ATTACH_DOCUMENT",
  audience: "EMPLOYEE",
  action: "ATTACH_DOCUMENT",
  due: "WITH_FORM",
  blocksPayroll: true,
  description: "The form or a claim on it counts only with the documents that the message names.",
  forms: ["AZ107"],
};

export const NoticeDefinition = Type.Object(
  {
    ...noticeMembers,
    description: Type.String({ description: "What it means, in the language of the response" }),
    forms: Type.Array(Type.String(), {
      description:
        "IDs of the forms that can have it. Every form can have VERSION_NOT_SENT, VERSION_DEPRECATED, YEAR_ENDED, and WORDING_PARAPHRASED, which are about versions and agency files",
    }),
  },
  {
    $id: "NoticeDefinition",
    description: "A code of notices and the forms that have it. A notice of a form can have another `due`",
    examples: [noticeExample],
  },
);
export type NoticeDefinition = Shape<typeof NoticeDefinition>;

export const NoticesResponse = Type.Object(
  { notices: Type.Array(NoticeDefinition, { description: "One entry per code" }) },
  {
    $id: "NoticesResponse",
    description: "All codes of notices",
    examples: [{ notices: [noticeExample] }],
  },
);
export type NoticesResponse = Shape<typeof NoticesResponse>;

export const VerificationLevels = Type.Object(verificationParts, {
  $id: "VerificationLevels",
  description: "What the form was checked against; FormInformation says more",
});
export type VerificationLevels = Shape<typeof VerificationLevels>;

export const CoveredVersion = Type.Object(
  {
    formVersion,
    status: versionStatus,
    effectiveDate,
    lastDate,
    verification: VerificationLevels,
  },
  { $id: "CoveredVersion", description: "A version of a form" },
);
export type CoveredVersion = Shape<typeof CoveredVersion>;

export const CoveredForm = Type.Object(
  {
    id: formId,
    name: formName,
    title: formTitle,
    formType,
    language: words(languages, "Language of the printed form"),
    versions: Type.Array(CoveredVersion, { description: "Newest first" }),
  },
  { $id: "CoveredForm", description: "A form with its versions" },
);
export type CoveredForm = Shape<typeof CoveredForm>;

export const MissingForm = Type.Object(
  {
    paymentType: words(["WAGES", "PENSION"], "What the form is for"),
    formName: Type.String({ description: "The agency's name of the form" }),
    who: Type.Optional(
      Type.String({ description: "If only some employees need it: for whom it is, in English" }),
    ),
  },
  { $id: "MissingForm", description: "A form of the agency that is not available here" },
);
export type MissingForm = Shape<typeof MissingForm>;

export const CoveredJurisdiction = Type.Object(
  {
    locality: Type.String({ description: "As formLocality of a form" }),
    localityFullName: Type.String({ description: "In English" }),
    country: words(["US", "CA"], "Country of the jurisdiction"),
    state: Type.Optional(Type.String({ description: "Of a place in a state: the state" })),
    wageTax: Type.Boolean({ description: "Whether the jurisdiction taxes wages" }),
    covered: Type.Boolean({
      description: "Whether the forms that an ordinary employee needs are available. True if none is needed",
    }),
    agency: Type.Optional(Agency),
    forms: Type.Array(CoveredForm, { description: "Its own forms, in all versions that can be requested" }),
    missing: Type.Array(MissingForm, { description: "Forms that are known by name, but not available" }),
  },
  { $id: "CoveredJurisdiction", description: "A jurisdiction or a place in a state, with its forms" },
);
export type CoveredJurisdiction = Shape<typeof CoveredJurisdiction>;

export const CoverageResponse = Type.Object(
  {
    jurisdictions: Type.Array(CoveredJurisdiction, {
      description: "Each jurisdiction is followed by the places in it",
    }),
  },
  {
    $id: "CoverageResponse",
    description: "All jurisdictions, their forms, and what is missing",
    examples: [{ jurisdictions: [jurisdictionExample] }],
  },
);
export type CoverageResponse = Shape<typeof CoverageResponse>;

export const FormChange = Type.Object(
  {
    change: words(
      ["ADDED", "SCHEDULED", "CORRECTED", "DEPRECATED", "RETIRED"],
      "ADDED: took effect. SCHEDULED: will take effect. CORRECTED: its content changed, without a new version. DEPRECATED: was replaced by a newer version. RETIRED: is no longer available",
    ),
    date: Type.String({
      format: "date",
      description: "When the change took or takes effect; of CORRECTED, when it was published",
    }),
    publishedOn: Type.Optional(
      Type.String({
        format: "date",
        description:
          "When the content of the version was published; of CORRECTED, the correction. Absent while the content is under development",
      }),
    ),
    formId,
    formVersion,
    name: formName,
    formLocality,
    replacedBy: Type.Optional(Type.String({ description: "DEPRECATED: the version that is current now" })),
    lastDate,
  },
  {
    $id: "FormChange",
    description: "A change of a form version",
    examples: [changeExample],
  },
);
export type FormChange = Shape<typeof FormChange>;

export const ChangesResponse = Type.Object(
  {
    since: Type.Optional(Type.String({ format: "date", description: "The date of the request" })),
    cursor: Type.String({ description: "Send it with the next request to get what is new since this one" }),
    changes: Type.Array(FormChange, { description: "By date, oldest first" }),
  },
  {
    $id: "ChangesResponse",
    description: "Changes of form versions",
    examples: [{ since: "2026-01-01", cursor: "2026-11-16.170", changes: [changeExample] }],
  },
);
export type ChangesResponse = Shape<typeof ChangesResponse>;
