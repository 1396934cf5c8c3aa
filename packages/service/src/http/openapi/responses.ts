import { type ProblemCode, problemCodes } from "@withholding-forms/contract";
import {
  FillPdfRequest,
  LoginRefused,
  MigrateRequest,
  ProblemDocument,
  reference,
  Unauthorized,
} from "@withholding-forms/contract/schemas";
import type { TSchema } from "@withholding-forms/contract/typebox";
import { defined } from "@withholding-forms/interview";
import { bodyLimit, bodyLimits, maxMembers, workUnits } from "../../limits/work.js";
import { Problem } from "../../problems/problem.js";
import { fieldError } from "../../problems/validation.js";
import { problemDocument } from "../problems/problem-document.js";
import type { Operation } from "./operation-parts.js";
import { headerReference } from "./refine.js";

/**
 * Every operation can return these: a malformed request, not acceptable, a request that took too long, an unknown
 * expectation, too many requests, headers that are too large, an internal error, and overload.
 */
const everywhere = [400, 406, 408, 417, 429, 431, 500, 503];

/** Every status of an operation with its headers, body, and an example. */
export function responses(parts: Operation, login: boolean): Record<string, object> {
  const { constant = false } = parts;
  const result: Record<string, object> = { 200: success(parts, login) };
  if (constant)
    result["304"] = {
      type: "null",
      description: "Not modified since the ETag in If-None-Match",
      headers: headers(...limits, ...ofContent(parts), ...(parts.compressed ? ["Vary"] : [])),
    };
  const refused = login ? LoginRefused : Unauthorized;
  result["401"] = {
    description: descriptionOf(refused),
    content: { "application/json": { schema: reference(refused) } },
    headers: headers("WWW-Authenticate", ...(login ? limits : [])),
  };
  for (const status of [...new Set([...parts.problems, ...everywhere])].sort((a, b) => a - b))
    result[String(status)] = problem(status, parts);
  return result;
}

function success(parts: Operation, login: boolean): object {
  const { ok } = parts;
  return {
    description: descriptionOf(ok.schema),
    content: Object.fromEntries(
      ok.types.map((type) => {
        const schema = ok.schemas?.[type] ?? ok.schema;
        const example = ok.example ?? ("examples" in schema ? (schema.examples as unknown[])[0] : undefined);
        // OpenAPI 3.0 has the example next to the schema, not in it.
        const { examples, ...plain } = reference(schema) as { readonly examples?: unknown };
        return [type, { schema: plain, ...defined({ example }) }];
      }),
    ),
    headers: headers(
      ...(login ? [] : limits),
      ...ofContent(parts),
      ...(parts.compressed ? ["Content-Encoding", "Vary"] : []),
    ),
  };
}

