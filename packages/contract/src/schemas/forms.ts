import { Type } from "../typebox.js";
import { AddressError, LocationData } from "./address.js";
import { flag, list, mapOf, namedObject, optional, optionalText, type Shape, text, words } from "./build.js";
import { formId, formLocality, formName, formTitle, formType } from "./members.js";

const summary = {
  id: text("ID of the form, also listed by getAllFormIds"),
  name: formName,
  title: formTitle,
  formVersion: text("Latest recommended version"),
  formLocality,
  formType,
  initialQuestionSet: text("ID of the first question set"),
};

export const FormSummary = namedObject("FormSummary", "A form to complete", {
  ...summary,
  given: optional(
    mapOf(
      Type.String(),
      "Answers by question ID that follow from the answers to the flow. Send them in fields instead of asking these questions again. Only in options of flows, where something follows",
    ),
  ),
});
export type FormSummary = Shape<typeof FormSummary>;

export const ApplicableForm = namedObject("ApplicableForm", "A form that applies to the addresses", {
  ...summary,
  recommended: flag("Whether the employee should complete the form, given these addresses"),
});
export type ApplicableForm = Shape<typeof ApplicableForm>;

export const Flow = namedObject("Flow", "A guided flow", {
  id: text("ID of the flow, for flowQuestionSet"),
  locality: text(
    "State or province abbreviation, FEDERAL, CANADA_FEDERAL, or the code of a place in a state, such as MI_DETROIT",
  ),
  residencyStatus: optional(
    words(
      ["RESIDENT", "NONRESIDENT", "CANADA_RESIDENT"],
      "Omitted when locality is FEDERAL. CANADA_RESIDENT for all Canadian flows, also CANADA_FEDERAL",
    ),
  ),
  hasFlowQuestions: flag("true: question sets determine the forms. false: formsToComplete lists the forms"),
  initialQuestionSetId: optionalText("Present when hasFlowQuestions is true"),
  formsToComplete: optional(
    list(FormSummary, "Present when hasFlowQuestions is false. Empty if no form is required"),
  ),
  localityFullName: text("In English, whatever the language of the request"),
});
export type Flow = Shape<typeof Flow>;

const located = {
  locationData: list(LocationData, "US addresses only"),
  errors: list(
    AddressError,
    "Problems that did not prevent a result. Always present; empty if there are none",
  ),
};

export const FormsResponse = namedObject("FormsResponse", "The forms that apply to the addresses", {
  forms: list(ApplicableForm, "Recommended forms first"),
  ...located,
});
export type FormsResponse = Shape<typeof FormsResponse>;

export const GuidedFlowsResponse = namedObject(
  "GuidedFlowsResponse",
  "The guided flows that apply to the addresses",
  {
    flows: list(Flow, "The federal flow first, then that of the home state, then those of other work states"),
    ...located,
  },
);
export type GuidedFlowsResponse = Shape<typeof GuidedFlowsResponse>;

export const FormIds = Type.Array(Type.String(), {
  $id: "FormIds",
  description: "IDs of all supported forms",
  examples: [["AL101", "AZ101", "CAN101", "ON101", "W4101"]],
});
export type FormIds = Shape<typeof FormIds>;

export const CatalogEntry = namedObject("CatalogEntry", "A form ID with its current version", {
  id: formId,
  version: text("The formVersion; only here, the specification names it version"),
});
export type CatalogEntry = Shape<typeof CatalogEntry>;

export const FormsCatalog = Type.Array(CatalogEntry, {
  $id: "FormsCatalog",
  description: "IDs of all supported forms, with their current versions",
  examples: [[{ id: "AL101", version: "2025.4.0" }]],
});
export type FormsCatalog = Shape<typeof FormsCatalog>;
