import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { alabama, fillAlabama } from "@withholding-forms/testing/people/samples";
import { descriptionOf, operationOf } from "@withholding-forms/testing/service/conforms";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { describe, expect, test } from "vitest";

const { app, apiKey, token } = await startTestServer();

type Request = { readonly url: string; readonly method?: "POST" | "HEAD"; readonly payload?: object };

const send = (request: Request, encoding?: string, headers: Record<string, string> = {}) =>
  app.inject({
    ...request,
    headers: {
      authorization: `Bearer ${token}`,
      ...(encoding === undefined ? {} : { "accept-encoding": encoding }),
      ...headers,
    },
  });

/** Headers that the API description lists for a successful response. */
const described = ({ url, method }: Request) =>
  Object.keys(operationOf(descriptionOf(app), method ?? "GET", url)?.responses["200"]?.headers ?? {});

const decode = { br: brotliDecompressSync, gzip: gunzipSync } as const;

const large: readonly [string, Request][] = [
  ["formQuestionSet", { url: "/v1/formQuestionSet/W4101/QS3" }],
  ["fillPdf/{formId}", { url: "/v1/fillPdf/W4101" }],
  ["parameters", { url: "/v1/parameters" }],
  ["notices", { url: "/v1/notices" }],
  ["coverage", { url: "/v1/coverage" }],
  ["changes", { url: "/v1/changes?since=2026-01-01" }],
  ["docs/config", { url: "/v1/docs/config" }],
  ["forms", { url: "/v1/forms", method: "POST", payload: alabama }],
  ["guided-flows", { url: "/v1/guided-flows", method: "POST", payload: alabama }],
];

describe.each(large)("%s", (_, request) => {
  test("has both headers in the description", () => {
    expect(described(request)).toEqual(expect.arrayContaining(["Content-Encoding", "Vary"]));
  });

  test("is sent uncompressed by default, with `Vary` for caches", async () => {
    const response = await send(request);
    expect(response.headers).not.toHaveProperty("content-encoding");
    expect(response.headers["vary"]).toMatch(/(?:^|, )accept-encoding$/);
    expect(Number(response.headers["content-length"])).toBe(response.rawPayload.length);
  });

  test.each(["br", "gzip"] as const)("is the same text in %s, and smaller", async (encoding) => {
    const plain = await send(request);
    for (let times = 1; times <= 2; times++) {
      const response = await send(request, encoding);
      expect(response.statusCode).toBe(200);
      expect(response.headers["content-encoding"]).toBe(encoding);
      expect(response.headers["content-type"]).toBe(plain.headers["content-type"]);
      expect(Number(response.headers["content-length"])).toBe(response.rawPayload.length);
      expect(response.rawPayload.length).toBeLessThan(plain.rawPayload.length * 0.7);
      expect(decode[encoding](response.rawPayload).toString()).toBe(plain.body);
    }
  });
});

test("each representation has its own ETag, which gives 304 with the same encoding only", async () => {
  const request = { url: "/v1/formQuestionSet/W4101/QS3" };
  const tags = await Promise.all(
    [undefined, "br", "gzip"].map(async (encoding) => String((await send(request, encoding)).headers.etag)),
  );
  expect(new Set(tags).size).toBe(3);
  const [plain, br] = tags as [string, string];
  expect((await send(request, "br", { "if-none-match": br })).statusCode).toBe(304);
  expect((await send(request, undefined, { "if-none-match": br })).statusCode).toBe(200);
  expect((await send(request, "br", { "if-none-match": plain })).statusCode).toBe(200);
  const unchanged = await send(request, "br", { "if-none-match": `"other", W/${br}` });
  expect(unchanged.headers).toMatchObject({ etag: br, vary: "accept-language, accept-encoding" });
});

test("HEAD has the headers of the compressed response", async () => {
  const request = { url: "/v1/parameters" };
  const { headers } = await send(request, "gzip");
  const head = await send({ ...request, method: "HEAD" }, "gzip");
  expect(head.headers).toMatchObject({
    "content-encoding": "gzip",
    "content-length": headers["content-length"],
    etag: headers.etag,
  });
  expect(head.rawPayload).toHaveLength(0);
});

test.each<[string, Request, Record<string, string>?]>([
  ["a token", { url: "/authentication/login" }, { "api-key": apiKey }],
  ["a small response", { url: "/v1/changes?since=2099-01-01" }],
  ["a completed form", { url: "/v1/fillPdf", method: "POST", payload: fillAlabama }],
  ["a PDF", { url: "/v1/getPdf/AL101" }],
  ["a page image", { url: "/images/AL101/2025.4.0/1.png" }],
  ["a problem", { url: "/v1/fillPdf", method: "POST", payload: { ...fillAlabama, fields: {} } }],
])("%s is not compressed", async (_, request, headers) => {
  const response = await send(request, "gzip, br", headers);
  expect(response.headers).not.toHaveProperty("content-encoding");
  expect(String(response.headers["vary"] ?? "")).not.toContain("accept-encoding");
});

test.each<[string, Request]>([
  ["login", { url: "/authentication/login" }],
  ["fillPdf", { url: "/v1/fillPdf", method: "POST" }],
  ["getPdf", { url: "/v1/getPdf/AL101" }],
])("%s, which is never compressed, has no such header in the description", (_, request) => {
  expect(described(request)).toContain("X-Request-Id");
  expect(described(request)).not.toContain("Content-Encoding");
});
