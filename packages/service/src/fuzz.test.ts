import * as fc from "fast-check";
import type { InjectOptions } from "fastify";
import { expect, test } from "vitest";
import { alabama, americanEmployee, canadianEmployee, fillAlabama, ontario } from "./test/samples.js";
import { startTestServer, type TestServer } from "./test/server.js";

const server = await startTestServer();
const runs = 400;

/** Whatever is sent: never a fault, always JSON or what was asked for, and `call` holds it against the description. */
async function behaves(at: TestServer, request: InjectOptions & { readonly url: string }): Promise<void> {
  const response = await at.call(request);
  expect(response.statusCode).toBeLessThan(500);
  if (response.statusCode >= 400 && response.statusCode !== 401) {
    expect(response.headers["content-type"]).toContain("application/problem+json");
    expect(response.json()).toMatchObject({ status: response.statusCode, requestId: expect.any(String) });
    expect(response.body).not.toMatch(/\bat .*\.(?:ts|js):/);
  }
}

const word = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom(
    "W4101",
    "AL101",
    "NM101",
    "QS1",
    "QS2",
    "FEDERAL",
    "AL_RESIDENT",
    "INELIGIBLE",
    "__proto__",
    "constructor",
    "..",
    "%",
    "2025.12.0",
    "2025.012.000",
    "toString",
  ),
);

/** Lone surrogates are in strings but cannot be in addresses. */
const segment = word.map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "x")));

const headerText = fc.oneof(
  fc.string({ unit: "grapheme-ascii", maxLength: 40 }).map((text) => text.trim()),
  fc.constantFrom(
    "*/*",
    "application/json",
    "application/pdf",
    "fr-CA, es;q=0.5",
    "America/Chicago",
    "UTC",
    "*",
    '"x"',
    "text/plain",
    "application/json; charset=latin1",
  ),
);

const headers = fc.dictionary(
  fc.constantFrom(
    "accept",
    "accept-language",
    "timezone",
    "if-none-match",
    "x-request-id",
    "x-forwarded-for",
    "range",
    "expect-nothing",
  ),
  headerText,
  { maxKeys: 4 },
);

test("addresses and headers of any kind are answered without a fault", async () => {
  const path = fc.oneof(
    fc
      .tuple(
        fc.constantFrom("flowQuestionSet", "formQuestionSet", "fillPdf", "getPdf", "getAllFormIds", "docs"),
        segment,
        segment,
      )
      .map((parts) => `/v1/${parts.join("/")}`),
    fc
      .tuple(fc.constantFrom("fillPdf", "getPdf", "problems", "images", "docs/static"), segment)
      .map((parts) => `/v1/${parts.join("/")}`),
    fc
      .tuple(fc.constantFrom("problems", "images/AL101", "docs/static", "authentication"), segment)
      .map((parts) => `/${parts.join("/")}`),
    fc.array(segment, { maxLength: 4 }).map((parts) => `/${parts.join("/")}`),
  );
  const query = fc.array(fc.tuple(fc.constantFrom("formVersion", "hasFederalValues", "x"), segment), {
    maxLength: 3,
  });
  const method = fc.constantFrom<"GET" | "POST" | "HEAD" | "PUT">("GET", "GET", "GET", "POST", "HEAD", "PUT");
  await fc.assert(
    fc.asyncProperty(path, query, method, headers, async (url, pairs, verb, sent) => {
      const search = pairs.map(([name, value]) => `${name}=${value}`).join("&");
      const response = await server.app.inject({
        method: verb,
        url: search === "" ? url : `${url}?${search}`,
        headers: { ...sent, authorization: `Bearer ${server.token}` },
      });
      expect(response.statusCode).toBeLessThan(500);
      if (verb === "GET")
        await behaves(server, { method: verb, url: search === "" ? url : `${url}?${search}`, headers: sent });
    }),
    { numRuns: runs },
  );
});

const bodies = [
  ["/v1/forms", alabama],
  ["/v1/guided-flows", ontario],
  ["/v1/fillPdf", fillAlabama],
  [
    "/v1/fillPdf",
    {
      ...fillAlabama,
      formId: "NM101",
      formVersion: "2025.12.0",
      federalValues: { isExempt: false, filingStatus: "S" },
      fields: { adjustFederalValues: "false" },
    },
  ],
  [
    "/v1/fillPdf",
    {
      ...fillAlabama,
      formId: "ON101",
      formVersion: "2026.1.0",
      employee: canadianEmployee,
      fields: { dateOfBirth: "1990-05-17" },
    },
  ],
  [
    "/v1/fillPdf",
    { ...fillAlabama, signForm: "SIGN", employee: { ...americanEmployee, middleInitial: "Q" } },
  ],
] as const;

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.constantFrom(
    "",
    "9".repeat(3000),
    "-0",
    "1e999",
    "null",
    "{{ x }}",
    ") endstream",
    "\u202e",
    "\u0000",
    1e308,
    -1e-308,
    [],
    {},
  ),
);

/** A good body with one to four members, at any depth, replaced, added or taken away. */
const changed = fc
  .tuple(
    fc.constantFrom(...bodies),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom("set", "remove", "add"), value, word), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([[url, good], changes]) => {
    const body = structuredClone(good) as unknown as Record<string, unknown>;
    for (const [pick, kind, what, name] of changes) {
      const places = objectsIn(body);
      const place = places[pick % places.length] ?? body;
      const names = Object.keys(place);
      const member = names[pick % Math.max(names.length, 1)] ?? name;
      if (kind === "remove") delete place[member];
      else
        Object.defineProperty(place, kind === "add" ? name : member, {
          value: structuredClone(what),
          enumerable: true,
          configurable: true,
          writable: true,
        });
    }
    return { url, body };
  });

function objectsIn(part: unknown): Record<string, unknown>[] {
  if (typeof part !== "object" || part === null) return [];
  const inner = Object.values(part).flatMap(objectsIn);
  return Array.isArray(part) ? inner : [part as Record<string, unknown>, ...inner];
}

test("bodies that are nearly right are answered without a fault", async () => {
  await fc.assert(
    fc.asyncProperty(changed, headers, async ({ url, body }, sent) => {
      const payload = JSON.stringify(body);
      await behaves(server, {
        method: "POST",
        url,
        payload,
        headers: { ...sent, "content-type": "application/json" },
      });
    }),
    { numRuns: runs },
  );
});

test("bodies of any bytes and any type are answered without a fault", async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((all) => Buffer.from(all)),
    fc.json().map((json) => Buffer.from(json)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...bodies),
      bytes,
      fc.option(headerText),
      async ([url], payload, type) => {
        const contentType = type === null ? {} : { "content-type": type };
        await behaves(server, { method: "POST", url, payload, headers: contentType });
      },
    ),
    { numRuns: runs },
  );
});
