import { createHmac, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { eventually } from "@withholding-forms/testing/eventually";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { ask, listen } from "@withholding-forms/testing/security/raw";
import { addressOf, guarded } from "@withholding-forms/testing/security/routes";
import { startTestServer, testTime } from "@withholding-forms/testing/service/server";
import { describe, expect, test } from "vitest";
import { createKey } from "../../src/auth/keys.js";

// Every error that a token can have, at every route that needs one. The routes come from the server's own list.

const server = await startTestServer();
const { app, apiKey, token, keyId, options } = server;
const port = await listen(app);
const routes = guarded(server.server);
const now = testTime.getTime() / 1000;
const [secret] = await options.store.secrets();
if (secret === undefined) throw new Error("The login has created no secret.");
const { kid } = secret;

const claims = {
  iss: "withholding-forms",
  aud: "withholding-forms",
  sub: keyId,
  jti: "token-1",
  iat: now,
  exp: now + 3600,
};
const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString("base64url");

interface Change {
  readonly header?: object;
  readonly payload?: object;
  readonly sign?: (text: string) => string;
}

/** Created by hand, so that exactly one thing is wrong with each token. */
function forge({ header = {}, payload = {}, sign = hmac("sha256", secret?.secret ?? "") }: Change): string {
  const text = `${encode({ alg: "HS256", typ: "JWT", kid, ...header })}.${encode({ ...claims, ...payload })}`;
  return `${text}.${sign(text)}`;
}

function hmac(hash: string, key: string | Uint8Array): (text: string) => string {
  return (text) => createHmac(hash, key).update(text).digest("base64url");
}

function signature(key: KeyObject): (text: string) => string {
  return (text) =>
    createSign("sha256").update(text).sign({ key, dsaEncoding: "ieee-p1363" }).toString("base64url");
}

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" });
const publicPem = rsa.publicKey.export({ type: "spki", format: "pem" }).toString();
const right = forge({});
const [header = "", payload = "", signed = ""] = right.split(".");
const another = forge({ payload: { exp: now + 7200 } }).split(".");
const ownKey = Buffer.alloc(32, 7);
const ownJwk = { kty: "oct", k: ownKey.toString("base64url"), alg: "HS256" };
const bearer = (text: string): string => `Bearer ${text}`;

const kids = [
  "unknown",
  "",
  " ",
  `${kid} `,
  `${kid}\u0000`,
  "../../../../../../dev/null",
  "/dev/null",
  "file:///dev/null",
  "' OR '1'='1",
  "x' UNION SELECT x'07' --",
  "__proto__",
  "constructor",
  "toString",
  "0",
  0,
  null,
  true,
  [kid],
  { kid },
];

const faults: readonly [string, string | undefined][] = [
  ["no header", undefined],
  ["an empty header", ""],
  ["a scheme without a token", "Bearer"],
  ["a scheme and a space", "Bearer "],
  ["a token without a scheme", right],
  ["the scheme Basic", `Basic ${right}`],
  ["the scheme Token", `Token ${right}`],
  ["a scheme that only begins like ours", `Bearers ${right}`],
  ["a scheme glued to the token", `Bearer${right}`],
  ["a tab after the scheme", `Bearer\t${right}`],
  ["the API key", bearer(apiKey)],
  ["the id of the key", bearer(keyId)],
  ["two tokens in one header", `Bearer ${right} ${right}`],
  ["two tokens with a comma", `Bearer ${right}, Bearer ${right}`],
  ["a quoted token", `Bearer "${right}"`],
  ["no dots", bearer("abc")],
  ["two parts", bearer(`${header}.${payload}`)],
  ["four parts", bearer(`${right}.${signed}`)],
  ["five parts, as an encrypted one", bearer(`${right}.${signed}.${signed}`)],
  ["empty parts", bearer("..")],
  ["bytes that are no JSON", bearer("AAAA.AAAA.AAAA")],
  ["a header that is null", bearer(`${encode(null)}.${payload}.${signed}`)],
  ["a header that is a list", bearer(`${encode([])}.${payload}.${signed}`)],
  ["alg none, unsigned", bearer(forge({ header: { alg: "none" }, sign: () => "" }))],
  ["alg none, signed", bearer(forge({ header: { alg: "none" } }))],
  ["alg None", bearer(forge({ header: { alg: "None" }, sign: () => "" }))],
  ["alg hs256", bearer(forge({ header: { alg: "hs256" } }))],
  ["no alg", bearer(forge({ header: { alg: undefined } }))],
  ["alg as a list", bearer(forge({ header: { alg: ["HS256"] } }))],
  ["HS384", bearer(forge({ header: { alg: "HS384" }, sign: hmac("sha384", secret.secret) }))],
  ["HS512", bearer(forge({ header: { alg: "HS512" }, sign: hmac("sha512", secret.secret) }))],
  ["RS256", bearer(forge({ header: { alg: "RS256" }, sign: signature(rsa.privateKey) }))],
  ["ES256", bearer(forge({ header: { alg: "ES256" }, sign: signature(elliptic.privateKey) }))],
  ["an HMAC with a public key as the secret", bearer(forge({ sign: hmac("sha256", publicPem) }))],
  ["an RSA signature called HS256", bearer(forge({ sign: signature(rsa.privateKey) }))],
  ["an HMAC with the empty secret", bearer(forge({ sign: hmac("sha256", "") }))],
  ["an HMAC with the key id as the secret", bearer(forge({ sign: hmac("sha256", kid) }))],
  ["an HMAC with the API key as the secret", bearer(forge({ sign: hmac("sha256", apiKey) }))],
  ["a key in the header", bearer(forge({ header: { jwk: ownJwk }, sign: hmac("sha256", ownKey) }))],
  [
    "a key in the header and none named",
    bearer(forge({ header: { jwk: ownJwk, kid: undefined }, sign: hmac("sha256", ownKey) })),
  ],
  [
    "a key to be fetched",
    bearer(
      forge({ header: { jku: "http://127.0.0.1:1/jwks.json", kid: "x" }, sign: hmac("sha256", ownKey) }),
    ),
  ],
  ["no key named", bearer(forge({ header: { kid: undefined } }))],
  ["an extension we must understand", bearer(forge({ header: { crit: ["x"], x: 1 } }))],
  ["a payload that is not encoded", bearer(forge({ header: { crit: ["b64"], b64: false } }))],
  ...kids.map((one): [string, string] => [
    `the key named ${JSON.stringify(one)}`,
    bearer(forge({ header: { kid: one } })),
  ]),
  [
    "the key of /dev/null",
    bearer(forge({ header: { kid: "../../../../dev/null" }, sign: hmac("sha256", "") })),
  ],
  ["another issuer", bearer(forge({ payload: { iss: "somebody" } }))],
  ["an issuer in a list", bearer(forge({ payload: { iss: ["withholding-forms"] } }))],
  ["another audience", bearer(forge({ payload: { aud: "somewhere" } }))],
  [
    "all audiences in a list",
    bearer(forge({ payload: { aud: ["withholding-forms", "withholding-forms/wizard"] } })),
  ],
  [
    "a wizard token of a day",
    bearer(forge({ payload: { aud: "withholding-forms/wizard", exp: now + 86_400 } })),
  ],
  ["no audience in the list", bearer(forge({ payload: { aud: [] } }))],
  ...(["iss", "aud", "sub", "iat", "exp"] as const).map((name): [string, string] => [
    `no ${name}`,
    bearer(forge({ payload: { [name]: undefined } })),
  ]),
  ["an end in words", bearer(forge({ payload: { exp: "tomorrow" } }))],
  ["an end that is null", bearer(forge({ payload: { exp: null } }))],
  ["a beginning in words", bearer(forge({ payload: { iat: "today" } }))],
  ["an end a second ago", bearer(forge({ payload: { iat: now - 3600, exp: now - 1 } }))],
  ["an end now", bearer(forge({ payload: { iat: now - 3600, exp: now } }))],
  ["good from a minute on", bearer(forge({ payload: { nbf: now + 60 } }))],
  ["issued two minutes from now", bearer(forge({ payload: { iat: now + 120 } }))],
  ["issued in a year", bearer(forge({ payload: { iat: now + 31_536_000, exp: now + 31_540_000 } }))],
  ["good for a year", bearer(forge({ payload: { exp: now + 31_536_000 } }))],
  ["no ID", bearer(forge({ payload: { jti: undefined } }))],
  ["an ID in a list", bearer(forge({ payload: { jti: ["token-1"] } }))],
  ["no subject", bearer(forge({ payload: { sub: "" } }))],
  ["of an unknown key", bearer(forge({ payload: { sub: "000000000000" } }))],
  ["of a key named __proto__", bearer(forge({ payload: { sub: "__proto__" } }))],
  ["of a key by a pattern", bearer(forge({ payload: { sub: "%" } }))],
  ["of a key in a list", bearer(forge({ payload: { sub: [keyId] } }))],
  ["of a key in an object", bearer(forge({ payload: { sub: { id: keyId } } }))],
  ["of a key that is a number", bearer(forge({ payload: { sub: 1 } }))],
  [
    "a list as the payload",
    bearer(`${header}.${encode([claims])}.${hmac("sha256", secret.secret)(`${header}.${encode([claims])}`)}`),
  ],
  ["an altered payload", bearer(`${header}.${encode({ ...claims, exp: now + 4000 })}.${signed}`)],
  ["the signature of another token", bearer(`${header}.${payload}.${another[2]}`)],
  ["the payload of another token", bearer(`${header}.${another[1]}.${signed}`)],
  ["no signature", bearer(`${header}.${payload}.`)],
  ["half a signature", bearer(`${header}.${payload}.${signed.slice(0, 20)}`)],
  ["a signature and more", bearer(`${right}AAAA`)],
  ["a signature of zeros", bearer(`${header}.${payload}.${"A".repeat(43)}`)],
  ["a huge token", bearer(`${"A".repeat(12_000)}.A.A`)],
  ["a huge token, rightly signed", bearer(forge({ payload: { junk: "x".repeat(8000) } }))],
];

const unauthorized = '{"message":"Unauthorized"}';

test("the server's own list has every route that needs a token in the specification", () => {
  const urls = routes.filter(({ method }) => method !== "HEAD").map(({ method, url }) => `${method} ${url}`);
  expect(urls.sort()).toEqual([
    "GET /v1/changes",
    "GET /v1/coverage",
    "GET /v1/docs/config",
    "GET /v1/fillPdf/:formId",
    "GET /v1/flowQuestionSet/:flowId/:questionSetId",
    "GET /v1/formQuestionSet/:formId/:questionSetId",
    "GET /v1/getAllFormIds",
    "GET /v1/getAllFormsCatalog",
    "GET /v1/getPdf/:formId",
    "GET /v1/notices",
    "GET /v1/parameters",
    "POST /v1/bulk/fillPdf",
    "POST /v1/bulk/guided-flows",
    "POST /v1/effective-parameters",
    "POST /v1/fillPdf",
    "POST /v1/forms",
    "POST /v1/guided-flows",
    "POST /v1/migrate",
  ]);
});

test("a token created by hand is accepted, so each rejection below has one cause", async () => {
  const headers = { authorization: bearer(right) };
  expect((await app.inject({ url: "/v1/getAllFormIds", headers })).statusCode).toBe(200);
});

describe.each(routes)("$method $url", (route) => {
  const method = route.method as "GET" | "POST" | "HEAD";
  const url = addressOf(route);
  const body = method === "POST" ? { payload: fillAlabama } : {};

  test("rejects every kind of bad token with the body of the specification", async () => {
    for (const [kind, authorization] of faults) {
      const headers = authorization === undefined ? {} : { authorization };
      const response = await app.inject({ method, url, ...body, headers });
      const expected = [kind, 401, method === "HEAD" ? "" : unauthorized];
      expect([kind, response.statusCode, response.body]).toEqual(expected);
      expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(response.headers["www-authenticate"]).toBe("Bearer");
      expect(response.headers["cache-control"]).toBe("no-store");
    }
  });

  test("accepts a token in no other place, and rejects two tokens", async () => {
    const good = `Authorization: Bearer ${token}`;
    const bad = "Authorization: Bearer x.y.z";
    const elsewhere: readonly [string, string, string[]][] = [
      ["query", `${url}?access_token=${token}&token=${token}&authorization=Bearer%20${token}`, []],
      ["cookie", url, [`Cookie: authorization=Bearer ${token}; access_token=${token}; token=${token}`]],
      ["other headers", url, [`X-Authorization: Bearer ${token}`, `Proxy-Authorization: Bearer ${token}`]],
      ["the key's header", url, [`api-key: ${apiKey}`]],
      ["good and bad", url, [good, bad]],
      ["bad and good", url, [bad, good]],
      ["good twice", url, [good, good]],
      ["good and empty", url, [good, "Authorization:"]],
      ["a folded header", url, [`Authorization: Bearer\r\n ${token}`]],
    ];
    for (const [kind, address, headers] of elsewhere) {
      const answer = await ask(port, `${method} ${address}`, headers);
      const refused = kind === "a folded header" ? [400, 401] : [401];
      expect([kind, refused.includes(answer.status)]).toEqual([kind, true]);
      if (answer.status === 401 && method !== "HEAD")
        expect([kind, answer.body]).toEqual([kind, unauthorized]);
    }
  });
});

/** A change of the store reaches a running service within seconds. */
async function refusedSoon(at: typeof server, authorization: string): Promise<string> {
  const refusal = async (): Promise<string | undefined> => {
    const response = await at.app.inject({ url: "/v1/getAllFormIds", headers: { authorization } });
    return response.statusCode === 401 ? response.body : undefined;
  };
  return eventually(refusal, { what: "the token to be refused" });
}

async function login(at: typeof server, key: string): Promise<string> {
  const response = await at.app.inject({ url: "/authentication/login", headers: { "api-key": key } });
  return `Bearer ${response.json<{ accessToken: string }>().accessToken}`;
}

test("a valid token of a revoked key is rejected", async () => {
  const at = await startTestServer();
  const authorization = await login(at, at.apiKey);
  const call = () => at.app.inject({ url: "/v1/getAllFormIds", headers: { authorization } });
  expect((await call()).statusCode).toBe(200);
  await at.options.store.revoke(at.keyId, testTime.getTime());
  at.setTime(new Date(testTime.getTime() + 5000));
  expect(await refusedSoon(at, authorization)).toBe(unauthorized);
});

test("a valid token of a key that has expired in the meantime is rejected", async () => {
  const at = await startTestServer();
  const ends = testTime.getTime() + 600_000;
  const { key } = await createKey(at.options.store, "short", { now: testTime.getTime(), expiresAt: ends });
  const authorization = await login(at, key);
  at.setTime(new Date(ends - 1));
  const before = await at.app.inject({ url: "/v1/getAllFormIds", headers: { authorization } });
  expect(before.statusCode).toBe(200);
  at.setTime(new Date(ends));
  expect(await refusedSoon(at, authorization)).toBe(unauthorized);
});

test("a token is rejected from the second in which it expires, even if it was used before", async () => {
  const at = await startTestServer();
  const call = () =>
    at.app.inject({ url: "/v1/getAllFormIds", headers: { authorization: bearer(at.token) } });
  at.setTime(new Date(testTime.getTime() + 86_399_000));
  expect((await call()).statusCode).toBe(200);
  at.setTime(new Date(testTime.getTime() + 86_400_000));
  expect((await call()).body).toBe(unauthorized);
});

test("a token that is fresh but signed with a retired secret is rejected", async () => {
  const at = await startTestServer();
  const [old] = await at.options.store.secrets();
  const month = 30 * 86_400_000;
  for (const months of [1, 2]) {
    at.setTime(new Date(testTime.getTime() + months * month));
    await login(at, at.apiKey);
  }
  const later = now + (2 * month) / 1000;
  const text = `${encode({ alg: "HS256", kid: old?.kid })}.${encode({ ...claims, sub: at.keyId, iat: later, exp: later + 60 })}`;
  const authorization = bearer(`${text}.${hmac("sha256", old?.secret ?? "")(text)}`);
  const response = await at.app.inject({ url: "/v1/getAllFormIds", headers: { authorization } });
  expect([response.statusCode, response.body]).toEqual([401, unauthorized]);
});
