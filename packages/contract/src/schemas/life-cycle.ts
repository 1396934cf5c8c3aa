import { Type } from "../typebox.js";
import { parameterTypes } from "../words.js";
import {
  closedObject,
  flag,
  list,
  mapOf,
  namedObject,
  optional,
  optionalOrNull,
  optionalText,
  type Shape,
  text,
  words,
} from "./build.js";
import { formId, parameterType } from "./members.js";

// Extensions of the specification: how long certificates and their parameters count.

const condition = optional(mapOf(Type.String(), "Only if the certificate has these values, by parameter ID"));

/** Members of a tax parameter. */
export const parameterLifeCycle = {
  startsOn: optional(
    list(
      Type.String(),
      "IDs of parameters of the same certificate. The first that it has names the first day of this parameter: a date, or a year for January 1. Absent or not returned: the day of the signature",
    ),
  ),
  endsOn: optional(
    list(
      Type.String(),
      "As startsOn, for the last day: a date, or a year for December 31. END_OF_TAX_YEAR is the last day of the year of the form, END_OF_YEAR_SIGNED of the year of the signature",
    ),
  ),
  partOf: optionalText(
    "ID of a parameter. Where the same certificate has it, this one starts and ends with it, also if a certificate of another form replaces it",
  ),
  keepsEarlier: optional(
    flag(
      "True of a date before which the earlier certificate of the same form, if one counts, stays in force as a whole",
    ),
  ),
  blocks: optional(
    flag("True if nothing of a certificate on which it is true counts before the employer has acted"),
  ),
  restsOnHome: optional(
    list(
      Type.String(),
      "Values that only count while the home stays in the same state, such as RECIPROCITY, or * for all. What they are partOf ends with them",
    ),
  ),
  yields: optional(
    flag("True if it has the code of a place whose own certificate comes first, such as MI_DETROIT"),
  ),
};

export const Gate = namedObject("Gate", "A claim that counts only while another certificate is on file", {
  parameters: list(Type.String(), "IDs of the parameters that wait"),
  when: condition,
  parameter: optionalText("ID of the parameter that must be in force and true"),
  formIds: list(
    Type.String(),
    "IDs of the forms that must return it. Empty if the form is not available here",
  ),
  formName: optionalText("Name of a form that is not available here and that the employer must have"),
});
export type Gate = Shape<typeof Gate>;

export const Replacement = namedObject(
  "Replacement",
  "What a new certificate ends besides earlier certificates of its form and parameters with the same ID",
  {
    formIds: list(Type.String(), "IDs of other forms, of which earlier certificates end"),
    parameters: optional(
      list(Type.String(), "IDs of the parameters that end. Absent: all of the certificate"),
    ),
    when: condition,
    whose: optional(
      mapOf(Type.String(), "Only if the earlier certificate has these values, by parameter ID"),
    ),
  },
);
export type Replacement = Shape<typeof Replacement>;

/** Members of form information. */
export const formLifeCycle = {
  editionOf: optionalText(
    "ID of the form of which this is the edition in another language. They replace one another",
  ),
  gatedBy: optional(list(Gate, "Claims that wait for another certificate")),
  replaces: optional(list(Replacement, "What a new certificate ends of other forms")),
};

