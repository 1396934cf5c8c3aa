import type { Catalog } from "@withholding-forms/catalog";
import { alabama, fillAlabama } from "@withholding-forms/testing/people/samples";
import { descriptionOf } from "@withholding-forms/testing/service/conforms";
import {
  startTestServer,
  type TestServer,
  testCatalog,
  testTime,
} from "@withholding-forms/testing/service/server";
import type { InjectOptions } from "fastify";
import { describe, expect, test } from "vitest";
import { createKey } from "../auth/keys.js";

// One request for each status that each operation documents; `call` checks each response against the description. A
// documented status that is missing in these tables fails, and so does an undocumented table entry.

type Request = InjectOptions & { readonly url: string };

const get = (url: string): Request => ({ url });
const post = (url: string, payload: object): Request => ({ method: "POST", url, payload });
const lines = (url: string, body: object): Request => ({
  method: "POST",
  url,
  payload: `${JSON.stringify({ id: "emp-1", ...body })}\n`,
  headers: { "content-type": "application/x-ndjson" },
});

const good: Readonly<Record<string, Request>> = {
  login: get("/authentication/login?scope=full"),
  forms: post("/v1/forms", alabama),
  guidedFlows: post("/v1/guided-flows", alabama),
  flowQuestionSet: get("/v1/flowQuestionSet/FEDERAL/QS1"),
  formQuestionSet: get("/v1/formQuestionSet/W4101/QS1"),
  fillPdf: post("/v1/fillPdf", fillAlabama),
  bulkFillPdf: lines("/v1/bulk/fillPdf", fillAlabama),
  bulkGuidedFlows: lines("/v1/bulk/guided-flows", alabama),
  formInformation: get("/v1/fillPdf/AL101"),
  getAllFormIds: get("/v1/getAllFormIds"),
  getPdf: get("/v1/getPdf/AL101"),
  getAllFormsCatalog: get("/v1/getAllFormsCatalog"),
  parameters: get("/v1/parameters"),
  notices: get("/v1/notices"),
  coverage: get("/v1/coverage"),
  effectiveParameters: post("/v1/effective-parameters", { date: "2026-11-16", certificates: [] }),
  migrate: post("/v1/migrate", { formId: "AL101", fromVersion: "2014.3.0", fields: {} }),
  changes: get("/v1/changes"),
  docsConfig: get("/v1/docs/config"),
};

/** Requests with an error that only their operation has. */
const wrong: Readonly<Record<string, Request>> = {
  "login 400": get("/authentication/login?lifetime=forever"),
  "forms 422": post("/v1/forms", {}),
  "guidedFlows 422": post("/v1/guided-flows", {}),
  "flowQuestionSet 400": get("/v1/flowQuestionSet/FEDERAL/%zz"),
  "flowQuestionSet 404": get("/v1/flowQuestionSet/NOWHERE/QS1"),
  "formQuestionSet 400": get("/v1/formQuestionSet/W4101/QS1?hasFederalValues=maybe"),
  "formQuestionSet 404": get("/v1/formQuestionSet/XX999/QS1"),
  "fillPdf 404": post("/v1/fillPdf", { ...fillAlabama, formId: "XX999" }),
  "fillPdf 422": post("/v1/fillPdf", { ...fillAlabama, fields: {} }),
  "formInformation 400": get("/v1/fillPdf/AL101?formVersion="),
  "formInformation 404": get("/v1/fillPdf/XX999"),
  "changes 400": get("/v1/changes?since=soon"),
  "effectiveParameters 422": post("/v1/effective-parameters", { date: "2026-02-30", certificates: [] }),
  "migrate 404": post("/v1/migrate", { formId: "XX999", fromVersion: "1.0.0", fields: {} }),
  "migrate 422": post("/v1/migrate", { formId: "AL101", fields: {} }),
  "getPdf 400": get("/v1/getPdf/AL101?formVersion="),
  "getPdf 404": get("/v1/getPdf/XX999"),
};

const usual = await startTestServer();
const busy = await startTestServer({ env: { RATE_LIMIT: "1", LOGIN_RATE_LIMIT: "1" } });
await busy.call(get("/v1/getAllFormIds"));
await busy.app.inject({ url: "/authentication/login", headers: { "api-key": "guess" } });
const cut = await startTestServer();
await cut.options.store.close();
// Signed, it says, with a secret that we do not know, and the store can no longer be queried.
const unjudged = `${Buffer.from('{"alg":"HS256","kid":"unknown"}').toString("base64url")}.e30.AAAA`;
const fault = (): never => {
  throw new Error("An internal error whose message has Smith and 123-45-6789.");
};
const faulty: Catalog = {
  ...testCatalog(),
  find: fault,
  flow: fault,
  formIds: fault,
  current: fault,
  applicable: fault,
  parameters: fault,
  notices: fault,
  coverage: fault,
  changes: fault,
  effective: fault,
};
const broken = await startTestServer({ options: { catalog: faulty } });

