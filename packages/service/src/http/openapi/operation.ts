import { reference } from "@withholding-forms/contract/schemas";
import { Type } from "@withholding-forms/contract/typebox";
import { defined } from "@withholding-forms/interview";
import type { FastifySchema } from "fastify";
import type { HeaderParameter, Operation } from "./operation-parts.js";
import { responses } from "./responses.js";

export const acceptLanguage = {
  "Accept-Language": {
    description:
      "en (default), es, or fr. Regions are ignored, quality values are respected, and any other language is English",
    example: "en",
  },
};

const timeZoneId = { example: "America/New_York", format: "iana-time-zone" };

export const timezone = {
  Timezone: {
    description:
      "IANA time zone ID of the employee, for the date and time on a signed form. In every mode, it decides which day is the day of the signature for rules about dates. UTC by default",
    ...timeZoneId,
  },
};

/** The specification has the header here, too. */
export const unusedTimezone = {
  Timezone: {
    description: "IANA time zone ID. Checked, but not used: only fillPdf uses it",
    ...timeZoneId,
  },
};

export const idempotencyKey = {
  "Idempotency-Key": {
    description:
      "For SIGN: a random key, such as a UUID. The same request with the same key returns the same form within 24 hours, with no second audit event",
    example: "6f0d3a0e-5c55-4d3e-9a53-0c1b5f9b1f2e",
    pattern: '^(?:[A-Za-z0-9._~:+/=-]{16,128}|"[A-Za-z0-9._~:+/=-]{16,128}")$',
  },
};

export const formVersionQuery = {
  formVersion: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: "The formVersion from forms, guided-flows, or the form information. The latest by default",
      examples: ["2025.4.0"],
    }),
  ),
};

/**
 * The OpenAPI description of an operation. Nothing is validated from here: handlers call the validator made from the
 * same schemas, which lists all problems together in the caller's language.
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
    ...headerParameters(parts),
    ...(parts.body === undefined ? {} : { body: reference(parts.body) }),
    ...(parts.consumes === undefined ? {} : { consumes: parts.consumes }),
    security: [login ? { apiKey: [] } : { bearer: [] }],
    response: responses(parts, login),
  };
}

const pathParameters: Readonly<Record<string, string>> = {
  flowId: "ID of a flow, from guided-flows",
  formId: "ID of a form, from forms, guided-flows, or getAllFormIds",
  questionSetId: "ID of a question set, from the flow, the form, or navigation",
};

function strings(examples: Readonly<Record<string, string>>): object {
  return Type.Object(
    Object.fromEntries(
      Object.entries(examples).map(([name, example]) => [
        name,
        Type.String({ examples: [example], ...defined({ description: pathParameters[name] }) }),
      ]),
    ),
  );
}

function headerParameters({ headers = {}, constant = false }: Operation): { readonly headers?: object } {
  const all = { ...headers, ...(constant ? ifNoneMatch : {}) };
  const properties = Object.entries(all).map(([name, { example, ...annotations }]) => [
    name,
    Type.Optional(Type.String({ ...annotations, examples: [example] })),
  ]);
  return properties.length === 0 ? {} : { headers: Type.Object(Object.fromEntries(properties)) };
}

const ifNoneMatch: Readonly<Record<string, HeaderParameter>> = {
  "If-None-Match": {
    description: "The ETag of a response that you have. Returns 304 if it is still current",
    example: '"GFuWLO3KTiIOmaa0ZBL2nQ"',
  },
};