const day = (description: string) => text(description, { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" });
const dayOrInstant = (description: string) =>
  text(
    `${description}. YYYY-MM-DD, or an instant, whose day is that of the time zone in the Timezone header`,
    {
      pattern:
        "^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:[0-9]{2}))?$",
    },
  );
const paymentType = words(
  ["WAGES", "PENSION"],
  "What the certificate was completed for. By default PENSION for a form that only pensions have, and WAGES for others",
);

export const Certificate = closedObject("Certificate", "A completed form that payroll has on file", {
  formId,
  formVersion: text("As fillPdf returned it. It can be retired", { maxLength: 40 }),
  signedAt: dayOrInstant("When the employee signed"),
  taxParameters: list(
    Type.Object(
      {
        id: text("ID of the parameter", { maxLength: 80 }),
        value: text("Its value, as a string", { maxLength: 2000 }),
        valueType: optionalOrNull(words(parameterTypes, "Not needed")),
      },
      { additionalProperties: false },
    ),
    "As fillPdf returned them",
    { maxItems: 100 },
  ),
  paymentType: optionalOrNull(paymentType),
  employerActedAt: optionalOrNull(
    dayOrInstant(
      "When a person at the employer did what the notices with blocksPayroll ask. Without it, a certificate whose employerInterventionRequired is true does not count",
    ),
  ),
});
export type Certificate = Shape<typeof Certificate>;

export const Situation = closedObject(
  "Situation",
  "Where the employee lives and works from a day on, and the forms for it",
  {
    from: day("First day"),
    homeState: text("State, province, or territory of the home", { maxLength: 2 }),
    workStates: list(Type.String({ maxLength: 2 }), "Those of all work addresses", { maxItems: 60 }),
    formIds: list(
      Type.String({ maxLength: 40 }),
      "IDs of all forms that the flows and the answers to them require since that day",
      { maxItems: 200 },
    ),
  },
);
export type Situation = Shape<typeof Situation>;

export const EffectiveParametersRequest = closedObject(
  "EffectiveParametersRequest",
  "The certificates of one employee",
  {
    date: day("The day of which payroll needs the parameters"),
    certificates: list(
      Certificate,
      "All certificates of the employee, of all years and jurisdictions, in any order. Those signed after the date are in upcoming",
      { maxItems: 500 },
    ),
    situations: optionalOrNull(
      list(
        Situation,
        "Each time that the addresses or the answers to flows changed, the first one being at hire. Certificates of a state or a city that the new answers do not require end. Without it, nobody has moved",
        { maxItems: 100 },
      ),
    ),
  },
);
export type EffectiveParametersRequest = Shape<typeof EffectiveParametersRequest>;

const signedDay = text("Day of the signature", { format: "date" });
const parameterIds = list(Type.String(), "IDs of the parameters");

export const EffectiveParameter = namedObject(
  "EffectiveParameter",
  "A parameter that payroll uses, and the certificate that it comes from",
  {
    id: text("As in taxParameters"),
    value: text("As in taxParameters"),
    valueType: parameterType,
    formId,
    signedAt: signedDay,
    endsOn: optional(text("Last day, as far as it is known", { format: "date" })),
    paymentType: optional(words(["PENSION"], "Counts for a pension only")),
  },
);
export type EffectiveParameter = Shape<typeof EffectiveParameter>;

export const EndedCertificate = namedObject(
  "EndedCertificate",
  "Parameters of a certificate that payroll does not use",
  {
    formId,
    signedAt: signedDay,
    parameters: parameterIds,
    endedOn: optional(text("Last day on which they counted. Absent if they never did", { format: "date" })),
    reason: words(
      ["REPLACED", "EXPIRED", "NOT_REQUIRED", "MOVED", "WAITS_FOR"],
      "REPLACED: by another certificate. EXPIRED: after its last day. NOT_REQUIRED: since the employee moved or gave other answers. MOVED: the home is in another state since, on which the value rests. WAITS_FOR: for another certificate, or, without `by`, for the employer",
    ),
    by: optionalText("ID or name of the form that replaced them, or that they wait for"),
  },
);
export type EndedCertificate = Shape<typeof EndedCertificate>;

export const UpcomingChange = namedObject(
  "UpcomingChange",
  "A change after the date that the certificates already decide",
  {
    date: text("First day of the change", { format: "date" }),
    formId,
    signedAt: signedDay,
    change: words(["STARTS", "ENDS"], "Whether the parameters start or end"),
    parameters: parameterIds,
  },
);
export type UpcomingChange = Shape<typeof UpcomingChange>;

export const MissingCertificate = namedObject(
  "MissingCertificate",
  "A certificate without which a claim does not count",
  {
    neededBy: text("ID of the form whose claim waits"),
    formIds: list(Type.String(), "IDs of the forms of which one is needed"),
    formName: optionalText("Name of the form, if it is not available here"),
  },
);
export type MissingCertificate = Shape<typeof MissingCertificate>;

export const EffectiveParametersResponse = namedObject(
  "EffectiveParametersResponse",
  "What payroll uses on a day",
  {
    date: text("The date of the request", { format: "date" }),
    parameters: list(EffectiveParameter, "By ID. What is not listed is not in force"),
    ended: list(EndedCertificate, "By day of the signature"),
    upcoming: list(UpcomingChange, "By date"),
    missing: list(MissingCertificate, "Each once"),
  },
);
export type EffectiveParametersResponse = Shape<typeof EffectiveParametersResponse>;
