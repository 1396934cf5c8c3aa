import { parameterTypes, verificationLevels } from "../words.js";
import { optional, text, words } from "./build.js";

// Members that several objects have, so that they are described alike.

export const formId = text("ID of the form, such as AL101");
export const formVersion = text("Version of the form, such as 2025.4.0");
export const formName = text("The agency's name of the form, such as A4. Not translated");
export const formTitle = text("Title of the form. Not translated");
export const formLocality = text(
  "Whose form it is: FEDERAL, CANADA_FEDERAL, a state or province abbreviation, or the code of a place in a state, such as MI_DETROIT",
);
export const formType = text(
  "Kind of form, such as RESIDENT, NON_RESIDENT, or EXEMPT. Not a status of the employee: many states have one form for everyone",
);
export const effectiveDate = text("The first day of the version, YYYY-MM-DD", { format: "date" });
export const lastDate = optional(
  text("The last day on which the version is available, if known, YYYY-MM-DD", { format: "date" }),
);
export const versionStatus = words(
  ["SCHEDULED", "CURRENT", "DEPRECATED"],
  "On the day of the request, in UTC. SCHEDULED: takes effect later. CURRENT: used if no version is requested. DEPRECATED: replaced, but still available",
);
export const period = optional(
  words(["PAY", "YEAR"], "For amounts: per pay period (PAY) or per year (YEAR)"),
);
export const parameterId =
  "Place and name, such as AL.filingStatus or MI_DETROIT.totalExemptions. The place is the locality of the form, but FED instead of FEDERAL, and CAN instead of CANADA_FEDERAL. The name can have dots";
export const parameterType = words(parameterTypes, "How to read the value");

export const verificationParts = {
  face: words(
    verificationLevels,
    "Whether this print was seen: in the agency's PDF, in a full transcription, in an older revision only, or not at all or too little of it (DERIVED)",
  ),
  rules: words(
    verificationLevels,
    "Whether the law or the instructions were read: in the agency's PDF, as full text, in an older revision only, or only as others describe them (DERIVED)",
  ),
};
