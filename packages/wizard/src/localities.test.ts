import { enterPlaces } from "@withholding-forms/testing/people/wizard";
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

test("a city that an address suggests is asked about, and its form is among those to complete", async () => {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, annArbor, detroit);
  await visitor.walk({ federalGuidedQ1: "english", miWorkInCity: "INSIDE" });
  expect(await visitor.kind()).toBe("overview");
  const forms = await visitor.page.locator("ol.forms").innerText();
  expect(forms).toContain("MI-W4");
  expect(forms).toContain("5527");
});

test("a city whose form is missing is named with the form; the forms of its state stay", async () => {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, eastLansing, annArbor);
  await visitor.walk({ federalGuidedQ1: "english" });
  expect(await visitor.page.locator("ol.forms").innerText()).toContain("MI-W4");
  const warning = visitor.page.locator(".warning", { hasText: "East Lansing" });
  expect(await warning.locator("h2").innerText()).toBe("Still needed: EL-W-4, East Lansing");
  const link = warning.getByRole("link", { name: "Forms on the City of East Lansing website" });
  expect(await link.getAttribute("href")).toBe("https://cityofeastlansing.com");
});
