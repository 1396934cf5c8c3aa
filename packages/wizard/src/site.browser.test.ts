import { closePages, launch, newPage, visit, visitorOf } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { violationsOn } from "@withholding-forms/testing/wizard/violations";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test.each(["/", "/verify", "/theme", "/problems/INVALID_BODY", "/docs/"])(
  "%s has the tokens of the wizard, fits a narrow phone, and axe finds nothing, light and dark",
  async (path) => {
    for (const [colorScheme, accent] of [
      ["light", "#0a4b84"],
      ["dark", "#8cc2f4"],
    ] as const)
      for (const language of path === "/" ? ["en", "es", "fr"] : ["en"]) {
        const page = await newPage(browser, { viewport: { width: 320, height: 640 }, colorScheme });
        await page.goto(`${service.origin}${path}?language=${language}`);
        expect(await page.locator("h1").first().isVisible()).toBe(true);
        const token = await page.evaluate(() =>
          getComputedStyle(document.documentElement).getPropertyValue("--accent").trim(),
        );
        expect([token, await sideways(page)]).toEqual([accent, 0]);
        expect([path, colorScheme, await violationsOn(page)]).toEqual([path, colorScheme, []]);
        await page.context().close();
      }
  },
);

test("everyone on the start page starts the wizard behind the addresses, and the next one starts anew", async () => {
  const page = await newPage(browser);
  const visitor = visitorOf(page);
  const first = `${service.origin}/?language=es`;
  await page.goto(first);
  const count = await page.locator(".people a").count();
  expect(count).toBe(6);
  for (let index = 0; index < count; index++) {
    await page.goto(first);
    await page.locator(".people a").nth(index).click();
    await visitor.settled();
    expect([index, await visitor.kind()]).toEqual([index, "checklist"]);
    expect(await page.locator("form").innerText()).toContain("La mayoría");
  }
});

test("the theme builder shows the CSS of what was changed, and the preview has it", async () => {
  const { page, ...visitor } = await visit(browser, service.origin, { path: "/theme" });
  const set = (token: string, value: string) =>
    page.getByLabel(`--ww-${token}`, { exact: true }).evaluate((input, given) => {
      Object.assign(input, { value: given }).dispatchEvent(new Event("input"));
    }, value);
  await set("accent", "#7a3e9d");
  await set("radius-button", "20");
  expect(await page.locator("#css").innerText()).toBe(
    "withholding-wizard {\n  --ww-accent: #7a3e9d;\n  --ww-radius-button: 20px;\n}",
  );
  const button = page.locator("form button[type=submit]");
  const look = await button.evaluate((element) => {
    const { backgroundColor, borderRadius } = getComputedStyle(element);
    return [backgroundColor, borderRadius];
  });
  expect(look).toEqual(["rgb(122, 62, 157)", "20px"]);
  await set("on-accent", "#8a4ead");
  expect(await page.locator("#contrast").innerText()).toContain("on-accent on accent.");
  await page.getByRole("button", { name: "Reset" }).click();
  await page.waitForFunction(() => document.querySelector("#css")?.textContent === "withholding-wizard {\n}");
  expect(visitor.complaints).toEqual([]);
});
