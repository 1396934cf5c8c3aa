import {
  comeFromHome,
  employerPlace,
  enterPlaces,
  introduce,
  montgomery,
  phoenix,
  plainAnswers,
} from "@withholding-forms/testing/people/wizard";
import { closePages, launch, type Visitor, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

/** At the first question of the federal certificate. */
async function atTheForm(): Promise<Visitor> {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, montgomery, montgomery);
  await visitor.walk({});
  await introduce(visitor);
  return visitor;
}

const focused = ({ page }: Visitor): Promise<string> =>
  page.evaluate(() => {
    const element = document.querySelector("withholding-wizard")?.shadowRoot?.activeElement;
    return `${element?.tagName.toLowerCase()}.${element?.className.trim()}#${element?.id}`;
  });

test("wrong answers are named next to the field and in a summary that takes the focus and leads to them", async () => {
  const visitor = await visit(browser, service.origin);
  await visitor.fillAddress("home", { ...montgomery, code: "361" });
  await visitor.page.locator("#works-at-home").check();
  await visitor.next();
  expect(await focused(visitor)).toBe("div.summary#");
  const summary = visitor.page.locator(".summary a");
  expect(await summary.allInnerTexts()).toEqual([
    "Your home address, ZIP Code: Enter a 5-digit or 9-digit ZIP Code, such as 36130.",
  ]);
  await summary.first().click();
  expect(await focused(visitor)).toBe("input.short#home-code");
  expect(await visitor.field("home-code").getAttribute("aria-invalid")).toBe("true");
  expect(await visitor.field("home-code").getAttribute("aria-describedby")).toBe("home-code-problem");
  await visitor.field("home-code").fill("36130");
  // Once it is corrected, it is not marked as wrong.
  expect(await visitor.page.locator(".summary, .problem").count()).toBe(0);
  await visitor.next();
  expect(await visitor.kind()).toBe("checklist");
});

test("never uses a home address as the employer's address: asks an employee who works from home for it, in three languages", async () => {
  const visitor = await visit(browser, service.origin);
  await comeFromHome(visitor);
  await visitor.field("p-firstName").fill("Zoë");
  await visitor.field("p-lastName").fill("O’Brien-Smith");
  await visitor.field("p-socialSecurityNumber").fill("123456789");
  await visitor.next();
  expect(await visitor.kind()).toBe("person");
  expect(await visitor.page.locator(".summary a").first().innerText()).toBe(
    "Your employer’s address, Street address: Fill out this field.",
  );
  expect(await visitor.violations()).toEqual([]);
  const title = visitor.page.locator("fieldset.address h2");
  await visitor.press("Español");
  expect(await title.allInnerTexts()).toEqual(["Dirección de su empleador"]);
  await visitor.press("Français");
  expect(await title.allInnerTexts()).toEqual(["Adresse de votre employeur"]);
  await visitor.press("English");
  await visitor.fillAddress("employer", employerPlace);
  await visitor.next();
  expect(await visitor.kind()).toBe("questions");
});

test("who lives where one work place is has the other as the employer's address", async () => {
  const visitor = await visit(browser, service.origin);
  await visitor.fillAddress("home", montgomery);
  await visitor.fillAddress("work1", { ...montgomery, streetAddress1: "11 s. union street" });
  await visitor.press("Add another work address");
  await visitor.fillAddress("work2", phoenix);
  await visitor.next();
  await visitor.walk({ azNonresidentReason: "none" });
  expect(await visitor.field("employer-code").count()).toBe(0);
  await introduce(visitor);
  const sent = visitor.page.waitForRequest((request) => request.url().endsWith("/fillPdf"));
  await visitor.walk({
    ...plainAnswers,
    electionType: "PERCENTAGE",
    withholdingPercent: "2.0",
    hasExtra: "false",
  });
  expect((await sent).postDataJSON()).toMatchObject({
    employee: { address: { streetAddress1: "11 S Union St" } },
    employer: { address: { city: "Phoenix", state: "AZ" } },
  });
});

test("a number that cannot have been issued is rejected where it is typed, in three languages", async () => {
  const visitor = await atTheForm();
  await visitor.page.getByRole("button", { name: "Back" }).click();
  await visitor.field("p-socialSecurityNumber").fill("000-12-3456");
  await visitor.next();
  expect(await visitor.kind()).toBe("person");
  expect(await focused(visitor)).toBe("div.summary#");
  const problem = visitor.page.locator("#p-socialSecurityNumber-problem");
  expect(await problem.innerText()).toBe(
    "This is not a valid Social Security number. Check the digits on your card.",
  );
  await visitor.press("Español");
  expect(await problem.innerText()).toMatch(/^Este número de Seguro Social no es válido/);
  await visitor.press("Français");
  expect(await problem.innerText()).toMatch(/^Ce numéro de sécurité sociale n’est pas valide/);
  await visitor.field("p-socialSecurityNumber").fill("123-45-6789");
  await visitor.next();
  expect(await visitor.kind()).toBe("questions");
});

