import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { type ProblemCode, problemCodes } from "@withholding-forms/contract";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { app, call } = await startTestServer();

const production = await startTestServer({ env: { NODE_ENV: "production" } });

test("the start page in production says what this is, with nothing inline but its own style", async () => {
  const response = await production.app.inject({ url: "/" });
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(response.body).toContain("Employers in the United States and Canada need withholding forms");
  expect(response.body).not.toContain("Try it as");
  expect(response.body).toContain('href="docs/"');
  const style = /<style>([^<]*)<\/style>/.exec(response.body)?.[1] ?? "";
  const digest = createHash("sha256").update(style).digest("base64");
  expect(response.headers["content-security-policy"]).toBe(
    `default-src 'none';style-src 'sha256-${digest}';base-uri 'none';form-action 'none';frame-ancestors 'none'`,
  );
  expect(response.body).not.toMatch(/<script|style=|onclick/);
});

test("the start page has the language of the link, or of the browser, and people to try the wizard as", async () => {
  const german = { "accept-language": "de, fr-CA;q=0.5" };
  const asked = await app.inject({ url: "/?language=es", headers: german });
  expect(asked.body).toContain('<html lang="es">');
  expect(asked.body).toContain("Pruébelo como ...");
  expect(asked.body).toContain('href="try?as=commuter&amp;language=es"');
  const preferred = await app.inject({ url: "/", headers: german });
  expect([preferred.headers["content-language"], preferred.headers["vary"]]).toEqual([
    "fr",
    "accept-language",
  ]);
});

test("the demo token comes with the addresses of the person who was chosen, and with nothing for anyone else", async () => {
  const personOf = async (as: string) =>
    (await app.inject({ url: `/demo/token?as=${as}` })).json<{ person?: object }>().person;
  expect(await personOf("canadian")).toMatchObject({ homeAddress: { postalCode: "K1A 0A9" } });
  for (const nobody of ["", "nobody", "__proto__", "single&as=single"])
    expect([nobody, await personOf(nobody)]).toEqual([nobody, undefined]);
});

test.each([
  ["/docs/json", "application/json"],
  ["/docs/yaml", "application/x-yaml"],
])("%s is the description that callers with a token get", async (url, accept) => {
  const [open, known] = [
    await app.inject({ url }),
    await call({ url: "/v1/docs/config", headers: { accept } }),
  ];
  expect([open.statusCode, open.headers["content-type"]]).toEqual([200, `${accept}; charset=utf-8`]);
  expect(open.body).toBe(known.body);
  expect((await app.inject({ url, method: "HEAD" })).headers["content-length"]).toBe(
    String(open.body.length),
  );
  const { etag } = open.headers;
  const again = await app.inject({ url, headers: { "if-none-match": String(etag) } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  const packed = await app.inject({ url, headers: { "accept-encoding": "gzip" } });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(open.body);
});

test.each(Object.keys(problemCodes) as ProblemCode[])(
  "the type of %s leads to a page about it",
  async (code) => {
    const response = await app.inject({ url: `/problems/${code}` });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain(code);
    expect(response.body).toContain(`<dd>${problemCodes[code].status}</dd>`);
  },
);

test("a URL that is longer than that of any page is rejected before its path is resolved", async () => {
  const statusOf = async (query: string) =>
    (await app.inject({ url: `/docs/static/style.css?${query}` })).statusCode;
  expect(await statusOf("a".repeat(900))).toBe(200);
  expect(await statusOf("a".repeat(1000))).toBe(404);
});

test("there is no page about a problem that does not exist", async () => {
  expect((await app.inject({ url: "/problems/NOPE" })).statusCode).toBe(404);
});

test("answers of the service carry headers that keep browsers from guessing", async () => {
  const response = await app.inject({ url: "/v1/getAllFormIds" });
  expect(response.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
  });
});
