import { resultMessages } from "@withholding-forms/address";
import type { Messages } from "./shape.js";

export const en: Messages = {
  problems: {
    MALFORMED_REQUEST: {
      title: "Malformed request",
      detail: "The address or the headers of the request cannot be read.",
    },
    MALFORMED_JSON: {
      title: "Malformed JSON",
      detail: "The body cannot be read as a JSON document in UTF-8.",
    },
    INVALID_PARAMETER: {
      title: "Invalid parameter",
      detail: "A query parameter has a value it cannot have.",
    },
    UNKNOWN_TIME_ZONE: {
      title: "Unknown time zone",
      detail: "The Timezone header is not the id of a time zone, such as America/New_York.",
    },
    OUT_OF_SCOPE: {
      title: "Outside the scope of the token",
      detail: "This key or token may only be used for the calls of the wizard.",
    },
    NOT_FOUND: { title: "Not found", detail: "Nothing is served at this address." },
    UNKNOWN_FORM: { title: "Unknown form", detail: "There is no form with this id." },
    UNKNOWN_VERSION: {
      title: "Unknown form version",
      detail: "The form does not exist in this version. It exists in: {versions}.",
    },
    UNKNOWN_FLOW: { title: "Unknown flow", detail: "There is no guided flow with this id." },
    UNKNOWN_QUESTION_SET: {
      title: "Unknown question set",
      detail: "There is no question set with this id here.",
    },
    UNKNOWN_IMAGE: { title: "Unknown image", detail: "There is no image of such a page." },
    METHOD_NOT_ALLOWED: { title: "Method not allowed", detail: "This address can be used with: {allow}." },
    NOT_ACCEPTABLE: {
      title: "Not acceptable",
      detail: "This address answers with {types}, which the Accept header leaves out.",
    },
    REQUEST_TIMEOUT: { title: "Request timeout", detail: "The request did not arrive completely in time." },
    BODY_TOO_LARGE: {
      title: "Body too large",
      detail: "The body is larger than {limit} bytes or has more than {members} members and list elements.",
    },
    UNSUPPORTED_MEDIA_TYPE: {
      title: "Unsupported media type",
      detail: "The body must be sent as application/json.",
    },
    EXPECTATION_FAILED: {
      title: "Unknown expectation",
      detail: "The Expect header can only be 100-continue.",
    },
    INVALID_BODY: {
      title: "Invalid request body",
      detail: "The body does not have the form that is asked for.",
    },
    ANSWERS_REFUSED: {
      title: "Answers refused",
      detail: "The form was not filled: some entries are missing or not valid.",
    },
    INELIGIBLE: {
      title: "Not eligible",
      detail: "With these answers the employee cannot complete this form.",
    },
    RATE_LIMITED: { title: "Too many requests", detail: "Please try again in {seconds} seconds." },
    HEADERS_TOO_LARGE: { title: "Headers too large", detail: "The headers of the request are too large." },
    INTERNAL_ERROR: {
      title: "Internal error",
      detail: "Something went wrong in the service. Please report it with the request id.",
    },
    OVERLOADED: {
      title: "Service busy",
      detail: "The service is busy. Please try again in {seconds} seconds.",
    },
    AUDIT_UNAVAILABLE: {
      title: "Signing unavailable",
      detail:
        "The form was not signed because its audit record could not be written. Please try again later.",
    },
    KEYS_UNAVAILABLE: {
      title: "Login unavailable",
      detail: "API keys cannot be checked at the moment. Please try again in {seconds} seconds.",
    },
  },
  fields: {
    REQUIRED: "This entry is missing.",
    INVALID: "This entry is not valid.",
    CHECK: "This entry does not agree with another one.",
    UNKNOWN: "There is no such entry here.",
    NOT_ACCEPTED: "This form does not take this entry.",
    TOO_LONG: "This entry does not fit on the form. At most {limit} characters fit.",
    CHARACTER: 'The character "{character}" cannot be printed on the form.',
    TOO_MANY: "At most {limit} are taken in one request.",
    DUPLICATE: "This member appears more than once.",
    EXPIRED: "You can no longer claim this exemption on this form. Use the form for a later year.",
    INELIGIBLE: "With this answer the employee cannot complete this form.",
  },
  members: {
    address:
      "Send a US address (streetAddress1, city, state, zipCode) or a Canadian one (streetAddress1, city, provinceTerritory, postalCode).",
    object: "An object is needed here.",
    list: "A list with at least one element is needed here.",
    text: "A text of 1 to {limit} characters is needed here.",
    hasFederalValues: "Send true or false.",
    formVersion: "Send one form version, such as 2025.12.0.",
    scope: "Send full or wizard.",
    lifetime: "Send a number of seconds from {min} to {max}.",
    zipCode: "Enter a ZIP Code with 5 or 9 figures, such as 36130 or 36130-2102.",
    provinceTerritory: "Enter the two-letter abbreviation of a Canadian province or territory, such as ON.",
    postalCode: "Enter a Canadian postal code, such as K1A 0B1.",
    signForm: "Send PREVIEW, SIGN or SIGN_EXTERNALLY.",
  },
  identity: {
    socialSecurityNumber: "This cannot be a social security number. Please check the figures.",
    socialInsuranceNumber: "This cannot be a social insurance number. Please check the figures.",
  },
  addresses: {
    JURISDICTION_NOT_COVERED: "The forms of {place} are not available yet.",
    JURISDICTION_UNKNOWN: "The state, province or territory of this address is not known.",
  },
  addressResults: resultMessages,
  notices: {
    warning:
      "No form version was sent, so the latest one, {version}, was used. A later version may ask other questions, and stored answers may no longer fit. Send formVersion to stay with one version.",
    deprecation: "Version {version} of this form is deprecated. The current version is {current}.",
    yearEnded:
      "This form is for {year}, and that year is over. Use the form for the current year if the agency has published one.",
  },
};
