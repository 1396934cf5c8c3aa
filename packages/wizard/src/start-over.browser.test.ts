import { eventually } from "@withholding-forms/testing/eventually";
import {
  employerPlace,
  enterPlaces,
  introduce,
  montgomery,
  plainAnswers,
  signForms,
  tallahassee,
} from "@withholding-forms/testing/people/wizard";
import { closePages, launch, type Visitor, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

async function toTheSignature(): Promise<Visitor> {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, montgomery, employerPlace);
  await visitor.walk({});
  await introduce(visitor);
  await visitor.walk(plainAnswers);
  return visitor;
}

/** The W-4 is signed, and Alabama's form could not be sent. */
async function afterTheFirstSignature(): Promise<Visitor> {
  const visitor = await toTheSignature();
  await visitor.page.route("**/fillPdf", (route) => {
    const { formId, signForm } = route.request().postDataJSON();
    return formId === "AL101" && signForm === "SIGN" ? route.abort("connectionreset") : route.continue();
  });
  await signForms(visitor);
  return visitor;
}

const goBack = async (visitor: Visitor): Promise<void> => {
  await visitor.page.goBack();
  await visitor.settled();
};

test("Back and the browser's Back lead to an offer to start over, never behind a signature, and the offer can be declined", async () => {
  const visitor = await afterTheFirstSignature();
  expect(await visitor.kind()).toBe("sign");
  await visitor.press("Back");
  expect(await visitor.kind()).toBe("startOver");
  expect(await visitor.page.locator("form").innerText()).toContain(
    "If you start over, you’ll create new forms. The forms above won’t change, and you can still download them.",
  );
  expect(await visitor.violations()).toEqual([]);
  await visitor.press("Continue where I left off");
  expect(await visitor.kind()).toBe("sign");
  await goBack(visitor);
  expect(await visitor.kind()).toBe("startOver");
  // The employee can always leave: from the offer, the button leaves the page.
  await visitor.page.goBack();
  await visitor.page.waitForURL("about:blank");
});

test("starting over creates new forms with what was typed, and the signed ones can still be downloaded", async () => {
  const visitor = await toTheSignature();
  await signForms(visitor);
  const signed: string[] = [];
  await visitor.page.exposeFunction("received", (formId: string) => signed.push(formId));
  await visitor.page.evaluate(() => {
    document.querySelector("withholding-wizard")?.addEventListener("signed", (event) => {
      const { form } = (event as CustomEvent<{ form: { formId: string } }>).detail;
      (window as unknown as { received(formId: string): void }).received(form.formId);
    });
  });
  await visitor.press("Start over");
  expect(await visitor.heading()).toBe("Start over?");
  await visitor.press("Start over");
  expect(await visitor.kind()).toBe("addresses");
  expect(await visitor.field("home-streetAddress1").inputValue()).toBe("11 S Union St");
  await visitor.fillAddress("home", tallahassee);
  await visitor.fillAddress("work1", { ...tallahassee, streetAddress1: "402 S Monroe St" });
  await visitor.next();
  expect(await visitor.page.locator("form input:checked").count()).toBe(0);
  await visitor.walk({});
  expect(await visitor.kind()).toBe("person");
  expect(await visitor.field("p-firstName").inputValue()).toBe("Zoë");
  await visitor.field("p-lastName").fill("Smith");
  await visitor.next();
  expect(await visitor.page.locator("form input:checked").count()).toBe(0);
  await visitor.walk(plainAnswers);
  await signForms(visitor, "Zoë Smith");
  expect(await visitor.heading()).toBe("All done");
  expect(await visitor.page.locator("form h2").allInnerTexts()).toEqual([
    "W-4 (2026)",
    "What happens next",
    "Completed before you started over",
    "W-4 (2026)",
    "AL A4",
    "How to check a file",
  ]);
  expect(await visitor.page.getByRole("button", { name: "Download W-4" }).count()).toBe(2);
  expect(await visitor.violations()).toEqual([]);
  await eventually(() => signed.length > 0, { what: "the signed form" });
  expect(signed).toEqual(["W4101"]);
});