test("what only the service can reject is led back to its field, in the language of now", async () => {
  const visitor = await atTheForm();
  await visitor.page.getByRole("button", { name: "Back" }).click();
  // A name in letters, which no font of the form has.
  await visitor.field("p-lastName").fill("李");
  await visitor.next();
  // The service looks at it before the review.
  await expect(visitor.walk(plainAnswers)).rejects.toThrow("李");
  expect(await visitor.kind()).toBe("person");
  expect(await focused(visitor)).toBe("input.full#p-lastName");
  expect(await visitor.page.locator(".summary a").count()).toBe(1);
  // Unchanged, it would only be rejected again.
  await visitor.next();
  expect(await visitor.kind()).toBe("person");
  const english = await visitor.page.locator("#p-lastName-problem").innerText();
  await visitor.press("Español");
  const spanish = await visitor.page.locator("#p-lastName-problem").innerText();
  expect(spanish).not.toBe(english);
  await visitor.field("p-lastName").fill("Smith");
  await visitor.next();
  expect(await visitor.heading()).toBe("Revise sus respuestas");
  await visitor.next();
  expect(await visitor.kind()).toBe("sign");
});

test("an address that no form can print is rejected where it is typed, in three languages", async () => {
  const visitor = await visit(browser, service.origin);
  await visitor.fillAddress("home", { ...montgomery, streetAddress1: "11 S Union St 🚀" });
  await visitor.fillAddress("work1", { ...employerPlace, streetAddress1: "x".repeat(81) });
  await visitor.next();
  expect(await visitor.kind()).toBe("addresses");
  const home = visitor.page.locator("#home-streetAddress1-problem");
  const work = visitor.page.locator("#work1-streetAddress1-problem");
  expect(await home.innerText()).toBe("“🚀” can’t be printed on a form. Remove it.");
  expect(await work.innerText()).toBe("Enter 80 characters or fewer.");
  expect(await visitor.violations()).toEqual([]);
  await visitor.press("Español");
  expect(await home.innerText()).toBe("«🚀» no se puede imprimir en un formulario. Quítelo.");
  expect(await work.innerText()).toBe("Escriba 80 caracteres como máximo.");
  await visitor.press("Français");
  expect(await home.innerText()).toBe(
    "«\u00a0🚀\u00a0» ne peut pas être imprimé sur un formulaire. Supprimez-le.",
  );
  expect(await work.innerText()).toBe("Entrez au plus 80 caractères.");
});

test("an address that only the service can reject leads back to its field, and a change leads out", async () => {
  const visitor = await visit(browser, service.origin);
  // Letters that no font of the forms has.
  await enterPlaces(visitor, { ...montgomery, streetAddress1: "11 李 St" }, employerPlace);
  await visitor.walk({});
  await introduce(visitor);
  await expect(visitor.walk(plainAnswers)).rejects.toThrow("李");
  expect(await visitor.page.locator(".failure").count()).toBe(0);
  expect(await visitor.kind()).toBe("addresses");
  expect(await focused(visitor)).toBe("input.full#home-streetAddress1");
  expect(await visitor.page.locator("#home-streetAddress1-problem").innerText()).toContain("李");
  // Unchanged, it would only be rejected again.
  await visitor.next();
  expect(await visitor.kind()).toBe("addresses");
  await visitor.press("Français");
  expect(await visitor.page.locator("#home-streetAddress1-problem").innerText()).toMatch(/ne peut pas/);
  await visitor.press("English");
  await visitor.field("home-streetAddress1").fill("11 S Union St");
  await visitor.next();
  expect(await visitor.kind()).toBe("review");
});

test("on the page of addresses the language can be changed while one is half typed", async () => {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, montgomery, employerPlace);
  while ((await visitor.kind()) !== "addresses") await visitor.press("Back");
  await visitor.field("home-code").fill("3");
  await visitor.press("Español");
  expect(await visitor.page.locator(".failure").count()).toBe(0);
  expect(await visitor.heading()).toBe("Dónde vive y trabaja");
});

