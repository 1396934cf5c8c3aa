import { readFileSync } from "node:fs";
import { eventually } from "@withholding-forms/testing/eventually";
import { plainAnswers, signForms } from "@withholding-forms/testing/people/wizard";
import {
  closePages,
  launch,
  newPage,
  type Visitor,
  visitorOf,
} from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import type { CompletedForm } from "./session/results.js";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

const root = new URL("../../../", import.meta.url);
const example = (name: string): string => readFileSync(new URL(`docs/examples/${name}`, root), "utf8");
const bundle = (file: string): string =>
  readFileSync(new URL(`packages/wizard/dist/bundle/${file}`, root), "utf8");
const strict =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src blob:; object-src blob:";

/** A payroll product with the example of the documentation, behind its own server. */
async function embed(change: (html: string) => string = (html) => html): Promise<{
  readonly visitor: Visitor;
  readonly page: Page;
  readonly kept: readonly CompletedForm[];
}> {
  const page = await newPage(browser);
  const complaints: string[] = [];
  const kept: CompletedForm[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  const at = (path: string): string => `${service.origin}/payroll${path}`;
  await page.route(at("/wizard.html"), (route) =>
    route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy": strict },
      body: change(example("wizard.html")),
    }),
  );
  const script = (body: string) => ({ contentType: "text/javascript", body });
  await page.route(at("/wizard-host.js"), (route) => route.fulfill(script(example("wizard-host.js"))));
  await page.route(at("/withholding-wizard*.js"), (route) =>
    route.fulfill(script(bundle(new URL(route.request().url()).pathname.replace("/payroll/", "")))),
  );
  await page.route(`${service.origin}/forms-token`, async (route) => {
    const { accessToken } = (await (await fetch(`${service.origin}/demo/token`)).json()) as {
      readonly accessToken: string;
    };
    await route.fulfill({ body: accessToken });
  });
  await page.route(`${service.origin}/employees/me/forms`, (route) => {
    kept.push(route.request().postDataJSON());
    return route.fulfill({ status: 204 });
  });
  // The host's server passes this path on to the service.
  await page.route(`${service.origin}/forms/**`, (route) =>
    route.continue({ url: route.request().url().replace("/forms/v1", "/v1") }),
  );
  await page.goto(at("/wizard.html"));
  const visitor = visitorOf(page, complaints);
  await visitor.settled();
  return { visitor, page, kept };
}

test("the example page skips what it knows, keeps the signed forms and sets its own title", async () => {
  const { visitor, page, kept } = await embed();
  expect(await visitor.kind()).toBe("checklist");
  await visitor.walk({});
  // The name is known, the number is not; the employer's data are not the employee's to change.
  expect(await visitor.field("p-firstName").inputValue()).toBe("John");
  expect(await visitor.field("p-federalEIN").count()).toBe(0);
  await visitor.field("p-socialSecurityNumber").fill("123-45-6789");
  await visitor.next();
  expect(await page.title()).toBe("Filing status – W-4");
  await visitor.walk(plainAnswers);
  await signForms(visitor, "John Smith");
  await eventually(() => kept.length > 1, { what: "the signed forms" });
  expect(kept.map(({ formId }) => formId)).toEqual(["W4101", "AL101"]);
  expect(kept[0]?.pdf?.length).toBeGreaterThan(1000);
  expect(visitor.complaints).toEqual([]);
});

test("for the payer of a pension, the employee completes the pension certificate", async () => {
  const { visitor, kept } = await embed((html) =>
    html.replace('language="en"', 'language="en" payment-type="PENSION"'),
  );
  await visitor.walk({ federalPensionQ1: "periodic" });
  await visitor.field("p-socialSecurityNumber").fill("123-45-6789");
  await visitor.next();
  await visitor.walk({ isNra: "false", noWithholding: "true", deliveredOutsideUnitedStates: "false" });
  // Alabama has no pension form here, which the review reports before the signature.
  expect(await visitor.kind()).toBe("review");
  expect(await visitor.page.locator("form").innerText()).toContain(
    "Pension forms for Alabama are not available yet.",
  );
  await signForms(visitor, "John Smith");
  await eventually(() => kept.length > 0, { what: "the signed form" });
  expect(kept.map(({ formId }) => formId)).toEqual(["W4102"]);
  await eventually(async () => (await visitor.kind()) === "done", { what: "the last page" });
  expect(await visitor.page.locator("form").innerText()).toContain(
    "Pension forms for Alabama are not available yet.",
  );
});

