import { type FieldCode, fieldCodes, type ProblemCode, problemCodes } from "../problem-codes.js";
import { Type } from "../typebox.js";
import { type Shape, words } from "./build.js";

export const FieldError = Type.Object(
  {
    pointer: Type.String({
      description:
        "JSON pointer (RFC 6901) into the body, such as /fields/dependents or /workAddresses/0/zipCode; empty for the whole body. For a query parameter, its name, such as formVersion",
    }),
    questionId: Type.Optional(
      Type.String({ description: "The key in fields, if the pointer names a member of fields" }),
    ),
    code: words(Object.keys(fieldCodes) as FieldCode[], "docs/errors.md lists the meaning of each code"),
    message: Type.String({
      description: "In the caller's language. For an answer, the question's own validation message",
    }),
  },
  { $id: "FieldError", description: "One value that was rejected" },
);
export type FieldError = Shape<typeof FieldError>;

export const ProblemDocument = Type.Object(
  {
    type: Type.String({ description: "URL of a page about this problem" }),
    title: Type.String({ description: "In the language of the request" }),
    status: Type.Integer({ description: "The HTTP status" }),
    detail: Type.String({ description: "In the language of the request" }),
    code: words(
      Object.keys(problemCodes) as ProblemCode[],
      "Stable. docs/errors.md lists the cause and the fix of each code",
    ),
    requestId: Type.String({ description: "As in the header X-Request-Id" }),
    errors: Type.Array(FieldError, {
      description:
        "Always present. At least one for INVALID_BODY, ANSWERS_REFUSED, INELIGIBLE, and INVALID_PARAMETER, and for MALFORMED_JSON if member names are repeated. Otherwise empty",
    }),
  },
  {
    $id: "Problem",
    description: "Problem document (RFC 9457)",
    examples: [
      {
        type: "https://forms.example.com/problems/ANSWERS_REFUSED",
        title: "Answers rejected",
        status: 422,
        detail: "The form was not filled. Some values are missing or invalid.",
        code: "ANSWERS_REFUSED",
        requestId: "0b8f6c1e-6d3f-4a58-9a53-0c1b5f9b1f2e",
        errors: [
          {
            pointer: "/fields/dependents",
            questionId: "dependents",
            code: "REQUIRED",
            message: "Enter a whole number, such as 2.",
          },
        ],
      },
    ],
  },
);
export type ProblemDocument = Shape<typeof ProblemDocument>;

export const LoginRefused = Type.Object(
  {
    status: words(["Unauthorized"], "Always the same"),
    statusCode: Type.Integer({ description: "401" }),
    reason: Type.String({ description: "In English" }),
  },
  {
    $id: "LoginRefused",
    description: "The API key is invalid or expired",
    examples: [{ status: "Unauthorized", statusCode: 401, reason: "Api key is invalid and/or expired" }],
  },
);
export type LoginRefused = Shape<typeof LoginRefused>;

export const Unauthorized = Type.Object(
  { message: words(["Unauthorized"], "Always the same") },
  {
    $id: "Unauthorized",
    description: "The token is missing, invalid, expired, or revoked",
    examples: [{ message: "Unauthorized" }],
  },
);
export type Unauthorized = Shape<typeof Unauthorized>;

export const Login = Type.Object(
  {
    accessToken: Type.String({
      description: "JWT, valid for 24 hours or for the requested lifetime",
    }),
    expiresIn: Type.Integer({ description: "Seconds until the token expires" }),
  },
  {
    $id: "Login",
    description: "A token for the other endpoints",
    examples: [{ accessToken: "eyJ...", expiresIn: 900 }],
  },
);
export type Login = Shape<typeof Login>;
