import { Type } from "../typebox.js";
import { parameterTypes } from "../words.js";
import { optionalOrNull, type Shape, words } from "./build.js";
import { formId, parameterType } from "./members.js";

// Extensions of the specification: how long certificates and their parameters count.

const condition = Type.Optional(
  Type.Record(Type.String(), Type.String(), {
    description: "Only if the certificate has these values, by parameter ID",
  }),
);

/** Members of a tax parameter. */
export const parameterLifeCycle = {
  startsOn: Type.Optional(
    Type.Array(Type.String(), {
      description:
        "IDs of parameters of the same certificate. The first that it has names the first day of this parameter: a date, or a year for January 1. Absent or not returned: the day of the signature",
    }),
  ),
  endsOn: Type.Optional(
    Type.Array(Type.String(), {
      description:
        "As startsOn, for the last day: a date, or a year for December 31. END_OF_TAX_YEAR is the last day of the year of the form, END_OF_YEAR_SIGNED of the year of the signature",
    }),
  ),
  partOf: Type.Optional(
    Type.String({
      description:
        "ID of a parameter. Where the same certificate has it, this one starts and ends with it, also if a certificate of another form replaces it",
    }),
  ),
  keepsEarlier: Type.Optional(
    Type.Boolean({
      description:
        "True of a date before which the earlier certificate of the same form, if one counts, stays in force as a whole",
    }),
  ),
  blocks: Type.Optional(
    Type.Boolean({
      description:
        "True if nothing of a certificate on which it is true counts before the employer has acted",
    }),
  ),
  yields: Type.Optional(
    Type.Boolean({
      description: "True if it has the code of a place whose own certificate comes first, such as MI_DETROIT",
    }),
  ),
};

export const Gate = Type.Object(
  {
    parameters: Type.Array(Type.String(), { description: "IDs of the parameters that wait" }),
    when: condition,
    parameter: Type.Optional(
      Type.String({ description: "ID of the parameter that must be in force and true" }),
    ),
    formIds: Type.Array(Type.String(), {
      description: "IDs of the forms that must return it. Empty if the form is not available here",
    }),
    formName: Type.Optional(
      Type.String({
        description: "Name of a form that is not available here and that the employer must have",
      }),
    ),
  },
  { $id: "Gate", description: "A claim that counts only while another certificate is on file" },
);
export type Gate = Shape<typeof Gate>;

export const Replacement = Type.Object(
  {
    formIds: Type.Array(Type.String(), {
      description: "IDs of other forms, of which earlier certificates end",
    }),
    parameters: Type.Optional(
      Type.Array(Type.String(), {
        description: "IDs of the parameters that end. Absent: all of the certificate",
      }),
    ),
    when: condition,
  },
  {
    $id: "Replacement",
    description:
      "What a new certificate ends besides earlier certificates of its form and parameters with the same ID",
  },
);
export type Replacement = Shape<typeof Replacement>;

/** Members of form information. */
export const formLifeCycle = {
  editionOf: Type.Optional(
    Type.String({
      description:
        "ID of the form of which this is the edition in another language. They replace one another",
    }),
  ),
  gatedBy: Type.Optional(Type.Array(Gate, { description: "Claims that wait for another certificate" })),
  replaces: Type.Optional(
    Type.Array(Replacement, { description: "What a new certificate ends of other forms" }),
  ),
};

const day = (description: string) => Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description });
const dayOrInstant = (description: string) =>
  Type.String({
    pattern:
      "^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:[0-9]{2}))?$",
    description: `${description}. YYYY-MM-DD, or an instant, whose day is that of the time zone in the Timezone header`,
  });
const paymentType = words(
  ["WAGES", "PENSION"],
  "What the certificate was completed for. By default PENSION for a form that only pensions have, and WAGES for others",
);

const certificateExample = {
  formId: "MD101",
  formVersion: "2025.7.0",
  signedAt: "2026-03-02",
  taxParameters: [
    { id: "MD.isExempt", value: "true", valueType: "boolean" },
    { id: "MD.exemptReason", value: "MILITARY_SPOUSE", valueType: "code" },
    { id: "MD.exemptExpires", value: "2026-12-31", valueType: "date" },
    { id: "MD.employerInterventionRequired", value: "true", valueType: "boolean" },
  ],
  employerActedAt: "2026-03-05",
};

export const Certificate = Type.Object(
  {
    formId,
    formVersion: Type.String({ maxLength: 40, description: "As fillPdf returned it. It can be retired" }),
    signedAt: dayOrInstant("When the employee signed"),
    taxParameters: Type.Array(
      Type.Object(
        {
          id: Type.String({ maxLength: 80, description: "ID of the parameter" }),
          value: Type.String({ maxLength: 2000, description: "Its value, as a string" }),
          valueType: optionalOrNull(words(parameterTypes, "Not needed")),
        },
        { additionalProperties: false },
      ),
      { maxItems: 100, description: "As fillPdf returned them" },
    ),
    paymentType: optionalOrNull(paymentType),
    employerActedAt: optionalOrNull(
      dayOrInstant(
        "When a person at the employer did what the notices with blocksPayroll ask. Without it, a certificate whose employerInterventionRequired is true does not count",
      ),
    ),
  },
  {
    $id: "Certificate",
    additionalProperties: false,
    description: "A completed form that payroll has on file",
  },
);
export type Certificate = Shape<typeof Certificate>;

