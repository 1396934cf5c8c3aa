import { alabama, fillAlabama, ontario } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { app, apiKey, call, audit, log, keyId } = await startTestServer();

interface Answered {
  readonly id: unknown;
  readonly line: number;
  readonly status: number;
  readonly retryAfter?: number;
  readonly body: Record<string, unknown>;
}

const headers = { "content-type": "application/x-ndjson" };

async function bulk(endpoint: string, payload: string, more: Record<string, string> = {}) {
  const url = `/v1/bulk/${endpoint}`;
  const response = await call({ method: "POST", url, payload, headers: { ...headers, ...more } });
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-type"]).toBe("application/x-ndjson");
  return response.body
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Answered);
}

const lines = (...requests: readonly unknown[]): string =>
  requests.map((one) => `${JSON.stringify(one)}\n`).join("");

test("each line has the response of the single request, in the order of the lines", async () => {
  const invalid = { ...fillAlabama, fields: { filingStatus: "NOBODY" } };
  const requests = [
    { id: "emp-1", ...fillAlabama },
    { id: 2, ...invalid },
    { id: "emp-3", ...fillAlabama, formId: "XX999" },
    { ...fillAlabama },
  ];
  const answered = await bulk("fillPdf", lines(...requests));
  expect(answered.map(({ id, line, status }) => [id, line, status])).toEqual([
    ["emp-1", 1, 200],
    [2, 2, 422],
    ["emp-3", 3, 404],
    [null, 4, 200],
  ]);
  const single = await call({ method: "POST", url: "/v1/fillPdf", payload: fillAlabama });
  expect(answered[0]?.body).toEqual(single.json());
  const refused = await call({ method: "POST", url: "/v1/fillPdf", payload: invalid });
  expect({ ...answered[1]?.body, requestId: "" }).toEqual({ ...refused.json(), requestId: "" });
  expect(answered[2]?.body["code"]).toBe("UNKNOWN_FORM");
});

test("guided flows of many employees, in the language of the request", async () => {
  const answered = await bulk("guided-flows", lines({ id: "a", ...alabama }, { id: "b", ...ontario }), {
    "accept-language": "fr",
  });
  for (const [index, body] of [alabama, ontario].entries()) {
    const url = "/v1/guided-flows";
    const single = await call({
      method: "POST",
      url,
      payload: body,
      headers: { "accept-language": "fr" },
    });
    expect(answered[index]?.body).toEqual(single.json());
  }
});

test("a line that cannot be read has its own error, and the lines after it are served", async () => {
  const twice = `{"id":"twice","formId":"AL101","formId":"AL102"}`;
  const deep = `${"[".repeat(1000)}${"]".repeat(1000)}`;
  const text = [
    "not JSON",
    "",
    twice,
    `{"id":"large","x":"${"x".repeat(256 * 1024)}"}`,
    "  \r",
    deep,
    '{"__proto__":{"id":"x"},"id":"proto"}',
    '"text"',
    "null",
    '{"id":{},"formId":"AL101"}',
    `\xff`,
    lines({ id: "last", ...fillAlabama }).trim(),
  ].join("\n");
  const answered = await bulk("fillPdf", text);
  expect(answered.map(({ id, line, status, body }) => [line, id, status, body["code"]])).toEqual([
    [1, null, 400, "MALFORMED_JSON"],
    [3, null, 400, "MALFORMED_JSON"],
    [4, null, 413, "BODY_TOO_LARGE"],
    [6, null, 400, "MALFORMED_JSON"],
    [7, null, 400, "MALFORMED_JSON"],
    [8, null, 422, "INVALID_BODY"],
    [9, null, 422, "INVALID_BODY"],
    [10, null, 422, "INVALID_BODY"],
    [11, null, 400, "MALFORMED_JSON"],
    [12, "last", 200, undefined],
  ]);
});

test("a body without lines has a response without lines", async () => {
  for (const nothing of ["\n", "\n\n  \n"]) expect(await bulk("fillPdf", nothing)).toEqual([]);
});

