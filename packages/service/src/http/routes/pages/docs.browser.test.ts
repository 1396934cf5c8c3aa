/// <reference lib="dom" />
import { readdirSync } from "node:fs";
import { listen } from "@withholding-forms/testing/security/raw";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { launch, newPage } from "@withholding-forms/testing/wizard/browser";
import { violationsOn } from "@withholding-forms/testing/wizard/violations";
import { expect, test } from "vitest";

const { app } = await startTestServer();
const [port, browser] = [await listen(app), await launch()];
const pages = readdirSync(new URL("../../../../../../build/docs/", import.meta.url), {
  recursive: true,
  encoding: "utf8",
})
  .filter((file) => file.endsWith(".html") && !file.startsWith("docs/"))
  .map((file) => file.replace(/(?:index)?\.html$/, ""));

test("axe finds nothing on any page, and none is wider than a phone", async () => {
  expect(pages.length).toBeGreaterThan(40);
  const page = await newPage(browser, { viewport: { width: 320, height: 640 } });
  for (const [number, path] of pages.entries()) {
    await page.emulateMedia({ colorScheme: number % 2 === 0 ? "light" : "dark" });
    await page.goto(`http://127.0.0.1:${port}/docs/${path}`);
    expect([path, await violationsOn(page)]).toEqual([path, []]);
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320]);
  }
  await page.context().close();
});

test("the search finds a page, a section, and an identifier, and Enter opens the first result", async () => {
  const page = await newPage(browser, { viewport: { width: 1200, height: 800 } });
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(`http://127.0.0.1:${port}/docs/reference/fillPdf`);
  const box = page.getByRole("searchbox", { name: "Search" });
  for (const [query, result] of [
    ["idempotency", "HTTP API: Repeating a signature"],
    ["employerInterventionRequired", "Quickstart: 6. What needs a person"],
    ["hybrid", "Quickstart: 2. Find the forms"],
  ] as const) {
    await box.fill(query);
    await page.getByRole("link", { name: result, exact: true }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
  }
  await box.fill("nothing-like-this-anywhere");
  await page.getByText("Nothing found").waitFor();
  await box.fill("quickstart");
  await box.press("Enter");
  await page.waitForURL(/\/docs\/quickstart/);
  expect(errors).toEqual([]);
  await page.context().close();
});
