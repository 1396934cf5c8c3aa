/**
 * Every code of a problem document with its status, cause and fix. docs/errors.md and the pages at `/problems/<code>`
 * are made from this list or tested against it, so a code cannot exist in one place only.
 */
export const problemCodes = {
  MALFORMED_REQUEST: {
    status: 400,
    cause:
      "The request line, the URL, or the headers are not valid HTTP, for example an invalid percent escape or two Host headers.",
    fix: "Percent-encode path segments and query values as UTF-8. Send one Host header.",
  },
  MALFORMED_JSON: {
    status: 400,
    cause:
      "The body is empty, is not JSON in UTF-8, is nested more than 16 levels deep, has an object with duplicate member names (errors lists them), or has a member named __proto__ or constructor.prototype.",
    fix: "Send one JSON object, encoded as UTF-8, without duplicate member names.",
  },
  INVALID_PARAMETER: {
    status: 400,
    cause: "A query parameter has an invalid value. errors names it.",
    fix: "Set hasFederalValues to true or false, in lowercase. Send formVersion once, and not empty. Send since as a date, such as 2026-01-01, and cursor as a response had it. At login, set scope to full or wizard, and lifetime to 60 to 86400 seconds (60 to 3600 for the scope wizard). Send employeeReference only for the scope wizard: 1 to 64 letters, digits, or . _ ~ -, and not a social security number, a social insurance number, or an email address.",
  },
  UNKNOWN_TIME_ZONE: {
    status: 400,
    cause: "The Timezone header is not an IANA time zone ID.",
    fix: "Send an ID such as America/New_York, or omit the header to use UTC.",
  },
  INVALID_IDEMPOTENCY_KEY: {
    status: 400,
    cause:
      "The Idempotency-Key header is not a key of 16 to 128 letters, digits, and characters of -._~:+/=, or was sent more than once.",
    fix: "Send a new random key for each form, such as a UUID, and repeat it only with the same request.",
  },
  OUT_OF_SCOPE: {
    status: 403,
    cause:
      "The token has the scope wizard, which does not allow this request; or the key has the scope wizard and cannot get a full token.",
    fix: "Send this request from your server with a full token. A browser only needs the requests that the wizard makes.",
  },
  NOT_FOUND: {
    status: 404,
    cause: "There is nothing at this URL.",
    fix: "Compare the URL with the API description. BASE_PATH sets the prefix.",
  },
  UNKNOWN_FORM: {
    status: 404,
    cause: "No form has this ID, or the form is no longer available.",
    fix: "Use an ID from forms, guided-flows, or getAllFormIds. IDs are case-sensitive.",
  },
  UNKNOWN_VERSION: {
    status: 404,
    cause:
      "The form exists, but it does not have this version, or the version was retired. detail lists the available versions.",
    fix: "Use one of the listed versions. Check stored answers against the new version's questions.",
  },
  UNKNOWN_FLOW: {
    status: 404,
    cause: "No guided flow has this ID.",
    fix: "Use an ID from guided-flows.",
  },
  UNKNOWN_QUESTION_SET: {
    status: 404,
    cause: "The form or flow has no question set with this ID.",
    fix: "Start at the initial question set and follow navigation. INELIGIBLE is an end state, not a question set.",
  },
  UNKNOWN_IMAGE: {
    status: 404,
    cause: "The form version has no page with this number.",
    fix: "Use the URLs from blankFormImages.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    cause: "The URL exists, but does not support this method. The Allow header lists the supported methods.",
    fix: "Use one of the listed methods.",
  },
  NOT_ACCEPTABLE: {
    status: 406,
    cause: "The Accept header excludes every media type that this URL can return.",
    fix: "Send Accept: application/json (application/pdf for getPdf), or omit the header.",
  },
  REQUEST_TIMEOUT: {
    status: 408,
    cause: "The complete request did not arrive in time.",
    fix: "Send it again.",
  },
  SIGNATURE_IN_PROGRESS: {
    status: 409,
    cause:
      "An earlier request with the same Idempotency-Key is still running, or its worker was killed less than 30 seconds ago.",
    fix: "Send the same request again after the number of seconds in Retry-After.",
  },
  REPEAT_DIFFERS: {
    status: 409,
    cause:
      "A request with this Idempotency-Key signed the form, but the service can no longer make the same file: it or its content was updated, or its seal changes each time.",
    fix: "If you do not have the first response, sign the form again with a new Idempotency-Key.",
  },
  BODY_TOO_LARGE: {
    status: 413,
    cause: "The body is larger than 256 KiB, or has more than 2,500 members and array elements in total.",
    fix: "Send only the members that the API describes. Real requests are far below the limit.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    cause: "The Content-Type header is missing or is not JSON, or, for bulk requests, not NDJSON.",
    fix: "Send Content-Type: application/json, or application/x-ndjson for bulk requests.",
  },
  EXPECTATION_FAILED: {
    status: 417,
    cause: "The Expect header asks for something other than 100-continue.",
    fix: "Send Expect: 100-continue, or omit the header.",
  },
  INVALID_BODY: {
    status: 422,
    cause:
      "The body is JSON, but members are missing, unknown, or of the wrong type. errors lists all of them.",
    fix: "Fix each member that errors points to.",
  },
  ANSWERS_REFUSED: {
    status: 422,
    cause: "Answers or personal data for fillPdf are missing, invalid, or unknown. errors lists all of them.",
    fix: "Show each message next to its question, let the employee correct the answer, and send the request again.",
  },
  INELIGIBLE: {
    status: 422,
    cause: "The answers are valid, but lead to INELIGIBLE: the employee cannot use this form.",
    fix: "Do not submit a form whose navigation ended at INELIGIBLE. Offer another form.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    cause:
      "This Idempotency-Key was used for another request in the last 24 hours. The body, Accept-Language, and Timezone of a repeated request must be the same.",
    fix: "Send a new random key for each form. To repeat a request, send it unchanged.",
  },
  RATE_LIMITED: {
    status: 429,
    cause:
      "The requests with this key used up the units allowed per minute, or too many logins from this IP address failed.",
    fix: "Wait for the number of seconds in Retry-After. Reuse the token until it expires.",
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    cause: "The headers are larger than the service accepts.",
    fix: "Send fewer or shorter headers.",
  },
  INTERNAL_ERROR: {
    status: 500,
    cause: "An error in the service.",
    fix: "Report it with the request ID.",
  },
  OVERLOADED: {
    status: 503,
    cause:
      "The service is overloaded and rejected this request, or the key has too many bulk requests at the same time.",
    fix: "Send it again after the number of seconds in Retry-After.",
  },
  AUDIT_UNAVAILABLE: {
    status: 503,
    cause: "The audit event of a SIGN request could not be written, so nothing was signed.",
    fix: "Send it again later. Operators: check the disk that holds DATA_DIR, or the database. PREVIEW still works.",
  },
  AGENCY_FILE_MISSING: {
    status: 503,
    cause:
      "REQUIRE_AGENCY_FILES names this form, but the agency's file was not added, so nothing was signed.",
    fix: "Operators: add the file with official fetch or official add, and restart. PREVIEW still works.",
  },
  SEAL_UNAVAILABLE: {
    status: 503,
    cause: "The PDF of a SIGN request could not be sealed, so nothing was signed.",
    fix: "Send it again later. Operators: the log has the reason. Check the certificate, the key command, or the timestamp server. PREVIEW still works.",
  },
  KEYS_UNAVAILABLE: {
    status: 503,
    cause: "The service cannot reach the API key store.",
    fix: "Send it again after the number of seconds in Retry-After. Existing tokens still work.",
  },
} as const satisfies Record<
  string,
  { readonly status: number; readonly cause: string; readonly fix: string }