test("a signature is recorded once for its key, under the request ID of the bulk request and its line", async () => {
  const idempotencyKey = "6f0d3a0e-5c55-4d3e-9a53-0c1b5f9b1f2e";
  const sign = { id: "emp-1", idempotencyKey, ...fillAlabama, signForm: "SIGN" };
  const before = audit().length;
  const id = { "x-request-id": "payroll-november" };
  const [first] = await bulk("fillPdf", lines(sign), id);
  const [again] = await bulk("fillPdf", lines({ ...sign, id: "emp-1 again" }), id);
  expect([first?.status, again?.status]).toEqual([200, 200]);
  expect(again?.body).toEqual(first?.body);
  const events = audit().slice(before).trim().split("\n");
  expect(events).toHaveLength(1);
  expect(JSON.parse(String(events[0]))).toMatchObject({ requestId: "payroll-november-1", keyId });
  const [other] = await bulk("fillPdf", lines({ ...sign, formVersion: null }));
  expect(other).toMatchObject({ status: 422, body: { code: "IDEMPOTENCY_KEY_REUSED" } });
  const [wrong] = await bulk("fillPdf", lines({ ...sign, idempotencyKey: "short" }));
  expect(wrong).toMatchObject({ status: 400, body: { code: "INVALID_IDEMPOTENCY_KEY" } });
  const [number] = await bulk("fillPdf", lines({ ...sign, idempotencyKey: 17 }));
  expect(number?.body).toMatchObject({ errors: [{ pointer: "/idempotencyKey", code: "UNKNOWN" }] });
});

test("each line has a line in the log, without anything about a person", async () => {
  const before = log().length;
  await bulk("fillPdf", lines({ id: "emp-417", ...fillAlabama }, { id: "emp-418", ...fillAlabama }));
  const logged = log().slice(before);
  expect(logged.match(/"route":"\/v1\/fillPdf","status":200/g)).toHaveLength(2);
  expect(logged.match(/"route":"\/v1\/bulk\/fillPdf","status":200/g)).toHaveLength(1);
  for (const word of ["emp-417", "Smith", "123-45-6789"]) expect(logged).not.toContain(word);
});

test.each([
  ["application/json", 415],
  ["text/plain", 415],
])("%s is rejected", async (type, status) => {
  const payload = lines({ id: "a", ...fillAlabama });
  const response = await call({
    method: "POST",
    url: "/v1/bulk/fillPdf",
    payload,
    headers: { "content-type": type },
  });
  expect(response.statusCode).toBe(status);
});

test("other endpoints do not accept lines", async () => {
  const response = await call({ method: "POST", url: "/v1/fillPdf", payload: lines(fillAlabama), headers });
  expect(response.statusCode).toBe(415);
});

test("a request without a body is rejected", async () => {
  const response = await call({ method: "POST", url: "/v1/bulk/fillPdf" });
  expect([response.statusCode, response.json().code]).toEqual([400, "MALFORMED_JSON"]);
});

test("a wizard token is rejected, as is a request without a token", async () => {
  const login = await app.inject({
    url: "/authentication/login?scope=wizard",
    headers: { "api-key": apiKey },
  });
  const request = {
    method: "POST",
    url: "/v1/bulk/fillPdf",
    payload: lines({ id: "a", ...fillAlabama }),
  } as const;
  const authorization = `Bearer ${login.json().accessToken}`;
  const wizard = await app.inject({ ...request, headers: { ...headers, authorization } });
  expect([wizard.statusCode, wizard.json().code]).toEqual([403, "OUT_OF_SCOPE"]);
  const none = await app.inject({ ...request, headers });
  expect(none.statusCode).toBe(401);
});

test("the pdf of a line is a whole file", async () => {
  const [line] = await bulk("fillPdf", lines({ id: "a", ...fillAlabama }));
  const pdf = String(line?.body["pdf"]);
  expect(Buffer.from(pdf, "base64").toString("latin1").trimEnd()).toMatch(/^%PDF-.*%%EOF$/s);
});