function problem(status: number, parts: Operation): object {
  const codes = codesOf(status, parts);
  return {
    description: `Problem: ${codes.join(", ")}${status === 413 ? sizes : ""}`,
    content: {
      "application/problem+json": {
        schema: reference(ProblemDocument),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
    headers: headers(
      ...limits,
      "Content-Language",
      ...([409, 429, 503].includes(status) ? ["Retry-After"] : []),
    ),
  };
}

/** Codes of images and of methods that are not supported, which are no operations. */
const elsewhere: readonly ProblemCode[] = ["UNKNOWN_IMAGE", "METHOD_NOT_ALLOWED"];

/** An example for each problem code, which responses refer to. */
export const problemExamples = (): Readonly<Record<string, { readonly value: object }>> =>
  Object.fromEntries(
    (Object.keys(problemCodes) as ProblemCode[])
      .filter((code) => !elsewhere.includes(code))
      .map((code) => [code, { value: example(code) }]),
  );

/** The service's own response, with one error if the code has errors. */
function example(code: ProblemCode): object {
  const errors = {
    INVALID_PARAMETER: [fieldError("formVersion", "INVALID", "en")],
    INVALID_BODY: [fieldError("/workAddresses", "REQUIRED", "en")],
    ANSWERS_REFUSED: [
      {
        ...fieldError("/fields/dependents", "INVALID", "en"),
        questionId: "dependents",
        message: "Enter a whole number from 0 to 99.",
      },
    ],
    INELIGIBLE: [{ ...fieldError("/fields/isResident", "INELIGIBLE", "en"), questionId: "isResident" }],
  }[code as string];
  const values = { types: "application/json", allow: "GET, HEAD", version: "2024.1.0", ...bodyLimits };
  return problemDocument(
    new Problem(code, { values, ...(errors === undefined ? {} : { errors }) }),
    "en",
    "0b8f6c1e-6d3f-4a58-9a53-0c1b5f9b1f2e",
    "https://forms.example.com",
  );
}

const sizes = ` (more than ${bodyLimit} bytes, or more than ${maxMembers} members and array elements)`;

function descriptionOf(schema: TSchema): string {
  return "description" in schema && typeof schema.description === "string" ? schema.description : "Success";
}

/** Response headers by name. Responses refer to them. */
export const responseHeaders: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries({
    "Cache-Control": "no-store, or how long the response can be reused without asking again",
    "Content-Disposition": "File name with the name of the form, and its year if it is for a single year",
    "Content-Encoding": "gzip or br, if Accept-Encoding allows it and the response is not small",
    "Content-Language": "The language of the response",
    Deprecation: "When the version was deprecated (RFC 9745)",
    ETag: "Entity tag of this response, for If-None-Match",
    RateLimit: "Units left in the quota (draft-ietf-httpapi-ratelimit-headers)",
    "RateLimit-Policy": `The quota: q units per w seconds. A typical request costs 1 unit. Add 1 unit per ${workUnits.addressesPerUnit} work addresses, 1 per ${workUnits.membersPerUnit} members and array elements in the body, 1 per ${workUnits.bytesPerUnit} bytes of the body, and ${workUnits.signature} for SIGN.`,
    "Retry-After": "Seconds to wait",
    Sunset: "When a deprecated version will be removed, if known (RFC 8594)",
    Vary: "The request headers that decide the response, for caches. Not sent if there are none",
    "WWW-Authenticate": "ApiKey for login, Bearer for all other operations",
    "X-Request-Id": "The request ID, also in logs and problem documents",
  }).map(([name, description]) => [
    name,
    { description, required: name === "X-Request-Id", schema: { type: "string" } },
  ]),
);

const headers = (...names: readonly string[]): Readonly<Record<string, object>> =>
  Object.fromEntries(
    ["X-Request-Id", "Cache-Control", ...names].map((name) => [name, { [headerReference]: name }]),
  );

const limits = ["RateLimit", "RateLimit-Policy"];

function ofContent({ constant = false, translated = false, versioned = false, ok }: Operation): string[] {
  return [
    ...(constant ? ["ETag"] : []),
    ...(translated ? ["Content-Language"] : []),
    ...(versioned ? ["Deprecation", "Sunset"] : []),
    ...(ok.headers ?? []),
  ];
}

function codesOf(status: number, parts: Operation): ProblemCode[] {
  return (Object.entries(problemCodes) as [ProblemCode, { readonly status: number }][]).flatMap(
    ([code, known]) =>
      known.status === status && !elsewhere.includes(code) && (needs[code]?.(parts) ?? true) ? [code] : [],
  );
}

const hasForm = ({ params, body }: Operation): boolean =>
  params?.["formId"] !== undefined || body === FillPdfRequest || body === MigrateRequest;

/** What an operation must have to return a code. Every operation can return the codes that are not listed. */
const needs: Partial<Readonly<Record<ProblemCode, (parts: Operation) => boolean>>> = {
  MALFORMED_JSON: ({ body }) => body !== undefined,
  INVALID_PARAMETER: ({ query }) => query !== undefined,
  INVALID_IDEMPOTENCY_KEY: ({ headers }) => headers?.["Idempotency-Key"] !== undefined,
  IDEMPOTENCY_KEY_REUSED: ({ headers }) => headers?.["Idempotency-Key"] !== undefined,
  UNKNOWN_TIME_ZONE: ({ headers }) => headers?.["Timezone"] !== undefined,
  NOT_FOUND: ({ params }) => params !== undefined,
  UNKNOWN_FORM: hasForm,
  UNKNOWN_VERSION: hasForm,
  UNKNOWN_FLOW: ({ params }) => params?.["flowId"] !== undefined,
  UNKNOWN_QUESTION_SET: ({ params }) => params?.["questionSetId"] !== undefined,
  ANSWERS_REFUSED: ({ body }) => body === FillPdfRequest,
  INELIGIBLE: ({ body }) => body === FillPdfRequest,
  AUDIT_UNAVAILABLE: ({ body }) => body === FillPdfRequest,
};