const { options: shared } = await startTestServer();
const waiting = await startTestServer({
  options: {
    store: {
      ...shared.store,
      // The same request, which another process has not finished.
      claimSignature: async (claim, leaseUntil) => ({ ...claim, leaseUntil }),
    },
  },
});

const { key: wizardKey } = await createKey(usual.options.store, "browser", {
  now: testTime.getTime(),
  scope: "wizard",
});
const wizardLogin = await usual.app.inject({
  url: "/authentication/login",
  headers: { "api-key": wizardKey },
});
const wizardToken = String(wizardLogin.json<{ accessToken: string }>().accessToken);

/** Errors that every operation can have, and how to cause them. */
const same: Readonly<Record<number, { readonly at: TestServer; readonly change?: Partial<Request> }>> = {
  200: { at: usual },
  304: { at: usual, change: { headers: { "if-none-match": "*" } } },
  400: { at: usual, change: { headers: { host: "one.example,two.example" } } },
  401: { at: usual, change: { headers: { authorization: "Bearer x", "api-key": "x" } } },
  403: { at: usual, change: { headers: { authorization: `Bearer ${wizardToken}`, "api-key": wizardKey } } },
  406: { at: usual, change: { headers: { accept: "image/gif" } } },
  409: {
    at: waiting,
    change: {
      payload: { ...fillAlabama, signForm: "SIGN" },
      headers: { "idempotency-key": "a-key-of-another-request" },
    },
  },
  413: { at: usual, change: { payload: { junk: "x".repeat(256 * 1024) } } },
  415: { at: usual, change: { payload: "a=b", headers: { "content-type": "text/plain" } } },
  417: { at: usual, change: { headers: { expect: "a miracle" } } },
  429: { at: busy, change: { headers: { "api-key": "guess" } } },
  500: { at: broken },
  503: { at: cut, change: { headers: { authorization: `Bearer ${unjudged}` } } },
};

/** These do not use the content that is broken here to cause an internal error, or report it per line. */
const unreachable = ["login 500", "docsConfig 500", "bulkFillPdf 500", "bulkGuidedFlows 500"];
/** The server answers these before there is a request: problems/client-errors.test.ts sends them through a socket. */
const beforeRequests = [408, 431];

const documented = Object.values(descriptionOf(usual.app).paths).flatMap((methods) =>
  Object.values(methods).flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status) => ({ operationId, status: Number(status) })),
  ),
);

test("the tables and the description name the same operations and statuses", () => {
  expect([...new Set(documented.map(({ operationId }) => operationId))].sort()).toEqual(
    Object.keys(good).sort(),
  );
  const keys = documented.map(({ operationId, status }) => `${operationId} ${status}`);
  expect(Object.keys(wrong).filter((key) => !keys.includes(key))).toEqual([]);
});

const reachable = documented.filter(
  ({ operationId, status }) =>
    !unreachable.includes(`${operationId} ${status}`) && !beforeRequests.includes(status),
);

describe.each(reachable)("$operationId $status", ({ operationId, status }) => {
  test("is answered as documented", async () => {
    const own = wrong[`${operationId} ${status}`];
    const { at, change = {} } = own === undefined ? (same[status] ?? { at: usual }) : { at: usual };
    const request = own ?? good[operationId] ?? get("/");
    const response = await at.call({
      ...request,
      ...change,
      headers: { "api-key": at.apiKey, ...request.headers, ...change.headers },
    });
    expect(response.statusCode).toBe(status);
    expect(response.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    if (status >= 400 && status !== 401)
      expect(response.json()).toMatchObject({ status, requestId: response.headers["x-request-id"] });
    if (status === 409 || status === 429 || status === 503)
      expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
  });
});

test("an internal error is logged by its location and never by its message, and the response has neither", async () => {
  const response = await broken.call(get("/v1/getAllFormIds"));
  expect(response.json()).toEqual({
    type: "https://forms.example.com/problems/INTERNAL_ERROR",
    title: "Internal error",
    status: 500,
    detail: "Something went wrong on our end. Report it with the request ID.",
    code: "INTERNAL_ERROR",
    requestId: response.headers["x-request-id"],
    errors: [],
  });
  expect(broken.log()).toContain("statuses.test.ts");
  expect(broken.log()).not.toMatch(/Smith|123-45-6789|123456789/);
});
