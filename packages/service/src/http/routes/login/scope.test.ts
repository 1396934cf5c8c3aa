import { defined } from "@withholding-forms/interview";
import { eventually } from "@withholding-forms/testing/eventually";
import { alabama, fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer, testTime } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { createKey } from "../../../auth/keys.js";
import { revokeToken } from "../../../auth/tokens.js";

const { app, apiKey, call, options } = await startTestServer();
const { key: wizardKey } = await createKey(options.store, "browser", {
  now: testTime.getTime(),
  scope: "wizard",
});

function login(key: string, query = "", language = "en") {
  const headers = { "api-key": key, "accept-language": language };
  return app.inject({ url: `/authentication/login${query}`, headers });
}

async function tokenOf(key: string, query = ""): Promise<string> {
  return String((await login(key, query)).json<{ accessToken: string }>().accessToken);
}

/** Lifetime of the token in seconds. */
function lifetimeOf(token: string): number {
  const { iat, exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  return exp - iat;
}

test("a token is valid for 24 hours, and for less where that is requested", async () => {
  expect(lifetimeOf(await tokenOf(apiKey))).toBe(86_400);
  expect(lifetimeOf(await tokenOf(apiKey, "?lifetime=900"))).toBe(900);
  expect(lifetimeOf(await tokenOf(apiKey, "?scope=wizard"))).toBe(900);
  expect(lifetimeOf(await tokenOf(apiKey, "?scope=wizard&lifetime=3600"))).toBe(3600);
  expect(lifetimeOf(await tokenOf(wizardKey))).toBe(900);
  expect(lifetimeOf(await tokenOf(wizardKey, "?lifetime=60"))).toBe(60);
});

test.each([
  ["?lifetime=59", ["lifetime"], "Send a number of seconds from 60 to 86400."],
  ["?lifetime=86401", ["lifetime"], "Send a number of seconds from 60 to 86400."],
  ["?scope=wizard&lifetime=3601", ["lifetime"], "Send a number of seconds from 60 to 3600."],
  ["?lifetime=", ["lifetime"], "Send a number of seconds from 60 to 86400."],
  ["?lifetime=1e3", ["lifetime"], "Send a number of seconds from 60 to 86400."],
  ["?lifetime=90&lifetime=91", ["lifetime"], "Send a number of seconds from 60 to 86400."],
  ["?scope=admin", ["scope"], "Send full or wizard."],
  ["?scope=wizard&scope=full", ["scope"], "Send full or wizard."],
])("%s is rejected", async (query, pointers, message) => {
  const response = await login(apiKey, query);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ code: "INVALID_PARAMETER", errors: [{ message }] });
  const { errors } = response.json<{ errors: readonly { pointer: string }[] }>();
  expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
});

test("a wizard key never gets a full token, and says so in the caller's language", async () => {
  for (const [language, title] of [
    ["en", "Out of scope"],
    ["es", "Fuera del alcance"],
    ["fr", "Hors de la portée"],
  ] as const) {
    const response = await login(wizardKey, "?scope=full", language);
    expect([response.statusCode, response.json().code, response.json().title]).toEqual([
      403,
      "OUT_OF_SCOPE",
      title,
    ]);
  }
});

const calls: readonly ["GET" | "POST", string, object?][] = [
  ["POST", "/v1/forms", alabama],
  ["POST", "/v1/guided-flows", alabama],
  ["GET", "/v1/flowQuestionSet/FEDERAL/QS1"],
  ["GET", "/v1/formQuestionSet/W4101/QS1"],
  ["GET", "/v1/fillPdf/W4101"],
  ["POST", "/v1/fillPdf", fillAlabama],
  ["GET", "/v1/getPdf/W4101"],
  ["GET", "/v1/getAllFormIds"],
  ["GET", "/v1/getAllFormsCatalog"],
  ["GET", "/v1/parameters"],
  ["GET", "/v1/notices"],
  ["GET", "/v1/coverage"],
  ["GET", "/v1/changes"],
  ["GET", "/v1/docs/config"],
];

