import { expect, test } from "vitest";
import { startTestServer } from "../../test/server.js";

test("login attempts are counted by network address, also failed ones", async () => {
  const { app, apiKey } = await startTestServer({ env: { LOGIN_RATE_LIMIT: "3", TRUST_PROXY: "true" } });
  const attempt = (key: string, from: string) =>
    app.inject({ url: "/authentication/login", headers: { "api-key": key, "x-forwarded-for": from } });
  for (const left of [2, 1, 0]) {
    const refused = await attempt("guess", "203.0.113.7");
    expect(refused.statusCode).toBe(401);
    expect(refused.headers["ratelimit-policy"]).toBe('"login";q=3;w=60');
    expect(refused.headers["ratelimit"]).toBe(`"login";r=${left};t=60`);
  }
  const slowed = await attempt(apiKey, "203.0.113.7");
  expect(slowed.statusCode).toBe(429);
  expect(slowed.headers["retry-after"]).toBe("60");
  expect(slowed.json()).toMatchObject({ code: "RATE_LIMITED", detail: "Please try again in 60 seconds." });
  expect((await attempt(apiKey, "203.0.113.8")).statusCode).toBe(200);
});
