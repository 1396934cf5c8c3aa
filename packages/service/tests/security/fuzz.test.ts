import { Agent, request as httpRequest } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  alabama,
  americanEmployee,
  canadianEmployee,
  fillAlabama,
  ontario,
} from "@withholding-forms/testing/people/samples";
import { withinSecond } from "@withholding-forms/testing/security/cpu-time";
import { answersIn, listen, sendRaw } from "@withholding-forms/testing/security/raw";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { testAll } from "@withholding-forms/testing/test-all";
import * as fc from "fast-check";
import type { InjectOptions } from "fastify";
import { expect, test } from "vitest";

// Thousands of malformed requests: no internal error, no request that takes a second, nothing kept in memory.

/** The same requests in every run, so that a failure is about the change under test. FUZZ_SEED=... sends others. */
const seed = Number(process.env["FUZZ_SEED"] ?? 2026);

// What is logged would grow with the requests and look like a leak.
const server = await startTestServer({ options: { log: { write() {} } } });
const { app, token } = server;
let requests = 0;

/**
 * For any input: no internal error, always JSON or what was requested, and `call` checks it against the description.
 */
async function behaves(request: InjectOptions & { readonly url: string }): Promise<void> {
  requests += 1;
  const { result: response, isLong } = await withinSecond(() => server.call(request));
  if (isLong) expect.fail(`${request.url} takes a second of CPU time`);
  if (response.statusCode >= 500) expect.fail(`${request.url} is answered with ${response.statusCode}`);
  if (response.statusCode < 400 || response.statusCode === 401 || request.method === "HEAD") return;
  expect(response.body).not.toMatch(/\bat .*\.(?:ts|js):/);
  // A page for people explains on itself what is wrong.
  if (response.headers["content-type"] === "text/html; charset=utf-8" && isPage(request.url)) return;
  expect(response.headers["content-type"]).toContain("application/problem+json");
  expect(response.json()).toMatchObject({ status: response.statusCode, requestId: expect.any(String) });
}

function isPage(url: string): boolean {
  return /^\/verify\/?(?:\?|$)/.test(url);
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

/** Every route of the server, with parameters of any kind; and addresses that are no route. */
const urls = [...new Set(server.server.routes.map(({ url }) => url))];
const path = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...urls), segment, segment, segment).map(([url, ...parts]) => {
      let at = 0;
      return url.replaceAll(/:[A-Za-z]+|\*/g, () => parts[at++] ?? "");
    }),
  },
  { weight: 1, arbitrary: fc.array(segment, { maxLength: 4 }).map((parts) => `/${parts.join("/")}`) },
);
const query = fc
  .array(fc.tuple(fc.constantFrom("formVersion", "hasFederalValues", "edition", "x"), segment), {
    maxLength: 3,
  })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join("&"));
const method = fc.constantFrom<"GET" | "POST" | "HEAD" | "PUT" | "DELETE" | "OPTIONS">(
  "GET",
  "GET",
  "GET",
  "GET",
  "POST",
  "HEAD",
  "PUT",
  "DELETE",
  "OPTIONS",
);
const address = fc.tuple(path, query).map(([url, search]) => (search === "" ? url : `${url}?${search}`));

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

/** A valid body with one to four properties, at any depth, replaced, added or removed. */
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

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((all) => Buffer.from(all)),
  fc.json().map((json) => Buffer.from(json)),
);

const anyAddress = fc.asyncProperty(address, method, headers, (url, verb, sent) =>
  behaves({ method: verb, url, headers: sent }),
);
const nearlyRight = fc.asyncProperty(changed, headers, ({ url, body }, sent) =>
  behaves({
    method: "POST",
    url,
    payload: JSON.stringify(body),
    headers: { ...sent, "content-type": "application/json" },
  }),
);
const anyBytes = fc.asyncProperty(
  fc.constantFrom(...bodies),
  bytes,
  fc.option(headerText),
  ([url], payload, type) =>
    behaves({ method: "POST", url, payload, headers: type === null ? {} : { "content-type": type } }),
);

/** Memory in use after a garbage collection. */
function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let times = 0; times < 3; times++) collect();
  return process.memoryUsage().heapUsed;
}

/** Requests per round, by kind. */
const share = { addresses: 1_700, bodies: 1_100, bytes: 600 };
const sockets = testAll ? { requests: 3_000, lines: 500 } : { requests: 600, lines: 100 };

test("requests never cause an internal error, and leave nothing in memory", async () => {
  const round = async (part: number) => {
    const runs = (numRuns: number) => ({ seed: seed + part, numRuns });
    await fc.assert(anyAddress, runs(share.addresses));
    await fc.assert(nearlyRight, runs(share.bodies));
    await fc.assert(anyBytes, runs(share.bytes));
  };
  if (!testAll) return round(1);
  // Caches fill and code warms up in the first two rounds.
  for (const part of [1, 2]) await round(part);
  const before = heapInUse();
  for (const part of [3, 4, 5]) await round(part);
  const grown = heapInUse() - before;
  // One kilobyte kept of each of these 10,000 requests would be 10 MB.
  expect(grown / 1024 / 1024).toBeLessThan(6);
});

test("requests over sockets never cause an internal error", async () => {
  const port = await listen(app);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const send = (verb: string, url: string, sent: Record<string, string>, payload?: Buffer) =>
    new Promise<number>((resolve, reject) => {
      const options = {
        host: "127.0.0.1",
        port,
        agent,
        method: verb,
        path: url,
        headers: {
          ...sent,
          authorization: `Bearer ${token}`,
          ...(payload === undefined ? {} : { "content-length": payload.length }),
        },
      };
      const request = httpRequest(options, (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
        response.on("error", reject);
      });
      request.on("error", reject);
      request.end(payload);
    });
  const one = fc.asyncProperty(
    fc.oneof(
      fc.tuple(address, method, headers, fc.constant(undefined)),
      fc
        .tuple(changed, headers)
        .map(
          ([{ url, body }, sent]) =>
            [
              url,
              "POST",
              { ...sent, "content-type": "application/json" },
              Buffer.from(JSON.stringify(body)),
            ] as const,
        ),
    ),
    async ([url, verb, sent, payload]) => {
      requests += 1;
      const status = await send(verb, url, sent, payload);
      if (status < 200 || status >= 500) expect.fail(`${verb} ${url} is answered with ${status}`);
    },
  );
  await fc.assert(one, { seed, numRuns: sockets.requests });
  agent.destroy();

  // Lines that are nearly HTTP.
  const piece = fc.oneof(
    fc.constantFrom(
      "GET ",
      "POST ",
      "/v1/forms",
      " HTTP/1.1",
      "\r\n",
      "\n",
      "Host: x",
      ": ",
      "Content-Length: 3",
    ),
    fc.constantFrom(
      "Transfer-Encoding: chunked",
      "0\r\n\r\n",
      "{}",
      `Authorization: Bearer ${token}`,
      "\u0000",
      " ",
    ),
    fc.string({ unit: "binary", maxLength: 10 }),
  );
  const line = fc.asyncProperty(fc.array(piece, { maxLength: 14 }), async (pieces) => {
    requests += 1;
    const answers = answersIn(await sendRaw(port, `${pieces.join("")}\r\n\r\n\u0000\r\n\r\n`));
    if (answers.some(({ status }) => status >= 500)) expect.fail(pieces.join(""));
  });
  await fc.assert(line, { seed, numRuns: sockets.lines });
  expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200);
});

test("thousands of requests were sent", () => {
  expect(requests).toBeGreaterThanOrEqual(testAll ? 20_000 : 4_000);
});
