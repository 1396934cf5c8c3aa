import { comeFromHome, montgomery } from "@withholding-forms/testing/people/wizard";
import { closePages, launch, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

test("somebody with an ITIN, or without a number, reads what to do, and gets the blank forms", async () => {
  const visitor = await visit(browser, service.origin);
  const { page } = visitor;
  await comeFromHome(visitor);
  const help = page.locator("details");
  expect(await help.locator("summary").innerText()).toBe("I don’t have a Social Security number");
  expect(await help.getAttribute("open")).toBeNull();
  const number = visitor.field("p-socialSecurityNumber");
  await number.fill("912.70.1234");
  await number.blur();
  expect(await number.inputValue()).toBe("912-70-1234");
  // An ITIN opens what can be done, and the message points to it.
  expect(await help.getAttribute("open")).toBe("");
  await visitor.next();
  expect(await visitor.field("p-socialSecurityNumber-problem").innerText()).toContain("This is an ITIN");
  expect(await help.innerText()).toContain("You can’t sign these forms online without a number: W-4, AL A4.");
  expect(await help.getByRole("link").getAttribute("href")).toBe("https://www.ssa.gov/number-card");
  expect(await visitor.violations()).toEqual([]);
  const download = page.waitForEvent("download");
  await help.getByRole("button", { name: "Blank AL A4 (PDF)" }).click();
  expect((await download).suggestedFilename()).toContain("blank");
  await visitor.press("Français");
  expect(await help.locator("summary").innerText()).toBe("Je n’ai pas de numéro de sécurité sociale");
});

test("the number is hidden while it is typed, and shown on demand", async () => {
  const visitor = await visit(browser, service.origin);
  await comeFromHome(visitor);
  const number = visitor.field("p-socialSecurityNumber");
  const security = () =>
    number.evaluate((one) => getComputedStyle(one).getPropertyValue("-webkit-text-security"));
  await number.fill("123–45–6789");
  await number.blur();
  expect(await number.inputValue()).toBe("123-45-6789");
  expect(await security()).toBe("disc");
  await visitor.press("Show: Social Security number");
  expect(await security()).toBe("none");
});

test("the focus follows an added work address, and stays on the page when one is removed", async () => {
  const visitor = await visit(browser, service.origin);
  const { page } = visitor;
  await visitor.fillAddress("home", montgomery);
  const focused = () =>
    page.evaluate(() => document.querySelector("withholding-wizard")?.shadowRoot?.activeElement?.id);
  await page.getByRole("button", { name: "Add another work address" }).click();
  await page.waitForFunction(
    () => document.querySelector("withholding-wizard")?.shadowRoot?.activeElement?.id === "work2-country",
  );
  await page.getByRole("button", { name: "Remove work address 2" }).click();
  await page.waitForFunction(
    () => document.querySelector("withholding-wizard")?.shadowRoot?.activeElement?.id === "add-work",
  );
  expect(await focused()).toBe("add-work");
});