>;

export type ProblemCode = keyof typeof problemCodes;

/** Codes of the elements of a problem document's `errors`. */
export const fieldCodes = {
  REQUIRED: "The member or answer is missing.",
  INVALID: "The value has the wrong format. For an answer: it does not match validationRegex.",
  CHECK: "The answer has the right format, but conflicts with another answer or a rule.",
  UNKNOWN: "There is no member or question with this name here.",
  NOT_ACCEPTED:
    "The member exists, but this form does not use it, such as federalValues on most forms, a social insurance number on a US form, or an address in the other country, of the employee or of the employer, on a form for residents.",
  TOO_LONG: "The value does not fit its box on the form, even at the smallest font size.",
  CHARACTER: "The value has a character that cannot be printed, or is invisible.",
  TOO_MANY: "The array or object has more elements than one request can have.",
  DUPLICATE: "The object has more than one member with this name.",
  EXPIRED:
    "The answer claims an exemption for a period that has ended. The form for a later year may accept it. Or the social insurance number has expired.",
  TOO_EARLY: "The answer claims an exemption for a year after next year. Enter this year or next year.",
  INELIGIBLE: "This answer leads to INELIGIBLE.",
} as const satisfies Record<string, string>;

export type FieldCode = keyof typeof fieldCodes;