export const Situation = Type.Object(
  {
    from: day("First day"),
    homeState: Type.String({ maxLength: 2, description: "State, province, or territory of the home" }),
    workStates: Type.Array(Type.String({ maxLength: 2 }), {
      maxItems: 60,
      description: "Those of all work addresses",
    }),
    formIds: Type.Array(Type.String({ maxLength: 40 }), {
      maxItems: 200,
      description: "IDs of all forms that the flows and the answers to them require since that day",
    }),
  },
  {
    $id: "Situation",
    additionalProperties: false,
    description: "Where the employee lives and works from a day on, and the forms for it",
  },
);
export type Situation = Shape<typeof Situation>;

export const EffectiveParametersRequest = Type.Object(
  {
    date: day("The day of which payroll needs the parameters"),
    certificates: Type.Array(Certificate, {
      maxItems: 500,
      description:
        "All certificates of the employee, of all years and jurisdictions, in any order. Those signed after the date are in upcoming",
    }),
    situations: optionalOrNull(
      Type.Array(Situation, {
        maxItems: 100,
        description:
          "Each time that the addresses or the answers to flows changed, the first one being at hire. Certificates of a state or a city that the new answers do not require end. Without it, nobody has moved",
      }),
    ),
  },
  {
    $id: "EffectiveParametersRequest",
    additionalProperties: false,
    description: "The certificates of one employee",
    examples: [{ date: "2026-06-30", certificates: [certificateExample] }],
  },
);
export type EffectiveParametersRequest = Shape<typeof EffectiveParametersRequest>;

const signedDay = Type.String({ format: "date", description: "Day of the signature" });
const parameterIds = Type.Array(Type.String(), { description: "IDs of the parameters" });

export const EffectiveParameter = Type.Object(
  {
    id: Type.String({ description: "As in taxParameters" }),
    value: Type.String({ description: "As in taxParameters" }),
    valueType: parameterType,
    formId,
    signedAt: signedDay,
    endsOn: Type.Optional(Type.String({ format: "date", description: "Last day, as far as it is known" })),
    paymentType: Type.Optional(words(["PENSION"], "Counts for a pension only")),
  },
  {
    $id: "EffectiveParameter",
    description: "A parameter that payroll uses, and the certificate that it comes from",
  },
);
export type EffectiveParameter = Shape<typeof EffectiveParameter>;

export const EndedCertificate = Type.Object(
  {
    formId,
    signedAt: signedDay,
    parameters: parameterIds,
    endedOn: Type.Optional(
      Type.String({
        format: "date",
        description: "Last day on which they counted. Absent if they never did",
      }),
    ),
    reason: words(
      ["REPLACED", "EXPIRED", "NOT_REQUIRED", "WAITS_FOR"],
      "REPLACED: by another certificate. EXPIRED: after its last day. NOT_REQUIRED: since the employee moved or gave other answers. WAITS_FOR: for another certificate, or, without `by`, for the employer",
    ),
    by: Type.Optional(
      Type.String({ description: "ID or name of the form that replaced them, or that they wait for" }),
    ),
  },
  { $id: "EndedCertificate", description: "Parameters of a certificate that payroll does not use" },
);
export type EndedCertificate = Shape<typeof EndedCertificate>;

export const UpcomingChange = Type.Object(
  {
    date: Type.String({ format: "date", description: "First day of the change" }),
    formId,
    signedAt: signedDay,
    change: words(["STARTS", "ENDS"], "Whether the parameters start or end"),
    parameters: parameterIds,
  },
  { $id: "UpcomingChange", description: "A change after the date that the certificates already decide" },
);
export type UpcomingChange = Shape<typeof UpcomingChange>;

export const MissingCertificate = Type.Object(
  {
    neededBy: Type.String({ description: "ID of the form whose claim waits" }),
    formIds: Type.Array(Type.String(), { description: "IDs of the forms of which one is needed" }),
    formName: Type.Optional(Type.String({ description: "Name of the form, if it is not available here" })),
  },
  { $id: "MissingCertificate", description: "A certificate without which a claim does not count" },
);
export type MissingCertificate = Shape<typeof MissingCertificate>;

export const EffectiveParametersResponse = Type.Object(
  {
    date: Type.String({ format: "date", description: "The date of the request" }),
    parameters: Type.Array(EffectiveParameter, { description: "By ID. What is not listed is not in force" }),
    ended: Type.Array(EndedCertificate, { description: "By day of the signature" }),
    upcoming: Type.Array(UpcomingChange, { description: "By date" }),
    missing: Type.Array(MissingCertificate, { description: "Each once" }),
  },
  {
    $id: "EffectiveParametersResponse",
    description: "What payroll uses on a day",
    examples: [
      {
        date: "2026-06-30",
        parameters: [],
        ended: [
          {
            formId: "MD101",
            signedAt: "2026-03-02",
            parameters: ["MD.isExempt", "MD.exemptReason", "MD.exemptExpires"],
            reason: "WAITS_FOR",
            by: "MD102",
          },
        ],
        upcoming: [],
        missing: [{ neededBy: "MD101", formIds: ["MD102"] }],
      },
    ],
  },
);
export type EffectiveParametersResponse = Shape<typeof EffectiveParametersResponse>;
