import { alabama, fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { app, token } = await startTestServer();

const routes: readonly ["GET" | "POST", string, object?][] = [
  ["POST", "/v1/forms", alabama],
  ["POST", "/v1/guided-flows", alabama],
  ["GET", "/v1/flowQuestionSet/FEDERAL/QS1"],
  ["GET", "/v1/formQuestionSet/W4101/QS1"],
  ["POST", "/v1/fillPdf", fillAlabama],
  ["POST", "/v1/bulk/guided-flows"],
  ["POST", "/v1/bulk/fillPdf"],
  ["GET", "/v1/fillPdf/W4101"],
  ["GET", "/v1/getAllFormIds"],
  ["GET", "/v1/getPdf/W4101"],
  ["GET", "/v1/getAllFormsCatalog"],
  ["GET", "/v1/parameters"],
  ["GET", "/v1/notices"],
  ["GET", "/v1/coverage"],
  ["GET", "/v1/changes"],
  ["GET", "/v1/docs/config"],
];

test.each(routes)("%s %s rejects other methods and lists the allowed ones", async (method, url) => {
  for (const other of ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"] as const) {
    // fillPdf accepts POST; its path with a form id accepts GET.
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

test("a well-formed request id is returned, any other is replaced", async () => {
  const call = (id: string) =>
    app.inject({ url: "/v1/getAllFormIds", headers: { "x-request-id": id, authorization: "x" } });
  expect((await call("payroll-run-0001")).headers["x-request-id"]).toBe("payroll-run-0001");
  expect((await call("<script>")).headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("the quota of a key is counted across its tokens and returned with every response", async () => {
  const limited = await startTestServer({ env: { RATE_LIMIT: "3" } });
  const login = await limited.app.inject({
    url: "/authentication/login",
    headers: { "api-key": limited.apiKey },
  });
  const other = `Bearer ${login.json().accessToken}`;
  const first = await limited.call({ url: "/v1/getAllFormIds" });
  expect(first.headers["ratelimit-policy"]).toBe('"key";q=3;w=60');
  // Seconds may pass between two requests, so what is left of the minute is not known.
  expect(first.headers["ratelimit"]).toMatch(/^"key";r=2;t=(?:60|[1-5]?\d)$/);
  await limited.call({ url: "/v1/getAllFormIds", headers: { authorization: other } });
  await limited.call({ url: "/v1/getPdf/AL101" });
  const over = await limited.call({ url: "/v1/getAllFormsCatalog", headers: { authorization: other } });
  expect(over.statusCode).toBe(429);
  const [, seconds] = /^"key";r=0;t=(60|[1-5]?\d)$/.exec(String(over.headers["ratelimit"])) ?? [];
  expect(over.headers["retry-after"]).toBe(seconds);
});
