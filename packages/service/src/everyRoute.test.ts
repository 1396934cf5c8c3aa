import { expect, test } from "vitest";
import { alabama, fillAlabama } from "./test/samples.js";
import { startTestServer } from "./test/server.js";

const { app, apiKey, token, options } = await startTestServer();

const routes: readonly ["GET" | "POST", string, object?][] = [
  ["POST", "/v1/forms", alabama],
  ["POST", "/v1/guided-flows", alabama],
  ["GET", "/v1/flowQuestionSet/FEDERAL/QS1"],
  ["GET", "/v1/formQuestionSet/W4101/QS1"],
  ["POST", "/v1/fillPdf", fillAlabama],
  ["GET", "/v1/fillPdf/W4101"],
  ["GET", "/v1/getAllFormIds"],
  ["GET", "/v1/getPdf/W4101"],
  ["GET", "/v1/getAllFormsCatalog"],
  ["GET", "/v1/docs/config"],
];

const [header = "", payload = "", signature = ""] = token.split(".");
const none = Buffer.from('{"alg":"none"}').toString("base64url");
const tokens: readonly [string, string | undefined][] = [
  ["no header", undefined],
  ["an empty header", ""],
  ["a scheme without a token", "Bearer "],
  ["another scheme", `Basic ${token}`],
  ["the API key", `Bearer ${apiKey}`],
  ["an unsigned token", `Bearer ${none}.${payload}.`],
  ["a token signed as none", `Bearer ${none}.${payload}.${signature}`],
  ["a changed payload", `Bearer ${header}.${payload.slice(0, -2)}AA.${signature}`],
  ["a changed signature", `Bearer ${header}.${payload}.${signature.slice(0, -2)}AA`],
  ["a cut token", `Bearer ${token.slice(0, -10)}`],
  ["two tokens", `Bearer ${token} ${token}`],
  ["a huge token", `Bearer ${"A".repeat(8000)}.A.A`],
];

test.each(routes)(
  "%s %s refuses every kind of bad token with the body of the specification",
  async (method, url, body) => {
    for (const [kind, authorization] of tokens) {
      const response = await app.inject({
        method,
        url,
        ...(body === undefined ? {} : { payload: body }),
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([kind, response.statusCode, response.body]).toEqual([kind, 401, '{"message":"Unauthorized"}']);
      expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(response.headers["www-authenticate"]).toBe("Bearer");
    }
  },
);

test.each(routes)("%s %s refuses other methods and says which it has", async (method, url) => {
  for (const other of ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"] as const) {
    // fillPdf takes POST; its address with a form id takes GET.
    if (other === method) continue;
    const response = await app.inject({
      method: other,
      url,
      headers: { authorization: `Bearer ${token}`, "content-type": "text/plain" },
      payload: "x",
    });
    expect([other, response.statusCode]).toEqual([other, 405]);
    expect(response.headers["allow"]).toBe(method === "GET" ? "GET, HEAD" : "POST");
    expect(response.json()).toMatchObject({ code: "METHOD_NOT_ALLOWED", status: 405 });
  }
});

test("a token that has ended is refused", async () => {
  const later = await startTestServer({ options: { keys: options.keys } });
  later.setTime(new Date("2026-11-17T18:30:00Z"));
  const response = await later.app.inject({
    url: "/v1/getAllFormIds",
    headers: { authorization: `Bearer ${later.token}` },
  });
  expect([response.statusCode, response.body]).toEqual([401, '{"message":"Unauthorized"}']);
});

test.each([
  "/v1",
  "/v1/unknown",
  "/v2/forms",
  "/v1/forms/extra",
  "/.env",
  "/v1/..%2f..%2fetc%2fpasswd",
  `/v1/getPdf/${"x".repeat(5000)}`,
])("%s is not found", async (url) => {
  const response = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect(response.statusCode).toBe(404);
  expect(response.headers["content-type"]).toContain("application/problem+json");
  expect(["NOT_FOUND", "UNKNOWN_FORM"]).toContain(response.json().code);
});

test("a slash at the end changes nothing", async () => {
  const response = await app.inject({
    url: "/v1/getAllFormIds/",
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.statusCode).toBe(200);
});

test("a well-formed request id comes back, any other is replaced", async () => {
  const call = (id: string) =>
    app.inject({ url: "/v1/getAllFormIds", headers: { "x-request-id": id, authorization: "x" } });
  expect((await call("payroll-run-0001")).headers["x-request-id"]).toBe("payroll-run-0001");
  expect((await call("<script>")).headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("the quota of a key is counted across its tokens and told on every answer", async () => {
  const limited = await startTestServer({ env: { RATE_LIMIT: "3" } });
  const login = await limited.app.inject({
    url: "/authentication/login",
    headers: { "api-key": limited.apiKey },
  });
  const other = `Bearer ${login.json().accessToken}`;
  const first = await limited.call({ url: "/v1/getAllFormIds" });
  expect(first.headers["ratelimit-policy"]).toBe('"key";q=3;w=60');
  expect(first.headers["ratelimit"]).toBe('"key";r=2;t=60');
  await limited.call({ url: "/v1/getAllFormIds", headers: { authorization: other } });
  await limited.call({ url: "/v1/getPdf/AL101" });
  const over = await limited.call({ url: "/v1/getAllFormsCatalog", headers: { authorization: other } });
  expect(over.statusCode).toBe(429);
  expect(over.headers["ratelimit"]).toBe('"key";r=0;t=60');
  expect(over.headers["retry-after"]).toBe("60");
});

test("an event loop that lags turns requests away quickly, but not probes", async () => {
  const lagging = await startTestServer({ options: { longestDelay: 0.000_001 } });
  // The first measurement is taken half a second after the start.
  let response = await lagging.app.inject({ url: "/v1/getAllFormIds" });
  while (response.statusCode !== 503) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    response = await lagging.app.inject({ url: "/v1/getAllFormIds" });
  }
  expect(response.headers["retry-after"]).toBe("2");
  expect(response.json()).toMatchObject({ code: "OVERLOADED" });
  expect((await lagging.app.inject({ url: "/healthz" })).statusCode).toBe(200);
  expect((await lagging.app.inject({ url: "/metrics" })).statusCode).toBe(200);
});
