import { enterPlaces, introduce, plainAnswers } from "@withholding-forms/testing/people/wizard";
import { closePages, launch, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

const inMichigan = (streetAddress1: string, city: string, code: string) => ({
  streetAddress1,
  city,
  region: "MI",
  code,
});
const annArbor = inMichigan("301 E Huron St", "Ann Arbor", "48104");
const detroit = inMichigan("2 Woodward Ave", "Detroit", "48226");
const eastLansing = inMichigan("410 Abbot Rd", "East Lansing", "48823");

const michigan = {
  ...plainAnswers,
  exemptReason: "NONE",
  totalAllowances: "1",
  dateOfBirth: "1985-03-07",
  isNewEmployee: "false",
};

test("a city that an address suggests is asked about, and its form is among those to complete", async () => {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, annArbor, detroit);
  const steps = async (): Promise<number> =>
    Number(/of (\d+)/.exec(await visitor.page.locator(".progress strong").innerText())?.[1]);
  expect(await visitor.walk({ miWorkInCity: "OUTSIDE" })).toContain("Your place of work");
  const outside = await steps();
  await visitor.press("Back");
  await visitor.answer({ miWorkInCity: "INSIDE" });
  await visitor.next();
  expect(await visitor.kind()).toBe("person");
  // Detroit's form has its own pages.
  expect(await steps()).toBe(outside + 5);
});

test("a city whose form is missing is named with the form; the forms of its state stay", async () => {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, eastLansing, annArbor);
  await visitor.walk({});
  await introduce(visitor);
  await visitor.walk(michigan);
  expect(await visitor.page.locator("form h2").allInnerTexts()).toContainEqual(
    expect.stringMatching(/^MI-W4:/),
  );
  const warning = visitor.page.locator(".warning", { hasText: "East Lansing" });
  expect(await warning.locator("h2").innerText()).toBe("Still needed: EL-W-4, East Lansing");
  const link = warning.getByRole("link", { name: "Forms on the City of East Lansing website" });
  expect(await link.getAttribute("href")).toBe("https://cityofeastlansing.com");
});
