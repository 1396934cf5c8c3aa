import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startTestServer, testTime } from "@withholding-forms/testing/service/server";
import { afterAll, expect, test } from "vitest";
import { createKey } from "../../../auth/keys.js";
import { readSite } from "./site.js";

const { app, options, setTime } = await startTestServer();
const folder = mkdtempSync(join(tmpdir(), "withholding-forms-site-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the demo token is valid for 15 minutes and belongs to a demo key", async () => {
  const response = await app.inject({ url: "/demo/token" });
  expect(response.statusCode).toBe(200);
  expect(response.headers["cache-control"]).toBe("no-store");
  const { accessToken } = response.json<{ accessToken: string }>();
  const call = () =>
    app.inject({ url: "/v1/getPdf/W4101", headers: { authorization: `Bearer ${accessToken}` } });
  expect((await call()).statusCode).toBe(200);
  setTime(new Date(testTime.getTime() + 15 * 60 * 1000 + 1000));
  expect((await call()).statusCode).toBe(401);
  setTime(testTime);
  const demo = (await options.store.list()).filter(({ origin }) => origin === "demo");
  expect(demo).toHaveLength(1);
  await app.inject({ url: "/demo/token" });
  expect((await options.store.list()).filter(({ origin }) => origin === "demo")).toHaveLength(1);
});

test("the demo token does not end with the demo key that some start printed", async () => {
  const other = await startTestServer();
  const { store } = other.options;
  const printed = await createKey(store, "demo", { now: testTime.getTime(), origin: "demo" });
  const { accessToken } = (await other.app.inject({ url: "/demo/token" })).json<{ accessToken: string }>();
  await store.revoke(printed.record.id, testTime.getTime());
  // Longer than a process may not have noticed.
  other.setTime(new Date(testTime.getTime() + 60_000));
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await other.app.inject({ url: "/v1/getPdf/W4101", headers })).statusCode).toBe(200);
});

test("demo tokens are limited as logins are, and not by them", async () => {
  const limited = await startTestServer({ env: { LOGIN_RATE_LIMIT: "2" } });
  const statuses: number[] = [];
  for (let count = 0; count < 3; count++)
    statuses.push((await limited.app.inject({ url: "/demo/token" })).statusCode);
  expect(statuses).toEqual([200, 200, 429]);
});

test("production has no demo token and no wizard", async () => {
  const production = await startTestServer({ env: { NODE_ENV: "production" } });
  expect((await production.app.inject({ url: "/demo/token" })).statusCode).toBe(404);
  for (const url of ["/assets/page.js", "/try", "/theme"])
    expect([url, (await production.app.inject({ url })).statusCode]).toEqual([url, 404]);
  expect((await production.app.inject({ url: "/" })).body).not.toContain("<script");
});

test("a file that the wizard does not have is not found", async () => {
  for (const url of ["/assets/none.js", "/assets/..%2findex.html", "/assets/"])
    expect((await app.inject({ url })).statusCode).toBe(404);
});

test("the built page is read with its files, and a missing one is no error", () => {
  const site = pathToFileURL(`${folder}/`);
  expect(readSite(site)).toBeUndefined();
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "try.html"), "<!doctype html>");
  writeFileSync(join(folder, "pages.css"), "a{}");
  writeFileSync(join(folder, "assets", "page-1.js"), "1");
  writeFileSync(join(folder, "assets", "page-1.js.map"), "{}");
  const found = readSite(site);
  expect([...(found?.pages ?? [])].map(([name, { body }]) => [name, body])).toEqual([
    ["try", "<!doctype html>"],
  ]);
  expect([...(found?.assets.keys() ?? [])]).toEqual(["page-1.js"]);
  expect(found?.assets.get("page-1.js")?.type).toBe("text/javascript; charset=utf-8");
});
