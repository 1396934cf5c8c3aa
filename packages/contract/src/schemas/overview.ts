import { Type } from "../typebox.js";
import { languages, parameterTypes } from "../words.js";
import { Agency } from "./address.js";
import { flag, list, mapOf, namedObject, optional, optionalText, type Shape, text, words } from "./build.js";
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

export const ParameterDefinition = namedObject(
  "ParameterDefinition",
  "A tax parameter and the forms that return it",
  {
    id: text(
      "As in taxParameters of fillPdf: the place, a dot, and the name. The place is the locality, but FED for FEDERAL, and CAN for CANADA_FEDERAL",
    ),
    name: text("The ID without its place. The same name has the same meaning everywhere"),
    locality: text("Whose tax the parameter is about, as formLocality of a form"),
    valueType: words(parameterTypes, "How to read the value; see TaxParameter"),
    description: text(
      "What it means, in the language of the response, for all forms. The form information of a form adds what is special to it, such as which parameters of earlier certificates end",
    ),
    period,
    values: optional(
      mapOf(Type.String(), "Meaning of each code that a form can return, in the language of the response"),
    ),
    together: optional(list(Together, "Which value counts if several forms return the parameter")),
    ...parameterLifeCycle,
    forms: list(Type.String(), "IDs of the forms that can return the parameter"),
  },
);
export type ParameterDefinition = Shape<typeof ParameterDefinition>;

export const ParametersResponse = namedObject(
  "ParametersResponse",
  "All tax parameters that forms can return",
  { parameters: list(ParameterDefinition, "One entry per ID") },
);
export type ParametersResponse = Shape<typeof ParametersResponse>;

export const NoticeDefinition = namedObject(
  "NoticeDefinition",
  "A code of notices and the forms that have it. A notice of a form can have another `due`",
  {
    ...noticeMembers,
    description: text("What it means, in the language of the response"),
    forms: list(
      Type.String(),
      "IDs of the forms that can have it. Every form can have VERSION_NOT_SENT, VERSION_DEPRECATED, YEAR_ENDED, WORDING_PARAPHRASED, and PRINT_NOT_SEEN, which are about versions and prints",
    ),
  },
);
export type NoticeDefinition = Shape<typeof NoticeDefinition>;

export const NoticesResponse = namedObject("NoticesResponse", "All codes of notices", {
  notices: list(NoticeDefinition, "One entry per code"),
});
export type NoticesResponse = Shape<typeof NoticesResponse>;

export const VerificationLevels = namedObject(
  "VerificationLevels",
  "What the form was checked against; FormInformation says more",
  verificationParts,
);
export type VerificationLevels = Shape<typeof VerificationLevels>;

export const CoveredVersion = namedObject("CoveredVersion", "A version of a form", {
  formVersion,
  status: versionStatus,
  effectiveDate,
  lastDate,
  verification: VerificationLevels,
});
export type CoveredVersion = Shape<typeof CoveredVersion>;

export const CoveredForm = namedObject("CoveredForm", "A form with its versions", {
  id: formId,
  name: formName,
  title: formTitle,
  formType,
  language: words(languages, "Language of the printed form"),
  versions: list(CoveredVersion, "Newest first"),
});
export type CoveredForm = Shape<typeof CoveredForm>;

export const MissingForm = namedObject("MissingForm", "A form of the agency that is not available here", {
  paymentType: words(["WAGES", "PENSION"], "What the form is for"),
  formName: text("The agency's name of the form"),
  who: optionalText("If only some employees need it: for whom it is, in English"),
});
export type MissingForm = Shape<typeof MissingForm>;

export const CoveredJurisdiction = namedObject(
  "CoveredJurisdiction",
  "A jurisdiction or a place in a state, with its forms",
  {
    locality: text("As formLocality of a form"),
    localityFullName: text("In English"),
    country: words(["US", "CA"], "Country of the jurisdiction"),
    state: optionalText("Of a place in a state: the state"),
    wageTax: flag("Whether the jurisdiction taxes wages"),
    covered: flag("Whether the forms that an ordinary employee needs are available. True if none is needed"),
    agency: optional(Agency),
    forms: list(CoveredForm, "Its own forms, in all versions that can be requested"),
    missing: list(MissingForm, "Forms that are known by name, but not available"),
  },
);
export type CoveredJurisdiction = Shape<typeof CoveredJurisdiction>;

export const CoverageResponse = namedObject(
  "CoverageResponse",
  "All jurisdictions, their forms, and what is missing",
  {
    jurisdictions: list(CoveredJurisdiction, "Each jurisdiction is followed by the places in it"),
  },
);
export type CoverageResponse = Shape<typeof CoverageResponse>;

export const FormChange = namedObject("FormChange", "A change of a form version", {
  change: words(
    ["ADDED", "SCHEDULED", "CORRECTED", "DEPRECATED", "RETIRED"],
    "ADDED: took effect. SCHEDULED: will take effect. CORRECTED: its content changed, without a new version. DEPRECATED: was replaced by a newer version. RETIRED: is no longer available",
  ),
  date: text("When the change took or takes effect; of CORRECTED, when it was published", { format: "date" }),
  publishedOn: optional(
    text(
      "When the content of the version was published; of CORRECTED, the correction. Absent while the content is under development",
      { format: "date" },
    ),
  ),
  formId,
  formVersion,
  name: formName,
  formLocality,
  replacedBy: optionalText("DEPRECATED: the version that is current now"),
  lastDate,
});
export type FormChange = Shape<typeof FormChange>;

export const ChangesResponse = namedObject("ChangesResponse", "Changes of form versions", {
  since: optional(text("The date of the request", { format: "date" })),
  cursor: text("Send it with the next request to get what is new since this one"),
  changes: list(FormChange, "By date, oldest first"),
});
export type ChangesResponse = Shape<typeof ChangesResponse>;
