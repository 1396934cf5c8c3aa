import { resultMessages } from "@withholding-forms/address";
import type { Messages } from "./shape.js";

export const en: Messages = {
  problems: {
    MALFORMED_REQUEST: {
      title: "Malformed request",
      detail: "The request URL or headers could not be parsed.",
    },
    MALFORMED_JSON: {
      title: "Malformed JSON",
      detail: "The request body is not valid JSON in UTF-8.",
    },
    INVALID_PARAMETER: {
      title: "Invalid parameter",
      detail: "A query parameter has an invalid value.",
    },
    UNKNOWN_TIME_ZONE: {
      title: "Unknown time zone",
      detail: "The Timezone header must be a time zone ID, such as America/New_York.",
    },
    INVALID_IDEMPOTENCY_KEY: {
      title: "Invalid idempotency key",
      detail: "The Idempotency-Key header must be one random key of 16 to 128 characters, such as a UUID.",
    },
    OUT_OF_SCOPE: {
      title: "Out of scope",
      detail: "This key or token can only make the requests that the wizard makes.",
    },
    NOT_FOUND: { title: "Not found", detail: "There is nothing at this URL." },
    UNKNOWN_FORM: { title: "Unknown form", detail: "There is no form with this ID." },
    UNKNOWN_VERSION: {
      title: "Unknown form version",
      detail: "This form does not have that version. Available versions: {versions}.",
    },
    UNKNOWN_FLOW: { title: "Unknown flow", detail: "There is no guided flow with this ID." },
    UNKNOWN_QUESTION_SET: {
      title: "Unknown question set",
      detail: "There is no question set with this ID here.",
    },
    UNKNOWN_IMAGE: { title: "Unknown image", detail: "There is no image with this ID." },
    METHOD_NOT_ALLOWED: { title: "Method not allowed", detail: "This URL accepts: {allow}." },
    NOT_ACCEPTABLE: {
      title: "Not acceptable",
      detail: "This URL returns {types}, which the Accept header does not allow.",
    },
    REQUEST_TIMEOUT: { title: "Request timeout", detail: "The complete request did not arrive in time." },
    SIGNATURE_IN_PROGRESS: {
      title: "Signature in progress",
      detail:
        "An earlier request with this Idempotency-Key is not finished. Send it again in {seconds} seconds.",
    },
    REPEAT_DIFFERS: {
      title: "Repeated response differs",
      detail:
        "The form was signed with this Idempotency-Key, but the service can no longer make the same file. If you do not have it, sign the form again with a new key.",
    },
    BODY_TOO_LARGE: {
      title: "Body too large",
      detail:
        "The request body is larger than {limit} bytes or has more than {members} members and array elements.",
    },
    UNSUPPORTED_MEDIA_TYPE: {
      title: "Unsupported media type",
      detail: "Send the request body as application/json.",
    },
    EXPECTATION_FAILED: {
      title: "Expectation failed",
      detail: "The only supported Expect header is 100-continue.",
    },
    INVALID_BODY: {
      title: "Invalid request body",
      detail: "The request body does not match the schema.",
    },
    ANSWERS_REFUSED: {
      title: "Answers rejected",
      detail: "The form was not filled. Some values are missing or invalid.",
    },
    INELIGIBLE: {
      title: "Not eligible",
      detail: "With these answers, the employee cannot use this form.",
    },
    IDEMPOTENCY_KEY_REUSED: {
      title: "Idempotency key reused",
      detail:
        "This Idempotency-Key was used for another request. Nothing was signed. Send a new key for each form.",
    },
    RATE_LIMITED: { title: "Too many requests", detail: "Try again in {seconds} seconds." },
    HEADERS_TOO_LARGE: { title: "Headers too large", detail: "The request headers are too large." },
    INTERNAL_ERROR: {
      title: "Internal error",
      detail: "Something went wrong on our end. Report it with the request ID.",
    },
    OVERLOADED: {
      title: "Service busy",
      detail: "The service is busy. Try again in {seconds} seconds.",
    },
    AUDIT_UNAVAILABLE: {
      title: "Signing unavailable",
      detail: "The form was not signed because its audit record could not be saved. Try again later.",
    },
    AGENCY_FILE_MISSING: {
      title: "Signing unavailable",
      detail: "The form was not signed because the agency's own file is required and has not been added yet.",
    },
    SEAL_UNAVAILABLE: {
      title: "Signing unavailable",
      detail: "The form was not signed because its seal could not be created. Try again later.",
    },
    KEYS_UNAVAILABLE: {
      title: "Login unavailable",
      detail: "We cannot check API keys right now. Try again in {seconds} seconds.",
    },
  },
  fields: {
    REQUIRED: "This field is required.",
    INVALID: "This value is not valid.",
    CHECK: "This value conflicts with another answer.",
    UNKNOWN: "This field does not exist.",
    NOT_ACCEPTED: "This form does not use this field.",
    TOO_LONG: "This is too long for the form. Enter {limit} characters or fewer.",
    CHARACTER: 'The character "{character}" cannot be printed on the form.',
    TOO_MANY: "Send {limit} or fewer in one request.",
    DUPLICATE: "This member appears more than once.",
    EXPIRED:
      "You cannot claim this exemption for a period that has ended. Enter a later year, or use the form for a later year.",
    TOO_EARLY: "You can claim this exemption only for this year or next year. Enter one of these years.",
    INELIGIBLE: "With this answer, the employee cannot use this form.",
  },
  members: {
    address:
      "Send a US address (streetAddress1, city, state, zipCode) or a Canadian address (streetAddress1, city, provinceTerritory, postalCode).",
    object: "Send an object.",
    list: "Send an array with at least one element.",
    text: "Send a string of 1 to {limit} characters.",
    hasFederalValues: "Send true or false.",
    since: "Enter a date as YYYY-MM-DD, such as 2026-01-01.",
    formVersion: "Send one form version, such as 2025.12.0.",
    scope: "Send full or wizard.",
    lifetime: "Send a number of seconds from {min} to {max}.",
    employeeReference:
      "Send 1 to 64 letters from A to Z, digits, or the characters . _ ~ -. Do not send a Social Security number, a social insurance number, or an email address.",
    employeeReferenceScope: "Send this only for a token with the scope wizard.",
    zipCode: "Enter a 5-digit or 9-digit ZIP Code, such as 36130 or 36130-2102.",
    provinceTerritory: "Enter the two-letter abbreviation of a Canadian province or territory, such as ON.",
    postalCode: "Enter a Canadian postal code, such as K1A 0B1.",
    signForm: "Send PREVIEW, SIGN, or SIGN_EXTERNALLY.",
    paymentType: "Send WAGES or PENSION.",
  },
  identity: {
    socialSecurityNumber: "This is not a valid Social Security number. Check the digits.",
    socialInsuranceNumber: "This is not a valid social insurance number. Check the digits.",
  },
  addresses: {
    JURISDICTION_NOT_COVERED: "Forms for {place} are not available yet.",
    PENSION_NOT_COVERED: "Pension forms for {place} are not available yet.",
    FORM_NOT_AVAILABLE:
      "The form {form} for {place} is not available here. {who} If you need it, get it from this agency: {agency}.",
  },
  missingForm: "The form {form} for {place} is not available yet.",
  addressResults: resultMessages,
  notices: {
    warning:
      "No form version was sent, so the latest version, {version}, was used. A newer version can ask different questions, and stored answers may no longer be valid. Send formVersion to stay on one version.",
    deprecation: "Version {version} of this form is deprecated. The current version is {current}.",
    paraphrase:
      "The law sets the wording of this form, but the agency's file has not been added. Questions and PDF use our own wording.",
    yearEnded:
      "This form is for {year}, which has ended. Use the form for the current year if the agency has published one.",
  },
};