test("a request that will never succeed is not offered again", async () => {
  const visitor = await visit(browser, service.origin);
  await visitor.fillAddress("home", montgomery);
  await visitor.page.locator("#works-at-home").check();
  await visitor.page.route("**/guided-flows", (route) =>
    route.fulfill({
      status: 422,
      contentType: "application/problem+json",
      json: {
        type: "about:blank",
        title: "Refused",
        status: 422,
        code: "INVALID_BODY",
        requestId: "r",
        errors: [{ pointer: "/formVersion", code: "INVALID", message: "Send one form version." }],
      },
    }),
  );
  await visitor.next();
  const failure = visitor.page.locator(".failure");
  expect(await failure.innerText()).toContain("Contact your employer or payroll department.");
  expect(await failure.getByRole("button").count()).toBe(0);
  expect(await visitor.violations()).toEqual([]);
});

test("without a connection to the host's own server, no other trouble is claimed", async () => {
  const visitor = await visit(browser, service.origin);
  await visitor.fillAddress("home", montgomery);
  await visitor.page.locator("#works-at-home").check();
  await visitor.page.context().setOffline(true);
  await visitor.next();
  expect(await visitor.page.locator(".failure").innerText()).toContain("We couldn’t connect.");
  await visitor.page.context().setOffline(false);
  await visitor.press("Try again");
  expect(await visitor.kind()).toBe("checklist");
});

test("a double click on Continue continues by one page and leaves the focus on its heading", async () => {
  const visitor = await atTheForm();
  await visitor.answer({ filingStatus: "SINGLE_OR_MARRIED_FILING_SEPARATELY" });
  const { mouse } = visitor.page;
  // Waits until the button stops moving.
  await visitor.page.locator("form button[type=submit]").hover();
  await mouse.down({ clickCount: 1 });
  await mouse.up({ clickCount: 1 });
  await visitor.page.getByRole("heading", { name: "Do any of these apply", level: 1 }).waitFor();
  await mouse.down({ clickCount: 2 });
  await mouse.up({ clickCount: 2 });
  await visitor.settled();
  expect(await visitor.kind()).toBe("express");
  expect(await visitor.page.locator(".summary").count()).toBe(0);
  expect(await focused(visitor)).toBe("h1.#");
  // Outside the wizard and where nothing can have the focus, too.
  await mouse.move(2, 200);
  await mouse.down({ clickCount: 2 });
  await mouse.up({ clickCount: 2 });
  expect(await focused(visitor)).toBe("h1.#");
});

test("the review shows who the forms are from, and every part of it can be changed", async () => {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, montgomery, employerPlace);
  await visitor.walk({});
  await introduce(visitor);
  await visitor.walk(plainAnswers);
  const people = visitor.page.locator(".answers").first();
  const employer = visitor.page.locator(".answers").nth(1);
  expect(await visitor.page.locator(".note").first().innerText()).toContain(
    "Answers for calculations, such as income, don’t appear on the forms.",
  );
  expect(await employer.innerText()).toContain("Example Payroll Inc.");
  expect(await employer.innerText()).toContain("64 N Union St\nMontgomery, AL 36130");
  expect(await people.getByRole("button").count()).toBe(3);
  await visitor.press("Change: Address");
  expect(await visitor.kind()).toBe("addresses");
  await visitor.field("home-streetAddress1").fill("1 Dexter Ave");
  await visitor.next();
  // Nothing else is new, so nothing else is shown.
  expect(await visitor.kind()).toBe("review");
  expect(await people.innerText()).toContain("1 Dexter Ave");
});

test("a broken connection is explained, and the next try continues with everything that was typed", async () => {
  const visitor = await visit(browser, service.origin);
  await visitor.fillAddress("home", montgomery);
  await visitor.fillAddress("work1", employerPlace);
  await visitor.page.route("**/formQuestionSet/**", (route) => route.abort("connectionfailed"));
  await visitor.next();
  expect(await visitor.page.locator(".failure").innerText()).toContain("We couldn’t connect.");
  expect(await focused(visitor)).toBe("div.failure#");
  expect(await visitor.violations()).toEqual([]);
  expect(await visitor.field("home-city").inputValue()).toBe("Montgomery");
  await visitor.page.unroute("**/formQuestionSet/**");
  await visitor.press("Try again");
  expect(await visitor.kind()).toBe("checklist");
  expect(await visitor.page.locator(".failure").count()).toBe(0);
});

