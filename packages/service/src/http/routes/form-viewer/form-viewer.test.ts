import { brotliDecompressSync } from "node:zlib";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

// Also in production: the wizard runs on the integrator's page, which gets these files through the integrator's server.
const { app } = await startTestServer({ env: { NODE_ENV: "production" } });

test.each([
  ["form-viewer.js", "./pdf.js"],
  ["pdf.js", "Copyright 2024 Mozilla Foundation"],
  ["pdf.worker.js", "Copyright 2024 Mozilla Foundation"],
])("%s is public, compressed, and checked again before each use", async (file, part) => {
  const url = `/v1/form-viewer/${file}`;
  const headers = { "accept-encoding": "br" };
  const response = await app.inject({ url, headers });
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(response.headers["cache-control"]).toBe("public, no-cache");
  expect(response.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(response.rawPayload).toString()).toContain(part);
  const etag = String(response.headers["etag"]);
  const again = await app.inject({ url, headers: { ...headers, "if-none-match": etag } });
  expect(again.statusCode).toBe(304);
});

test.each(["package.json", "..%2fsite%2findex.html", "..%2f..%2fpackage.json", "x.js", "%2F%2F%5B"])(
  "%s is not found",
  async (file) => {
    expect((await app.inject({ url: `/v1/form-viewer/${file}` })).statusCode).toBe(404);
  },
);
