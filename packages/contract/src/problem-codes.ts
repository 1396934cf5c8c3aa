/**
 * Every code of a problem document with its status, cause and fix. docs/errors.md and the pages at `/problems/<code>`
 * are made from this list or tested against it, so a code cannot exist in one place only.
 */
export const problemCodes = {
  MALFORMED_REQUEST: {
    status: 400,
    cause:
      "The request line, the address or the headers are not valid HTTP, for example a broken % escape or two Host headers.",
    fix: "Encode path segments and query values as UTF-8 with percent escapes. Send one Host header.",
  },
  MALFORMED_JSON: {
    status: 400,
    cause:
      "The body is empty, is not JSON in UTF-8, is nested more than 16 levels deep, has two members of one name in an object (errors names them), or has a member named __proto__ or constructor.prototype.",
    fix: "Send one JSON object, encoded as UTF-8, in which each name appears once.",
  },
  INVALID_PARAMETER: {
    status: 400,
    cause: "A query parameter has a value that it cannot have; errors names it.",
    fix: "hasFederalValues is true or false, in lowercase; formVersion is given once and is not empty. At login, scope is full or wizard; lifetime is a number of seconds from 60 to 86400, or to 3600 for the scope wizard.",
  },
  UNKNOWN_TIME_ZONE: {
    status: 400,
    cause: "The Timezone header is not the id of an IANA time zone.",
    fix: "Send an id such as America/New_York, or leave the header out for UTC.",
  },
  OUT_OF_SCOPE: {
    status: 403,
    cause:
      "The token, or the key at login, has the scope wizard, which does not include this call or a full token.",
    fix: "Make this call from your server with a full token. Browsers need only the calls of the wizard.",
  },
  NOT_FOUND: {
    status: 404,
    cause: "There is nothing at this URL.",
    fix: "Compare the address with the interface description; the prefix is set by BASE_PATH.",
  },
  UNKNOWN_FORM: {
    status: 404,
    cause: "No form has this id, or it is no longer served.",
    fix: "Take the id from forms, guided-flows or getAllFormIds. Ids are case-sensitive.",
  },
  UNKNOWN_VERSION: {
    status: 404,
    cause:
      "The form exists, but not in this version, or the version was retired. The detail lists those that exist.",
    fix: "Use a version of the list. Stored answers may need another look against the new version's questions.",
  },
  UNKNOWN_FLOW: {
    status: 404,
    cause: "No guided flow has this id.",
    fix: "Take the id from guided-flows.",
  },
  UNKNOWN_QUESTION_SET: {
    status: 404,
    cause: "The form or flow has no question set with this id.",
    fix: "Start at the initial question set and follow navigation. INELIGIBLE is an end, not a question set.",
  },
  UNKNOWN_IMAGE: {
    status: 404,
    cause: "The form version has no page with this number.",
    fix: "Take the addresses from blankFormImages.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    cause: "The address exists, but not for this method. The Allow header lists the methods it has.",
    fix: "Use a method of the list.",
  },
  NOT_ACCEPTABLE: {
    status: 406,
    cause: "The Accept header leaves out every media type that this address can answer with.",
    fix: "Send Accept: application/json, application/pdf for getPdf, or leave the header out.",
  },
  REQUEST_TIMEOUT: {
    status: 408,
    cause: "The complete request did not arrive in time.",
    fix: "Send it again.",
  },
  BODY_TOO_LARGE: {
    status: 413,
    cause: "The body has more than 256 KiB, or more than 2,500 members and list elements in total.",
    fix: "Send only the members that the interface describes; no real request comes near the limit.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    cause: "The body is not declared as JSON.",
    fix: "Send Content-Type: application/json.",
  },
  EXPECTATION_FAILED: {
    status: 417,
    cause: "The Expect header asks for something other than 100-continue.",
    fix: "Send Expect: 100-continue, or leave the header out.",
  },
  INVALID_BODY: {
    status: 422,
    cause: "The body is JSON, but members are missing, unknown or of the wrong kind; errors lists them all.",
    fix: "Correct each member that errors points at.",
  },
  ANSWERS_REFUSED: {
    status: 422,
    cause: "Answers or personal data for fillPdf are missing, wrong or unknown; errors lists all of them.",
    fix: "Show each message beside its question, let the person correct the answer, and send the request again.",
  },
  INELIGIBLE: {
    status: 422,
    cause: "The answers are valid, but lead to INELIGIBLE: the employee may not use this form.",
    fix: "Do not submit a form whose navigation ended at INELIGIBLE; offer another form.",
  },
  RATE_LIMITED: {
    status: 429,
    cause:
      "The requests with this key cost more units than a minute allows, or more logins from this network address failed.",
    fix: "Wait for the seconds in Retry-After. Keep the token until it expires.",
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    cause: "The headers are larger than the service reads.",
    fix: "Send fewer or shorter headers.",
  },
  INTERNAL_ERROR: {
    status: 500,
    cause: "A fault of the service.",
    fix: "Report it with the request id.",
  },
  OVERLOADED: {
    status: 503,
    cause: "The service has more work than it can do in time and refused this request.",
    fix: "Send it again after the seconds in Retry-After.",
  },
  AUDIT_UNAVAILABLE: {
    status: 503,
    cause: "The audit event of a SIGN request could not be written, so nothing was signed.",
    fix: "Send it again later; operators: look at the disk that holds DATA_DIR. PREVIEW keeps working.",
  },
  KEYS_UNAVAILABLE: {
    status: 503,
    cause: "The store of API keys cannot be reached.",
    fix: "Send it again after the seconds in Retry-After; tokens issued before keep working.",
  },
} as const satisfies Record<
  string,
  { readonly status: number; readonly cause: string; readonly fix: string }
>;

export type ProblemCode = keyof typeof problemCodes;

/** Codes of the elements of a problem document's `errors`. */
export const fieldCodes = {
  REQUIRED: "The member or answer is missing.",
  INVALID:
    "The value does not have the form that is asked for; for an answer: it does not match validationRegex.",
  CHECK: "The answer is well formed but contradicts another answer or a rule.",
  UNKNOWN: "No such member or question exists here.",
  NOT_ACCEPTED: "The member exists, but this form does not take it, such as federalValues on most forms.",
  TOO_LONG: "The value does not fit its box on the form, even in the smallest print.",
  CHARACTER: "The value has a character that cannot be printed, or that nobody can see.",
  TOO_MANY: "The list or object has more elements than are taken in one request.",
  DUPLICATE: "The object has two members of this name.",
  EXPIRED: "The answer claims an exemption whose last day is over; the form of a later year may take it.",
  INELIGIBLE: "This answer leads to INELIGIBLE.",
} as const satisfies Record<string, string>;

export type FieldCode = keyof typeof fieldCodes;
