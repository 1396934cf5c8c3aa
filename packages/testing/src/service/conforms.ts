import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { expect } from "vitest";

interface Part {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly anyOf?: readonly Part[];
  readonly oneOf?: readonly Part[];
  readonly allOf?: readonly Part[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Part | boolean;
  readonly items?: Part;
}

interface Parameter {
  readonly in: "path" | "query" | "header";
  readonly name: string;
  readonly example?: unknown;
}

interface Media {
  readonly schema: Part;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface DescribedResponse {
  readonly content?: Readonly<Record<string, Media>>;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Part>> };
}

export function descriptionOf(app: FastifyInstance): Description {
  return app.swagger() as unknown as Description;
}

/**
 * Checks a response against the published API description, as any client would read it: status, media type and every
 * property must be documented. Responses of routes that are not described (pages, health) are not checked.
 */
export function conforms(
  app: FastifyInstance,
  request: InjectOptions & { readonly url: string },
  response: LightMyRequestResponse,
): void {
  const description = descriptionOf(app);
  const operation = operationOf(description, request.method ?? "GET", request.url);
  if (operation === undefined) return;
  const documented = operation.responses[String(response.statusCode)];
  expect(documented, `${operation.operationId} does not document ${response.statusCode}`).toBeDefined();
  expect(headerProblems(documented ?? {}, response), operation.operationId).toEqual([]);
  if (documented?.content === undefined) return;
  const type = String(response.headers["content-type"]).split(";", 1)[0] ?? "";
  const content = documented.content[type];
  expect(content, `${operation.operationId} ${response.statusCode} does not document ${type}`).toBeDefined();
  if (content === undefined || !/[/+]json$/.test(type)) return;
  expect(problems(description, content.schema, response.json(), operation.operationId)).toEqual([]);
}

/** On every response of every route, or part of the protocol. */
const common = new Set([
  "connection",
  "content-length",
  "content-security-policy",
  "content-type",
  "date",
  "keep-alive",
  "referrer-policy",
  "strict-transport-security",
  "transfer-encoding",
  "x-content-type-options",
]);

/** Headers that are not documented, and required ones that are missing. */
function headerProblems(documented: DescribedResponse, { headers }: LightMyRequestResponse): string[] {
  const known = Object.entries(documented.headers ?? {});
  const names = known.map(([name]) => name.toLowerCase());
  const unknown = Object.keys(headers).filter((name) => !common.has(name) && !names.includes(name));
  const id = "x-request-id" in headers ? [] : ["no x-request-id"];
  return [...unknown.map((name) => `${name} is not documented`), ...id];
}

export function operationOf(description: Description, method: string, url: string): Operation | undefined {
  // `inject` resolves dot segments like a browser, so "/v1/flow/.." requests "/v1/".
  const path = new URL(`http://service${url}`).pathname;
  for (const [template, methods] of Object.entries(description.paths)) {
    if (new RegExp(`^${template.replace(/\{[^}]+\}/g, "[^/]+")}$`).test(path))
      return methods[method.toLowerCase()];
  }
  return undefined;
}

function problems(description: Description, schema: Part, value: unknown, at: string): string[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace("#/components/schemas/", "");
    const found = description.components.schemas[name];
    return found === undefined ? [`${at}: no schema ${name}`] : problems(description, found, value, at);
  }
  if (value === null && schema.nullable === true) return [];
  if (schema.allOf !== undefined)
    return schema.allOf.flatMap((shape) => problems(description, shape, value, at));
  const shapes = schema.anyOf ?? schema.oneOf;
  if (shapes !== undefined) {
    const results = shapes.map((shape) => problems(description, shape, value, at));
    const fitting = results.filter((result) => result.length === 0).length;
    if (schema.oneOf !== undefined && fitting > 1) return [`${at}: fits several shapes`];
    return fitting > 0 ? [] : results.flat();
  }
  if (value === null) return [`${at}: null`];
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return [`${at}: ${String(value)} is not in the enum`];
  switch (schema.type) {
    case "object":
      return typeof value === "object" && !Array.isArray(value)
        ? objectProblems(description, schema, value as Record<string, unknown>, at)
        : [`${at}: not an object`];
    case "array":
      return Array.isArray(value)
        ? value.flatMap((item, index) => problems(description, schema.items ?? {}, item, `${at}/${index}`))
        : [`${at}: not an array`];
    case "integer":
      return Number.isInteger(value) ? [] : [`${at}: not an integer`];
    case undefined:
      return [];
    default:
      return typeof value === schema.type ? [] : [`${at}: ${typeof value} instead of ${schema.type}`];
  }
}

function objectProblems(
  description: Description,
  schema: Part,
  value: Readonly<Record<string, unknown>>,
  at: string,
): string[] {
  const missing = (schema.required ?? [])
    .filter((name) => !(name in value))
    .map((name) => `${at}/${name}: missing`);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const known = schema.properties?.[name];
    if (known !== undefined) return problems(description, known, member, `${at}/${name}`);
    return typeof schema.additionalProperties === "object"
      ? problems(description, schema.additionalProperties, member, `${at}/${name}`)
      : [`${at}/${name}: not documented`];
  });
  return [...missing, ...members];
}
