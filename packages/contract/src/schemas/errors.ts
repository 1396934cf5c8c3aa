import { type FieldCode, fieldCodes, type ProblemCode, problemCodes } from "../problem-codes.js";
import { integer, list, namedObject, optionalText, type Shape, text, words } from "./build.js";

export const FieldError = namedObject("FieldError", "One value that was rejected", {
  pointer: text(
    "JSON pointer (RFC 6901) into the body, such as /fields/dependents or /workAddresses/0/zipCode; empty for the whole body. For a query parameter, its name, such as formVersion",
  ),
  questionId: optionalText("The key in fields, if the pointer names a member of fields"),
  code: words(Object.keys(fieldCodes) as FieldCode[], "docs/errors.md lists the meaning of each code"),
  message: text("In the caller's language. For an answer, the question's own validation message"),
});
export type FieldError = Shape<typeof FieldError>;

export const ProblemDocument = namedObject("Problem", "Problem document (RFC 9457)", {
  type: text("URL of a page about this problem"),
  title: text("In the language of the request"),
  status: integer("The HTTP status"),
  detail: text("In the language of the request"),
  code: words(
    Object.keys(problemCodes) as ProblemCode[],
    "Stable. docs/errors.md lists the cause and the fix of each code",
  ),
  requestId: text("As in the header X-Request-Id"),
  errors: list(
    FieldError,
    "Always present. At least one for INVALID_BODY, ANSWERS_REFUSED, INELIGIBLE, and INVALID_PARAMETER, and for MALFORMED_JSON if member names are repeated. Otherwise empty",
  ),
});
export type ProblemDocument = Shape<typeof ProblemDocument>;

export const LoginRefused = namedObject("LoginRefused", "The API key is invalid or expired", {
  status: words(["Unauthorized"], "Always the same"),
  statusCode: integer("401"),
  reason: text("In English"),
});
export type LoginRefused = Shape<typeof LoginRefused>;

export const Unauthorized = namedObject(
  "Unauthorized",
  "The token is missing, invalid, expired, or revoked",
  { message: words(["Unauthorized"], "Always the same") },
);
export type Unauthorized = Shape<typeof Unauthorized>;

export const Login = namedObject("Login", "A token for the other endpoints", {
  accessToken: text("JWT, valid for 24 hours or for the requested lifetime"),
  expiresIn: integer("Seconds until the token expires"),
});
export type Login = Shape<typeof Login>;
