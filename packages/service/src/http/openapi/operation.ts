import { problemCodes } from "@withholding-forms/contract";
import { LoginRefused, ProblemDocument, reference, Unauthorized } from "@withholding-forms/contract/schemas";
import { type TProperties, type TSchema, Type } from "@withholding-forms/contract/typebox";
import type { FastifySchema } from "fastify";
import { bodyLimit, maxMembers, workUnits } from "../../limits/work.js";

export interface Operation {
  readonly operationId: string;
  readonly tag: "Forms" | "Questions" | "PDF and Tax Parameters" | "Documentation" | "Authentication";
  readonly summary: string;
  readonly description: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: TProperties;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly example: string }>>;
  readonly body?: TSchema;
  readonly ok: {
    readonly schema: TSchema;
    readonly types: readonly string[];
    /** If the JSON response has another schema. */
    readonly json?: TSchema;
  };
  /** The response depends only on the content and has an ETag. */
  readonly constant?: boolean;
  /** Can return a deprecated version. */
  readonly versioned?: boolean;
  /** Statuses with a problem document, besides those that every operation has. */
  readonly problems: readonly number[];
}

export const acceptLanguage = {
  "Accept-Language": {
    description: "en (default), es, or fr. Regions and quality values are supported",
    example: "fr-CA",
  },
};

export const timezone = {
  Timezone: {
    description: "IANA time zone for the date and time on a signed form. UTC by default",
    example: "America/New_York",
  },
};

export const formVersionQuery = {
  formVersion: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: "Form version. The latest version by default",
      examples: ["2025.12.0"],
    }),
  ),
};

/**
 * The OpenAPI description of an operation. Nothing is validated from here: handlers call the validator made from the same
 * schemas, which lists all problems at once in the caller's language.
 */
export function operation(parts: Operation): FastifySchema & Record<string, unknown> {
  const login = parts.tag === "Authentication";
  return {
    operationId: parts.operationId,
    tags: [parts.tag],
    summary: parts.summary,
    description: parts.description,
    ...(parts.params === undefined ? {} : { params: strings(parts.params) }),
    ...(parts.query === undefined ? {} : { querystring: reference(Type.Object(parts.query)) }),
    ...(parts.headers === undefined ? {} : { headers: headerSchema(parts.headers, login) }),
    ...(parts.body === undefined ? {} : { body: reference(parts.body) }),
    security: login ? [] : [{ bearer: [] }],
    response: responses(parts, login),
  };
}

/** Every operation can return these: not acceptable, too many requests, an internal error, and overload. */
const everywhere = [406, 429, 500, 503];

function responses(parts: Operation, login: boolean): Record<string, object> {
  const { ok, constant = false, versioned = false } = parts;
  const result: Record<string, object> = {
    200: {
      description: descriptionOf(ok.schema),
      content: Object.fromEntries(
        ok.types.map((type) => [
          type,
          { schema: reference(type === "application/json" ? (ok.json ?? ok.schema) : ok.schema) },
        ]),
      ),
      headers: {
        "X-Request-Id": header("The request ID, also in logs and problem documents"),
        ...limits,
        ...(constant ? { ETag: header("Entity tag of this response, for If-None-Match") } : {}),
        ...(versioned
          ? {
              Deprecation: header("When the version was deprecated (RFC 9745)"),
              Sunset: header("When a deprecated version will be removed, if known (RFC 8594)"),
            }
          : {}),
      },
    },
  };
  if (constant) result["304"] = { type: "null", description: "Not modified since the ETag in If-None-Match" };
  const refused = login ? LoginRefused : Unauthorized;
  result["401"] = {
    description: descriptionOf(refused),
    content: { "application/json": { schema: reference(refused) } },
  };
  for (const status of [...parts.problems, ...everywhere].sort((a, b) => a - b)) {
    result[String(status)] = {
      description: `Problem: ${codesOf(status).join(", ")}${status === 413 ? bodyLimits : ""}`,
      content: { "application/problem+json": { schema: reference(ProblemDocument) } },
      ...(status === 429 ? { headers: { ...limits, "Retry-After": header("Seconds to wait") } } : {}),
      ...(status === 503 ? { headers: { "Retry-After": header("Seconds to wait") } } : {}),
    };
  }
  return result;
}

const bodyLimits = ` (more than ${bodyLimit} bytes, or more than ${maxMembers} members and array elements)`;

function descriptionOf(schema: TSchema): string {
  return "description" in schema && typeof schema.description === "string" ? schema.description : "Success";
}

const header = (description: string) => ({ type: "string", description });

const limits = {
  RateLimit: header("Units left in the quota (draft-ietf-httpapi-ratelimit-headers)"),
  "RateLimit-Policy": header(
    `The quota: q units per w seconds. A typical request costs 1 unit. Add 1 unit per ${workUnits.addressesPerUnit} work addresses, 1 per ${workUnits.membersPerUnit} members and array elements in the body, 1 per ${workUnits.bytesPerUnit} bytes of the body, and ${workUnits.signature} for SIGN.`,
  ),
};

function codesOf(status: number): string[] {
  return Object.entries(problemCodes).flatMap(([code, known]) => (known.status === status ? [code] : []));
}

function strings(described: Readonly<Record<string, string>>): object {
  return Type.Object(
    Object.fromEntries(
      Object.entries(described).map(([name, example]) => [name, Type.String({ examples: [example] })]),
    ),
  );
}

function headerSchema(headers: NonNullable<Operation["headers"]>, required: boolean): object {
  const properties = Object.fromEntries(
    Object.entries(headers).map(([name, { description, example }]) => {
      const schema = Type.String({ description, examples: [example] });
      return [name, required ? schema : Type.Optional(schema)];
    }),
  );
  return Type.Object(properties);
}
