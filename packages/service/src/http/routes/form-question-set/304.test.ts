import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";

const { call } = await startTestServer();
const url = "/v1/formQuestionSet/AL101/QS1?formVersion=2025.4.0";

test("a caller that has the answer gets 304 without a body", async () => {
  const first = await call({ url });
  expect(first.headers["cache-control"]).toBe("private, max-age=300");
  expect(first.headers["vary"]).toBe("accept-language, accept-encoding");
  const etag = String(first.headers["etag"]);
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await call({ url, headers: { "if-none-match": tag } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe("");
    expect(again.headers["etag"]).toBe(etag);
  }
});

test("another language, another version and another tag are other answers", async () => {
  const etag = String((await call({ url })).headers["etag"]);
  const french = await call({ url, headers: { "if-none-match": etag, "accept-language": "fr" } });
  expect(french.statusCode).toBe(200);
  const unversioned = await call({
    url: "/v1/formQuestionSet/AL101/QS1",
    headers: { "if-none-match": etag },
  });
  expect(unversioned.statusCode).toBe(200);
  expect((await call({ url, headers: { "if-none-match": '"x"' } })).statusCode).toBe(200);
});

test("HEAD answers with the headers only", async () => {
  const { app, token } = await startTestServer();
  const head = await app.inject({ method: "HEAD", url, headers: { authorization: `Bearer ${token}` } });
  expect(head.statusCode).toBe(200);
  expect(head.body).toBe("");
  expect(Number(head.headers["content-length"])).toBeGreaterThan(100);
});
