import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer, testTime } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { createKey } from "../../../auth/keys.js";

const { app, apiKey, call, options, audit, log } = await startTestServer();
const now = testTime.getTime();
const { key: wizardKey } = await createKey(options.store, "browser", { now, scope: "wizard" });

function login(key: string, query: string, language = "en") {
  const headers = { "api-key": key, "accept-language": language };
  return app.inject({ url: `/authentication/login?${query}`, headers });
}

async function sign(query: string, idempotencyKey?: string) {
  const { accessToken } = (await login(apiKey, query)).json<{ accessToken: string }>();
  const headers = {
    authorization: `Bearer ${accessToken}`,
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
  };
  return call({ method: "POST", url: "/v1/fillPdf", headers, payload: { ...fillAlabama, signForm: "SIGN" } });
}

/** The event that was recorded last. */
const lastEvent = () => JSON.parse(audit().trimEnd().split("\n").at(-1) ?? "") as object;

test("the audit event of a signature says whom the token was issued for", async () => {
  expect((await sign("scope=wizard&employeeReference=emp-00417")).statusCode).toBe(200);
  expect(lastEvent()).toMatchObject({ formId: "AL101", employeeReference: "emp-00417" });
  expect((await sign("scope=wizard")).statusCode).toBe(200);
  expect(lastEvent()).not.toHaveProperty("employeeReference");
});

test("a key for browsers needs no scope for it", async () => {
  expect((await login(wizardKey, "employeeReference=emp-00417")).statusCode).toBe(200);
});

test("the reference is in no log and in no response", async () => {
  const signed = await sign("scope=wizard&employeeReference=emp-canary-31", "key-canary-00000001");
  expect([signed.statusCode, signed.body.includes("emp-canary-31")]).toEqual([200, false]);
  const rejected = await login(apiKey, "scope=full&employeeReference=emp-canary-31");
  expect([rejected.statusCode, rejected.body.includes("emp-canary-31")]).toEqual([400, false]);
  expect(log()).not.toContain("emp-canary-31");
});

test("a signature that is repeated for another employee is another request", async () => {
  const first = "scope=wizard&employeeReference=emp-1";
  const key = "repeated-000000000000001";
  expect((await sign(first, key)).statusCode).toBe(200);
  expect((await sign(first, key)).statusCode).toBe(200);
  const other = await sign("scope=wizard&employeeReference=emp-2", key);
  expect(other.json()).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
});

const sentences = {
  en: "Send 1 to 64 letters from A to Z, digits, or the characters . _ ~ -. Do not send a Social Security number, a social insurance number, or an email address.",
  es: "Envíe de 1 a 64 letras de la A a la Z, dígitos o los caracteres . _ ~ -. No envíe un número de Seguro Social, un número de seguro social canadiense ni una dirección de correo electrónico.",
  fr: "Envoyez de 1 à 64 lettres de A à Z, chiffres ou caractères . _ ~ -. N'envoyez pas de numéro de sécurité sociale, de numéro d'assurance sociale ni d'adresse courriel.",
};

test.each([
  ["en", "219-09-9983"],
  ["es", "219099983"],
  ["fr", "046-454-286"],
  ["en", "jane.doe%40example.com"],
  ["en", ""],
  ["en", "a&employeeReference=b"],
] as const)("in %s, %s is rejected", async (language, value) => {
  const response = await login(apiKey, `scope=wizard&employeeReference=${value}`, language);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({
    code: "INVALID_PARAMETER",
    errors: [{ pointer: "employeeReference", code: "INVALID", message: sentences[language] }],
  });
});

test.each([
  ["en", "Send this only for a token with the scope wizard."],
  ["es", "Envíe esto solo para un token con el alcance wizard."],
  ["fr", "Envoyez ceci seulement pour un jeton dont la portée est wizard."],
])("in %s, it is rejected for a full token", async (language, message) => {
  const response = await login(apiKey, "employeeReference=emp-00417", language);
  expect(response.json()).toMatchObject({
    code: "INVALID_PARAMETER",
    errors: [{ pointer: "employeeReference", code: "INVALID", message }],
  });
});