test("for a signing tool of the employer, forms end unsigned and without a field for the signature", async () => {
  const { visitor, kept } = await embed((html) =>
    html.replace('language="en"', 'language="es" mode="sign-externally"'),
  );
  await visitor.walk({});
  await visitor.field("p-socialSecurityNumber").fill("123-45-6789");
  await visitor.next();
  // A Spanish form in Spanish needs no note about a translation.
  expect(await visitor.page.locator(".courtesy").count()).toBe(0);
  await visitor.walk(plainAnswers);
  const sent = visitor.page.waitForRequest((request) => request.url().endsWith("/fillPdf"));
  await visitor.press("Continuar a la firma");
  expect((await sent).postDataJSON()).toMatchObject({ formId: "W4101SP", signForm: "SIGN_EXTERNALLY" });
  expect(await visitor.field("signature").count()).toBe(0);
  await eventually(() => kept.length > 1, { what: "the completed forms" });
  expect(kept.map(({ formId }) => formId)).toEqual(["W4101SP", "AL101SP"]);
  expect(await visitor.heading()).toBe("Todo listo");
});

test("the employee is not asked for the number and telephone of the employer that the host does not give", async () => {
  const { visitor, kept } = await embed((html) =>
    html.replace(',"federalEIN":"98-7654321","telephoneNumber":"456-867-5309"', ""),
  );
  await visitor.walk({});
  expect(await visitor.kind()).toBe("person");
  expect(await visitor.page.locator("form label").allInnerTexts()).not.toContainEqual(
    expect.stringMatching(/EIN|telephone|phone/i),
  );
  await visitor.field("p-socialSecurityNumber").fill("123-45-6789");
  await visitor.next();
  await visitor.walk(plainAnswers);
  await signForms(visitor, "John Smith");
  await eventually(() => kept.length > 1, { what: "the signed forms" });
  expect(kept.map(({ formId }) => formId)).toEqual(["W4101", "AL101"]);
});

test("answers and the language survive a reload only if the host requests it, and identity numbers never do", async () => {
  const { visitor, page } = await embed((html) => html.replace("language=", "keep-in-session language="));
  await visitor.walk({});
  await visitor.field("p-socialSecurityNumber").fill("123-45-6789");
  await visitor.next();
  await visitor.answer({ filingStatus: "HEAD_OF_HOUSEHOLD" });
  await visitor.next();
  await visitor.page.locator("#applies-QS8").check();
  await visitor.press("Español");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("6789");
  await page.reload();
  await visitor.settled();
  // The number is asked again, and the page explains why.
  expect(await visitor.kind()).toBe("person");
  expect(await visitor.page.locator("form").innerText()).toContain("No guardamos su número");
  expect(await visitor.field("p-firstName").inputValue()).toBe("John");
  await visitor.field("p-socialSecurityNumber").fill("123-45-6789");
  await visitor.next();
  expect(await visitor.kind()).toBe("express");
  expect(await visitor.page.locator("#applies-QS8").isChecked()).toBe(true);
  await visitor.press("Atrás");
  expect(await page.locator('input[value="HEAD_OF_HOUSEHOLD"]').isChecked()).toBe(true);

  const other = await embed();
  await other.visitor.walk({});
  expect(await other.page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0);
});

test.each([
  [
    "an employer number",
    "98-7654321",
    "98-76",
    "/employer/federalEIN",
    "Employer identification number (EIN): Enter a 9-digit",
  ],
  [
    "a home address",
    "11 S Union St",
    "x".repeat(81),
    "/employee/address",
    "Address: Enter 80 characters or fewer.",
  ],
])(
  "%s from the host that no form can print is reported immediately to employee and host, and is not the employee's to change",
  async (_, right, wrong, pointer, detail) => {
    const { visitor, page } = await embed((html) => html.replace(right, wrong));
    const received: unknown[] = [];
    await page.exposeFunction("received", (one: unknown) => received.push(one));
    await page.evaluate(() => {
      document.querySelector("withholding-wizard")?.addEventListener("error", (event) => {
        (window as unknown as { received(one: unknown): void }).received(
          (event as unknown as CustomEvent).detail,
        );
      });
    });
    const failure = page.locator(".failure");
    expect(await failure.innerText()).toContain("Contact your employer or payroll department.");
    expect(await failure.innerText()).toContain(detail);
    expect(await failure.getByRole("button").count()).toBe(0);
    expect(await visitor.violations()).toEqual([]);
    // The first event came before the host could listen to it. The explanation in another language is an event, too.
    await visitor.press("Français");
    expect(await failure.innerText()).toContain("Communiquez avec votre employeur ou le service de la paie.");
    await eventually(() => received.length > 0, { what: "the event" });
    expect(received.at(-1)).toEqual({
      kind: "blocked",
      message: `the employer's data: ${pointer}`,
      pointers: [pointer],
    });
  },
);
