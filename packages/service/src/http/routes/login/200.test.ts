import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { createKey } from "../../../auth/keys.js";

const { app, apiKey, options } = await startTestServer();

test("a key is exchanged for a token that opens the service", async () => {
  const login = await app.inject({ url: "/authentication/login", headers: { "api-key": apiKey } });
  expect(login.statusCode).toBe(200);
  expect(login.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(login.headers["cache-control"]).toBe("no-store");
  expect(Object.keys(login.json())).toEqual(["accessToken", "expiresIn"]);
  expect(login.json()).toMatchObject({ expiresIn: 86_400 });
  const { accessToken } = login.json<{ accessToken: string }>();
  const use = await app.inject({
    url: "/v1/getAllFormIds",
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(use.statusCode).toBe(200);
});

test("a key with an end works until then", async () => {
  const now = options.clock?.().getTime() ?? 0;
  const { key } = await createKey(options.store, "short", { now, expiresAt: now + 1 });
  const login = await app.inject({ url: "/authentication/login", headers: { "api-key": key } });
  expect(login.statusCode).toBe(200);
});
