import {
  employerPlace,
  enterPlaces,
  introduce,
  montgomery,
  phoenix,
  plainAnswers,
  signForms,
} from "@withholding-forms/testing/people/wizard";
import { closePages, launch, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";
import type { CompletedDetail } from "./host-events.js";

const [service, browser] = await Promise.all([startService("AZ"), launch()]);
afterAll(() => closePages(browser));

test("a state without forms here is named from the review to the end, with its agency, and reported to the host", async () => {
  const visitor = await visit(browser, service.origin);
  await visitor.page.evaluate(() => {
    document.querySelector("withholding-wizard")?.addEventListener("completed", (event) => {
      (window as unknown as { completed: unknown }).completed = (event as CustomEvent).detail;
    });
  });
  await enterPlaces(visitor, phoenix, { ...phoenix, streetAddress1: "1600 W Washington St" });
  await visitor.walk({});
  await introduce(visitor);
  await visitor.walk(plainAnswers);
  expect(await visitor.kind()).toBe("review");
  const warning = visitor.page.locator(".warning", { hasText: "Arizona" });
  expect(await warning.innerText()).toContain(
    "You also need a withholding form for Arizona. We don’t have it yet. Ask your employer for it.",
  );
  await signForms(visitor);
  expect(await visitor.kind()).toBe("done");
  expect(await visitor.heading()).toBe("One more step");
  expect(await visitor.page.title()).toBe("One more step – Withholding Forms");
  expect(await visitor.page.locator("form").innerText()).not.toMatch(/All done|is complete/);
  expect(await warning.locator("h2").innerText()).toBe("Still needed: Arizona");
  const link = warning.getByRole("link", { name: "Forms on the Arizona Department of Revenue website" });
  expect(await link.getAttribute("href")).toBe("https://azdor.gov/");
  expect(await link.getAttribute("rel")).toBe("noopener");
  expect(await visitor.violations()).toEqual([]);
  const detail = await visitor.page.evaluate(
    () => (window as unknown as { completed: CompletedDetail }).completed,
  );
  expect(detail.forms.map(({ formId }) => formId)).toEqual(["W4101"]);
  expect(detail.owed).toEqual([
    {
      locality: "AZ",
      localityFullName: "Arizona",
      agency: { name: "Arizona Department of Revenue", url: "https://azdor.gov/" },
    },
  ]);
  await visitor.press("Español");
  expect(await visitor.heading()).toBe("Falta un paso");
  expect(await warning.innerText()).toContain("También necesita un formulario de retención de Arizona.");
  await visitor.press("Français");
  expect(await visitor.heading()).toBe("Encore une étape");
  // A screen reader speaks an English name with an English voice.
  expect(await warning.locator('a [lang="en"]').innerText()).toBe("Arizona Department of Revenue");
  expect(await warning.innerText()).toContain(
    "Il vous faut aussi un formulaire de retenue d’impôt pour «\u00a0Arizona\u00a0».",
  );
});

test("nothing is owed if every form is available", async () => {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, montgomery, employerPlace);
  await visitor.walk({});
  await introduce(visitor);
  await visitor.walk(plainAnswers);
  expect(await visitor.kind()).toBe("review");
  expect(await visitor.page.locator(".warning").count()).toBe(0);
});
