import { verificationLevels } from "@withholding-forms/contract";
import { descriptionOf, type Operation } from "@withholding-forms/testing/service/conforms";
import { startTestServer } from "@withholding-forms/testing/service/server";
import type { InjectOptions } from "fastify";
import { describe, expect, test } from "vitest";

// The examples of the description work in "Try it": each request example is sent, and the response example is what comes
// back, abbreviated.

const { app, call, apiKey } = await startTestServer();
const operations = Object.entries(descriptionOf(app).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    id: operation.operationId,
    request: requestOf(path, method, operation),
    responses: operation.responses,
  })),
);

describe.each(operations)("$id", ({ request, responses }) => {
  test("accepts its request example and returns its response example", async () => {
    const response = await call({ ...request, headers: { "api-key": apiKey, ...request.headers } });
    expect(response.statusCode).toBe(200);
    const type = String(response.headers["content-type"]).split(";", 1)[0] ?? "";
    const { example } = responses["200"]?.content?.[type] ?? {};
    expect(example).toBeDefined();
    const body: unknown = type === "application/json" ? response.json() : response.body;
    if (typeof example === typeof body) expect(unlike(example, body, "")).toEqual([]);
  });

  test("has an example for every response with a body", () => {
    const without = Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.entries(content)
        .filter(([, { example, examples }]) => example === undefined && examples === undefined)
        .map(([type]) => `${status} ${type}`),
    );
    expect(without).toEqual([]);
  });
});

function requestOf(
  path: string,
  method: string,
  { parameters = [], requestBody }: Operation,
): InjectOptions & { readonly url: string } {
  const given = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, example }) => [name, example === undefined ? undefined : String(example)] as const);
  for (const place of ["path", "query", "header"])
    for (const [name, example] of given(place)) expect([path, name, example]).not.toContain(undefined);
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {});
  const url = path.replace(/\{(\w+)\}/g, (_, name) => new Map(given("path")).get(name) ?? "");
  return {
    method: method.toUpperCase() as "GET",
    url,
    query: Object.fromEntries(given("query").map(([name, example]) => [name, example ?? ""])),
    headers: {
      ...Object.fromEntries(given("header")),
      ...(type === undefined ? {} : { "content-type": type }),
    },
    ...(media === undefined ? {} : { payload: media.example as object }),
  };
}

/**
 * Where an example says something else. It can leave out members and list elements, and end a text with "...". Versions,
 * days, and verification levels may differ: they follow the content.
 */
function unlike(example: unknown, real: unknown, at: string): string[] {
  if (typeof example === "string" && example.endsWith("..."))
    return String(real).startsWith(example.slice(0, -3).trimEnd()) ? [] : [at];
  if (Array.isArray(example)) {
    if (!Array.isArray(real)) return [at];
    return example.flatMap((element, index) => {
      const tried = real.map((one) => unlike(element, one, `${at}/${index}`));
      return tried.some((one) => one.length === 0) ? [] : (tried[0] ?? [at]);
    });
  }
  if (typeof example === "object" && example !== null)
    return Object.entries(example).flatMap(([name, member]) =>
      unlike(member, (real as Record<string, unknown> | null)?.[name], `${at}/${name}`),
    );
  return example === real || isAlike(example, real) ? [] : [at];
}

const shapes = [
  /^[0-9]{4}\.[0-9]{1,2}\.[0-9]{1,2}$/,
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}\.[0-9]+$/,
  new RegExp(`^(?:${verificationLevels.join("|")})$`),
];

/** Whether both are versions, both are days, both are cursors, or both are verification levels. */
function isAlike(one: unknown, other: unknown): boolean {
  return shapes.some((shape) => shape.test(String(one)) && shape.test(String(other)));
}