test.each([
  ["of a wizard key", () => tokenOf(wizardKey)],
  ["for browsers, of a full key", () => tokenOf(apiKey, "?scope=wizard&lifetime=900")],
])("a token %s allows the wizard's requests only", async (_kind, mint) => {
  const headers = { authorization: `Bearer ${await mint()}` };
  const statuses = await Promise.all(
    calls.map(async ([method, url, payload]) => {
      const response = await call({ method, url, headers, ...defined({ payload }) });
      return [url, response.statusCode];
    }),
  );
  expect(statuses).toEqual([
    ["/v1/forms", 200],
    ["/v1/guided-flows", 200],
    ["/v1/flowQuestionSet/FEDERAL/QS1", 200],
    ["/v1/formQuestionSet/W4101/QS1", 200],
    ["/v1/fillPdf/W4101", 200],
    ["/v1/fillPdf", 200],
    ["/v1/getPdf/W4101", 200],
    ["/v1/getAllFormIds", 403],
    ["/v1/getAllFormsCatalog", 403],
    ["/v1/parameters", 403],
    ["/v1/notices", 403],
    ["/v1/coverage", 403],
    ["/v1/changes", 403],
    ["/v1/docs/config", 403],
  ]);
  const refused = await call({ url: "/v1/getAllFormIds", headers: { ...headers, "accept-language": "es" } });
  expect(refused.json()).toMatchObject({
    code: "OUT_OF_SCOPE",
    detail: "Esta clave o este token solo permite las solicitudes que hace el asistente.",
  });
});

test("routes of a program that embeds the service are closed to wizard tokens", async () => {
  const embedding = await startTestServer({
    options: {
      routes: (scope) => void scope.get("/own", { config: { types: ["text/plain"] } }, async () => "own"),
    },
  });
  const minted = await embedding.app.inject({
    url: "/authentication/login?scope=wizard",
    headers: { "api-key": embedding.apiKey },
  });
  const headers = { authorization: `Bearer ${minted.json().accessToken}` };
  expect((await embedding.app.inject({ url: "/v1/own", headers })).statusCode).toBe(403);
  const full = { authorization: `Bearer ${embedding.token}` };
  expect((await embedding.app.inject({ url: "/v1/own", headers: full })).statusCode).toBe(200);
});

test("calls outside the scope use the quota of the key", async () => {
  const limited = await startTestServer({ env: { RATE_LIMIT: "2" } });
  const minted = await limited.app.inject({
    url: "/authentication/login?scope=wizard",
    headers: { "api-key": limited.apiKey },
  });
  const headers = { authorization: `Bearer ${minted.json().accessToken}` };
  const statuses: number[] = [];
  for (let times = 0; times < 3; times++)
    statuses.push((await limited.call({ url: "/v1/getAllFormIds", headers })).statusCode);
  expect(statuses).toEqual([403, 403, 429]);
});

test("a single token can be revoked; the other tokens of its key stay valid", async () => {
  const server = await startTestServer();
  const other = await server.app.inject({
    url: "/authentication/login?scope=wizard",
    headers: { "api-key": server.apiKey },
  });
  const headers = { authorization: `Bearer ${other.json().accessToken}` };
  const url = "/v1/fillPdf/W4101";
  expect((await server.app.inject({ url, headers })).statusCode).toBe(200);
  const { jti } = JSON.parse(
    Buffer.from(String(other.json().accessToken).split(".")[1] ?? "", "base64url").toString(),
  );
  const expiresAt = testTime.getTime() + 900_000;
  await revokeToken(server.options.store, { tokenId: jti, expiresAt }, testTime.getTime());
  const refusal = async (): Promise<string | undefined> => {
    const { statusCode, body } = await server.app.inject({ url, headers });
    return statusCode === 200 ? undefined : body;
  };
  expect(await eventually(refusal, { what: "the revoked token to be refused" })).toBe(
    '{"message":"Unauthorized"}',
  );
  expect((await server.call({ url })).statusCode).toBe(200);
});

test("a wizard token cannot use up the units of its key, not even with rejected requests", async () => {
  const server = await startTestServer({ env: { RATE_LIMIT: "1000" } });
  const headersOf = async (query: string) => {
    const headers = { "api-key": server.apiKey };
    const response = await server.app.inject({ url: `/authentication/login${query}`, headers });
    return { authorization: `Bearer ${response.json<{ accessToken: string }>().accessToken}` };
  };
  const [employee, other, payroll] = [
    await headersOf("?scope=wizard"),
    await headersOf("?scope=wizard"),
    await headersOf(""),
  ];
  const statusOf = async (headers: object, url = "/v1/getAllFormIds") =>
    (await server.app.inject({ url, headers: { ...headers } })).statusCode;
  for (let sent = 0; sent < 60; sent += 1) expect(await statusOf(employee, "/v1/coverage")).toBe(403);
  expect(await statusOf(employee)).toBe(429);
  expect(await statusOf(other, "/v1/coverage")).toBe(403);
  expect(await statusOf(payroll)).toBe(200);
});