test("once a form is there, its questions need no connection", async () => {
  const visitor = await atTheForm();
  await visitor.page.context().setOffline(true);
  await visitor.walk(plainAnswers).catch(() => undefined);
  // Only the review asks the service.
  expect(await visitor.page.locator(".failure").innerText()).toContain("We couldn’t connect.");
  await visitor.page.context().setOffline(false);
  await visitor.press("Try again");
  expect(await visitor.kind()).toBe("review");
});

test("an expired token is renewed silently, and an expired session can be resumed", async () => {
  const visitor = await atTheForm();
  await visitor.walk({ ...plainAnswers, "W4101/QS12": false, dependents: "1" }).catch(() => undefined);
  expect(await visitor.kind()).toBe("review");
  await visitor.press("Back");
  await visitor.answer({ additionalWithholding: "10" });
  let sent = 0;
  await visitor.page.route("**/fillPdf", (route) => {
    sent++;
    return sent > 1 ? route.continue() : route.fulfill({ status: 401, json: { message: "Unauthorized" } });
  });
  await visitor.next();
  expect(await visitor.kind()).toBe("review");
  // The form that changed, twice.
  expect(sent).toBe(2);
  await visitor.page.unroute("**/fillPdf");

  await visitor.press("Back");
  await visitor.answer({ additionalWithholding: "20" });
  await visitor.page.route("**/v1/**", (route) =>
    route.fulfill({ status: 401, json: { message: "Unauthorized" } }),
  );
  await visitor.next();
  expect(await visitor.page.locator(".failure").innerText()).toContain("Your session has expired.");
  await visitor.page.unroute("**/v1/**");
  await visitor.press("Try again");
  expect(await visitor.kind()).toBe("review");
});

test("a signature that may not have arrived is sent again with the same key, so that it is recorded once", async () => {
  const visitor = await atTheForm();
  await visitor.walk(plainAnswers);
  await visitor.next();
  const keys: (string | undefined)[] = [];
  await visitor.page.route("**/fillPdf", (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    return keys.length === 1 ? route.abort("connectionreset") : route.continue();
  });
  await visitor.field("consent").check();
  await visitor.field("signature").fill("Zoe OBrien-Smith");
  await visitor.next();
  expect(await visitor.heading()).toBe("All done");
  const key = expect.stringMatching(/^[0-9a-f]{32}$/);
  expect(keys).toEqual([key, keys[0], key]);
  expect(keys[2]).not.toBe(keys[0]);
});

test("a language switch halfway keeps every answer and changes every text", async () => {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, montgomery, employerPlace);
  await visitor.page.locator('input[name="W4101/QS2"]').check();
  await visitor.press("Français");
  expect(await visitor.page.locator('input[name="W4101/QS2"]').isChecked()).toBe(true);
  await visitor.press("English");
  await visitor.next();
  await introduce(visitor);
  await visitor.answer({ isExempt: "true", noTaxLastYear: "true" });
  await visitor.press("Français");
  expect(await visitor.page.locator("legend").first().innerText()).toMatch(/^Demandez-vous/);
  expect(await visitor.page.locator("form button[type=submit]").innerText()).toBe("Continuer");
  expect(await visitor.page.locator("html").getAttribute("lang")).toBe("fr");
  expect(await visitor.page.locator('input[name="q-noTaxLastYear"][value="true"]').isChecked()).toBe(true);
  expect(await visitor.page.locator(".courtesy").innerText()).toContain(
    "Les questions de cette page sont une traduction.",
  );
  await visitor.next();
  // Messages of questions come in the language, too.
  expect(await visitor.page.locator("#q-noTaxThisYear-problem").innerText()).toBe("Choisissez oui ou non.");
  await visitor.answer({ noTaxThisYear: "true" });
  await visitor.walk({ filingStatus: "ZERO" });
  await visitor.next();
  expect(await visitor.kind()).toBe("sign");
  const statements = visitor.page.locator(".perjury");
  expect(await statements.count()).toBe(4);
  expect(await statements.nth(0).getAttribute("lang")).toBe("fr");
  expect(await statements.nth(1).getAttribute("lang")).toBe("en");
  expect(await statements.nth(1).innerText()).toContain("under penalties of perjury");
  await visitor.press("English");
  expect(await visitor.heading()).toBe("Sign your forms");
  expect(await statements.count()).toBe(2);
});

test("in Spanish the Spanish edition of a form is used, with the answers that were given in English", async () => {
  const visitor = await atTheForm();
  await visitor.answer({ filingStatus: "HEAD_OF_HOUSEHOLD" });
  await visitor.next();
  await visitor.page.locator("#applies-QS12").check();
  await visitor.press("Español");
  expect(await visitor.page.locator(".progress").innerText()).toContain("W-4(SP)");
  expect(await visitor.kind()).toBe("express");
  expect(await visitor.page.locator("#applies-QS12").isChecked()).toBe(true);
  await visitor.press("Atrás");
  expect(await visitor.page.locator('input[value="HEAD_OF_HOUSEHOLD"]').isChecked()).toBe(true);
  expect(await visitor.page.locator(".courtesy").count()).toBe(0);
});

