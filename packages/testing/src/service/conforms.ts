import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { expect } from "vitest";

interface Part {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly anyOf?: readonly Part[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Part | boolean;
  readonly items?: Part;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Part }>> }>
  >;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Part>> };
}

export function descriptionOf(app: FastifyInstance): Description {
  return app.swagger() as unknown as Description;
}

/**
 * Holds an answer against the published description, read as any client would read it: status, media type and every
 * member must be documented. Answers of addresses that are not described (pages, health) are not looked at.
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
  if (documented?.content === undefined) return;
  const type = String(response.headers["content-type"]).split(";", 1)[0] ?? "";
  const content = documented.content[type];
  expect(content, `${operation.operationId} ${response.statusCode} does not document ${type}`).toBeDefined();
  if (content === undefined || !type.endsWith("json")) return;
  expect(problems(description, content.schema, response.json(), operation.operationId)).toEqual([]);
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
  if (schema.anyOf !== undefined) {
    const results = schema.anyOf.map((shape) => problems(description, shape, value, at));
    return results.find((result) => result.length === 0) ?? results.flat();
  }
  if (value === null) return schema.nullable === true ? [] : [`${at}: null`];
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
