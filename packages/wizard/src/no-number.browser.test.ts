import type { FillPdfRequest, FormInformation } from "@withholding-forms/client";
import {
  comeFromHome,
  employerPlace,
  enterPlaces,
  montgomery,
  plainAnswers,
  signForms,
  tallahassee,
} from "@withholding-forms/testing/people/wizard";
import { closePages, launch, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

test("an employee with an ITIN, or without a number, reads what to do, and gets the blank forms", async () => {
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
  expect(await help.getByRole("link", { name: "ssa.gov" }).getAttribute("href")).toBe(
    "https://www.ssa.gov/number-card",
  );
  expect(await visitor.violations()).toEqual([]);
  const download = page.waitForEvent("download");
  await help.getByRole("link", { name: "Blank AL A4 (PDF)" }).click();
  expect((await download).suggestedFilename()).toBe("AL A4 - blank.pdf");
  await visitor.press("Français");
  expect(await help.getByRole("link", { name: "AL A4 vierge (PDF)" }).getAttribute("download")).toBe(
    "AL A4 - vierge.pdf",
  );
  expect(await help.locator("summary").innerText()).toBe("Je n’ai pas de numéro de sécurité sociale");
});

test("an employee with an ITIN reads which of the forms accept it on paper", async () => {
  const visitor = await visit(browser, service.origin);
  const washington = {
    streetAddress1: "1350 Pennsylvania Ave NW",
    city: "Washington",
    region: "DC",
    code: "20004",
  };
  await enterPlaces(visitor, washington, washington);
  await visitor.walk({});
  const number = visitor.field("p-socialSecurityNumber");
  await number.fill("912-70-1234");
  await number.blur();
  const help = visitor.page.locator("details");
  expect(await help.innerText()).toContain("On paper, these forms accept it: DC D-4.");
  await visitor.press("Español");
  expect(await help.innerText()).toContain("En papel, estos formularios lo aceptan: DC D-4.");
});

test.each([
  ["912-70-1234", "Your forms show your ITIN. If you get a Social Security number"],
  [
    "APPLIED FOR",
    "Your forms say “Applied for” instead of a Social Security number. When you get your number",
  ],
])("where a form accepts %s, the last page explains what to do later", async (given, text) => {
  const visitor = await visit(browser, service.origin);
  const { page } = visitor;
  // As if Form W-4 accepted it: today no state's employee needs only forms that do.
  await page.route(/\/fillPdf\/W4101\b/, async (route) => {
    const response = await route.fetch();
    const information = (await response.json()) as FormInformation;
    const employee = { ...information.formFields.employee, socialSecurityNumber: "^[A-Z0-9 -]+$" };
    await route.fulfill({
      response,
      json: { ...information, formFields: { ...information.formFields, employee } },
    });
  });
  await page.route("**/fillPdf", (route) => {
    const body = route.request().postDataJSON() as FillPdfRequest;
    const employee = { ...body.employee, socialSecurityNumber: "123-45-6789" };
    return route.continue({ postData: JSON.stringify({ ...body, employee }) });
  });
  await enterPlaces(visitor, tallahassee, tallahassee);
  await visitor.walk({});
  await visitor.field("p-firstName").fill("Zoë");
  await visitor.field("p-lastName").fill("O’Brien-Smith");
  await visitor.field("p-socialSecurityNumber").fill(given);
  await visitor.fillAddress("employer", employerPlace);
  await visitor.next();
  await visitor.walk(plainAnswers);
  await signForms(visitor);
  expect(await visitor.kind()).toBe("done");
  expect(await page.locator("form").innerText()).toContain(text);
});

test("a blank form that could not be loaded in advance is fetched with a click, and again after a failure", async () => {
  const visitor = await visit(browser, service.origin);
  const { page } = visitor;
  await page.route("**/getPdf/**", (route) => route.abort());
  await comeFromHome(visitor);
  await page.locator("summary").click();
  const link = page.getByRole("link", { name: "Blank AL A4 (PDF)" });
  expect(await link.getAttribute("href")).toBe(`${service.origin}/v1/getPdf/AL101?formVersion=2025.4.0`);
  await link.click();
  await page.locator(".failure").waitFor();
  await page.unroute("**/getPdf/**");
  const download = page.waitForEvent("download");
  await visitor.press("Try again");
  expect((await download).suggestedFilename()).toBe("AL A4 - blank.pdf");
  // Now it is there, like any other file: the browser can also open it in a tab.
  expect(await link.getAttribute("href")).toMatch(/^blob:/);
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