test("a claim with nothing in it is asked about once, and the summary does not repeat it", async () => {
  const visitor = await atTheForm();
  await visitor.answer({ filingStatus: "SINGLE_OR_MARRIED_FILING_SEPARATELY" });
  await visitor.next();
  await visitor.page.locator("#applies-QS12").check();
  await visitor.next();
  await visitor.next();
  expect(await visitor.page.locator("#q-extraWithholding-problem").innerText()).toContain(
    "nothing is entered",
  );
  expect(await visitor.violations()).toEqual([]);
  await visitor.walk({ ...plainAnswers, extraWithholding: "" });
  expect(await visitor.page.locator(".brief").innerText()).not.toMatch(/extra/i);
});

test("a changed answer sends no stale ones, skips no page that was not seen, and loses nothing typed", async () => {
  const visitor = await atTheForm();
  const sent: { readonly formId?: string; readonly fields?: Readonly<Record<string, unknown>> }[] = [];
  visitor.page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/fillPdf")) sent.push(request.postDataJSON());
  });
  const fields = () => sent.findLast(({ formId }) => formId === "W4101")?.fields;
  await visitor.walk({
    ...plainAnswers,
    "W4101/QS9": true,
    otherAdjustmentsSurvey: "true",
    interestAndDividends: "1,200",
  });
  expect(fields()).toHaveProperty("interestAndDividends");
  await visitor.press("Change: Do you want tax withheld from this job for other income");
  expect(await focused(visitor)).toBe("input.#q-otherAdjustmentsSurvey");
  await visitor.answer({ otherAdjustmentsSurvey: "false" });
  await visitor.next();
  expect(await visitor.kind()).toBe("review");
  expect(fields()).not.toHaveProperty("interestAndDividends");
  await visitor.press("Change: Do you want tax withheld from this job for other income");
  await visitor.answer({ otherAdjustmentsSurvey: "true" });
  expect(await visitor.field("q-interestAndDividends").inputValue()).toBe("1,200");
  await visitor.next();

  // The step was not opened, so the change leads to the page with all steps. Its pages were never seen.
  await visitor.page.getByText(/steps do not apply to you/).click();
  await visitor.press("Change: I expect deductions");
  expect(await visitor.kind()).toBe("express");
  await visitor.page.locator("#applies-QS10").check();
  await visitor.next();
  expect(await visitor.heading()).toBe("Deductions");
  await visitor.answer({ useDeductionsWorksheet: "true" });
  await visitor.next();
  expect(await visitor.heading()).toBe("Deductions worksheet: income and age");
  await visitor.answer({ totalIncome: "50000" });
  await visitor.answer({ marriedFilingSeparately: "false", age65: "false" });
  await visitor.next();
  expect(await visitor.heading()).toBe("Deductions worksheet: tips, overtime and others");
});

test("the browser's Back button goes one step back, loses nothing, and leaves from the first page", async () => {
  const visitor = await visit(browser, service.origin);
  const goBack = async (): Promise<void> => {
    await visitor.page.goBack();
    await visitor.settled();
  };
  await visitor.fillAddress("home", montgomery);
  await visitor.fillAddress("work1", phoenix);
  await visitor.next();
  expect(await visitor.kind()).toBe("checklist");
  await visitor.page.locator("#case-0").check();
  await visitor.next();
  expect(await visitor.kind()).toBe("flow");
  await goBack();
  expect(await visitor.page.locator("#case-0").isChecked()).toBe(true);
  // Next to the wizard's own button, and several times.
  await visitor.next();
  await visitor.press("Back");
  expect(await visitor.kind()).toBe("checklist");
  while ((await visitor.kind()) !== "addresses") await goBack();
  expect(await visitor.field("home-streetAddress1").inputValue()).toBe("11 S Union St");
  // Forward, from where nothing is ahead, changes nothing.
  await visitor.page.goForward();
  expect(await visitor.kind()).toBe("addresses");
  await visitor.next();
  expect(await visitor.kind()).toBe("checklist");
  await goBack();
  expect(await visitor.kind()).toBe("addresses");
  await visitor.page.goBack();
  await visitor.page.waitForURL("about:blank");
});
