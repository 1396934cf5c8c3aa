import { Type } from "../typebox.js";
import { AddressError, LocationData, locationDataExample } from "./address.js";
import { type Shape, words } from "./build.js";
import { formId, formLocality, formName, formTitle, formType } from "./members.js";

const summary = {
  id: Type.String({ description: "ID of the form, also listed by getAllFormIds" }),
  name: formName,
  title: formTitle,
  formVersion: Type.String({ description: "Latest recommended version" }),
  formLocality,
  formType,
  initialQuestionSet: Type.String({ description: "ID of the first question set" }),
};

/** In examples of several schemas. */
export const summaryExample = {
  id: "AL101",
  name: "A4",
  title: "Employee's Withholding Tax Exemption Certificate",
  formVersion: "2025.4.0",
  formLocality: "AL",
  formType: "RESIDENT",
  initialQuestionSet: "QS1",
};

export const FormSummary = Type.Object(
  {
    ...summary,
    given: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          "Answers by question ID that follow from the answers to the flow. Send them in fields instead of asking these questions again. Only in options of flows, where something follows",
      }),
    ),
  },
  { $id: "FormSummary", description: "A form to complete", examples: [summaryExample] },
);
export type FormSummary = Shape<typeof FormSummary>;

export const ApplicableForm = Type.Object(
  {
    ...summary,
    recommended: Type.Boolean({
      description: "Whether the employee should complete the form, given these addresses",
    }),
  },
  {
    $id: "ApplicableForm",
    description: "A form that applies to the addresses",
    examples: [{ ...summaryExample, recommended: true }],
  },
);
export type ApplicableForm = Shape<typeof ApplicableForm>;

const flowExample = {
  id: "AL_RESIDENT",
  locality: "AL",
  residencyStatus: "RESIDENT",
  hasFlowQuestions: true,
  initialQuestionSetId: "QS1",
  localityFullName: "Alabama",
};

export const Flow = Type.Object(
  {
    id: Type.String({ description: "ID of the flow, for flowQuestionSet" }),
    locality: Type.String({
      description:
        "State or province abbreviation, FEDERAL, CANADA_FEDERAL, or the code of a place in a state, such as MI_DETROIT",
    }),
    residencyStatus: Type.Optional(
      words(
        ["RESIDENT", "NONRESIDENT", "CANADA_RESIDENT"],
        "Omitted when locality is FEDERAL. CANADA_RESIDENT for all Canadian flows, also CANADA_FEDERAL",
      ),
    ),
    hasFlowQuestions: Type.Boolean({
      description: "true: question sets determine the forms. false: formsToComplete lists the forms",
    }),
    initialQuestionSetId: Type.Optional(
      Type.String({ description: "Present when hasFlowQuestions is true" }),
    ),
    formsToComplete: Type.Optional(
      Type.Array(FormSummary, {
        description: "Present when hasFlowQuestions is false. Empty if no form is required",
      }),
    ),
    localityFullName: Type.String({ description: "In English, whatever the language of the request" }),
  },
  {
    $id: "Flow",
    description: "A guided flow",
    examples: [flowExample],
  },
);
export type Flow = Shape<typeof Flow>;

const located = {
  locationData: Type.Array(LocationData, { description: "US addresses only" }),
  errors: Type.Array(AddressError, {
    description: "Problems that did not prevent a result. Always present; empty if there are none",
  }),
};

export const FormsResponse = Type.Object(
  { forms: Type.Array(ApplicableForm, { description: "Recommended forms first" }), ...located },
  {
    $id: "FormsResponse",
    description: "The forms that apply to the addresses",
    examples: [
      {
        forms: [{ ...summaryExample, recommended: true }],
        locationData: [locationDataExample],
        errors: [],
      },
    ],
  },
);
export type FormsResponse = Shape<typeof FormsResponse>;

export const GuidedFlowsResponse = Type.Object(
  {
    flows: Type.Array(Flow, {
      description: "The federal flow first, then that of the home state, then those of other work states",
    }),
    ...located,
  },
  {
    $id: "GuidedFlowsResponse",
    description: "The guided flows that apply to the addresses",
    examples: [{ flows: [flowExample], locationData: [locationDataExample], errors: [] }],
  },
);
export type GuidedFlowsResponse = Shape<typeof GuidedFlowsResponse>;

export const FormIds = Type.Array(Type.String(), {
  $id: "FormIds",
  description: "IDs of all supported forms",
  examples: [["AL101", "AZ101", "CAN101", "ON101", "W4101"]],
});
export type FormIds = Shape<typeof FormIds>;

export const CatalogEntry = Type.Object(
  {
    id: formId,
    version: Type.String({ description: "The formVersion; only here, the specification names it version" }),
  },
  {
    $id: "CatalogEntry",
    description: "A form ID with its current version",
    examples: [{ id: "AL101", version: "2025.4.0" }],
  },
);
export type CatalogEntry = Shape<typeof CatalogEntry>;

export const FormsCatalog = Type.Array(CatalogEntry, {
  $id: "FormsCatalog",
  description: "IDs of all supported forms, with their current versions",
  examples: [[{ id: "AL101", version: "2025.4.0" }]],
});
export type FormsCatalog = Shape<typeof FormsCatalog>;
