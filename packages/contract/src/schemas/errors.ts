import { type FieldCode, fieldCodes, type ProblemCode, problemCodes } from "../problem-codes.js";
import { Type } from "../typebox.js";
import { type Shape, words } from "./build.js";

export const FieldError = Type.Object(
  {
    pointer: Type.String({ description: "JSON pointer into the body, or the name of the query parameter" }),
    questionId: Type.Optional(Type.String()),
    code: words(Object.keys(fieldCodes) as FieldCode[]),
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
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: words(Object.keys(problemCodes) as ProblemCode[]),
    requestId: Type.String(),
    errors: Type.Array(FieldError),
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
  { status: words(["Unauthorized"]), statusCode: Type.Integer(), reason: Type.String() },
  {
    $id: "LoginRefused",
    description: "The API key is invalid or expired",
    examples: [{ status: "Unauthorized", statusCode: 401, reason: "Api key is invalid and/or expired" }],
  },
);
export type LoginRefused = Shape<typeof LoginRefused>;

export const Unauthorized = Type.Object(
  { message: words(["Unauthorized"]) },
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
  },
  {
    $id: "Login",
    description: "A token for the other endpoints",
    examples: [{ accessToken: "eyJ..." }],
  },
);
export type Login = Shape<typeof Login>;
