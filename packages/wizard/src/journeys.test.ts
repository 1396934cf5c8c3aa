import {
  enterPlaces,
  introduce,
  montgomery,
  ottawa,
  phoenix,
  plainW4,
  santaFe,
  signForm,
} from "@withholding-forms/testing/people/wizard";
import { closePages, launch, type Visitor, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";
import type { CompletedDetail } from "./element.js";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

/** What the page around the wizard is told at the end. */
async function listen({ page }: Visitor): Promise<() => Promise<CompletedDetail>> {
  await page.evaluate(() => {
    document.querySelector("withholding-wizard")?.addEventListener("completed", (event) => {
      (window as unknown as { completed: unknown }).completed = (event as CustomEvent).detail;
    });
  });
  return () => page.evaluate(() => (window as unknown as { completed: CompletedDetail }).completed);
}

/** Bodies sent to fillPdf. */
function bodies({ page }: Visitor): readonly Readonly<Record<string, unknown>>[] {
  const sent: Readonly<Record<string, unknown>>[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/fillPdf")) sent.push(request.postDataJSON());
  });
  return sent;
}

const textOf = (pdf: string | undefined): string => Buffer.from(pdf ?? "", "base64").toString("latin1");

test("somebody who lives in Alabama and works in Arizona signs three forms, one after the other", async () => {
  const visitor = await visit(browser, service.origin);
  const completed = await listen(visitor);
  const sent = bodies(visitor);
  await visitor.fillAddress("home", montgomery);
  await visitor.fillAddress("work1", phoenix);
  await visitor.next();
  expect(await visitor.heading()).toBe("Check your addresses");
  expect(await visitor.page.locator("form").innerText()).toContain("11 S UNION ST\nMONTGOMERY, AL 36130");
  await visitor.next();
  await visitor.walk({
    federalGuidedQ1: "english",
    alWorkStateWithholds: "false",
    alGuidedQ1: "english",
    azNonresidentReason: "none",
  });
  expect(await visitor.heading()).toBe("Your forms");
  expect(await visitor.page.locator(".forms strong").allInnerTexts()).toEqual(["W-4", "AL A4", "AZ A-4"]);

  const download = visitor.page.waitForEvent("download");
  await visitor.press("Blank AL A4 (PDF)");
  expect((await download).suggestedFilename()).toBe("AL101-2014.3.0-blank.pdf");

  await visitor.next();
  await introduce(visitor);
  expect(await visitor.walk(plainW4)).toEqual([
    "About you",
    "Exemption",
    "Filing status",
    "Multiple jobs",
    "Dependents and credits",
    "Other income",
    "Deductions",
    "Extra withholding",
  ]);
  expect(await visitor.heading()).toBe("Check your answers");
  const review = await visitor.page.locator("form").innerText();
  expect(review).toContain("•••-••-6789");
  expect(review).not.toContain("123-45");
  expect(review).toContain("$25.50");
  await signForm(visitor);
  expect(await visitor.heading()).toBe("W-4 is signed");
  expect(sent.map(({ formId, signForm: how }) => [formId, how])).toEqual([
    ["W4101", "PREVIEW"],
    ["W4101", "SIGN"],
  ]);

  await visitor.next();
  await visitor.walk({ filingStatus: "SINGLE", dependents: "1" });
  await signForm(visitor);
  await visitor.next();
  await visitor.walk({ electionType: "PERCENTAGE", withholdingPercent: "2.0", hasExtra: "false" });
  await signForm(visitor);
  expect(await visitor.heading()).toBe("All done");

  const { forms } = await completed();
  expect(forms.map(({ formId, fileName }) => [formId, fileName])).toEqual([
    ["W4101", "W4101-2025.12.0.pdf"],
    ["AL101", "AL101-2014.3.0.pdf"],
    ["AZ101", "AZ101-2025.12.0.pdf"],
  ]);
  expect(forms[0]?.taxParameters).toContainEqual(
    expect.objectContaining({ id: "FED.additionalWithholding", value: "25.50" }),
  );
  for (const { pdf, sha256 } of forms) {
    expect(textOf(pdf)).toMatch(/^%PDF-/);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  }
  const copy = visitor.page.waitForEvent("download");
  await visitor.press("Download AL A4");
  expect((await copy).suggestedFilename()).toBe("AL101-2014.3.0.pdf");
  expect(visitor.complaints).toEqual([]);
});

test("New Mexico's form follows the federal values and asks only whether to differ from them", async () => {
  const visitor = await visit(browser, service.origin);
  const sent = bodies(visitor);
  const completed = await listen(visitor);
  await visitor.fillAddress("home", santaFe);
  await visitor.page.locator("#works-at-home").check();
  await visitor.next();
  await visitor.next();
  await visitor.walk({ federalGuidedQ1: "english", nmGuidedQ1: "false" });
  await visitor.next();
  await introduce(visitor);
  await visitor.walk(plainW4);
  await signForm(visitor);
  expect(sent.at(-1)).toMatchObject({ employer: { address: { streetAddress1: "64 N Union St" } } });
  await visitor.next();
  expect(await visitor.walk({ adjustFederalValues: "false" })).toEqual(["Federal values"]);
  await signForm(visitor);
  expect(sent.at(-1)).toMatchObject({
    formId: "NM101",
    signForm: "SIGN",
    fields: { adjustFederalValues: "false" },
    federalValues: {
      filingStatus: "S",
      isExempt: "false",
      isNonResidentAlien: "false",
      twoJobs: "false",
      additionalWithholding: "25.50",
    },
  });
  expect((await completed()).forms[1]?.taxParameters).toContainEqual(
    expect.objectContaining({ id: "NM.filingStatus", value: "S" }),
  );
  expect(visitor.complaints).toEqual([]);
});

test("somebody in Ontario does everything in French, with French forms and amounts", async () => {
  const visitor = await visit(browser, service.origin, { locale: "fr-CA" });
  expect(await visitor.heading()).toBe("Où vous habitez et travaillez");
  await enterPlaces(visitor, ottawa, ottawa);
  await visitor.walk({
    canadaFederalGuidedQ1: "NONE",
    canadaFederalGuidedQ2: "fr",
    onGuidedQ1: "MORE",
    onGuidedQ2: "fr",
  });
  expect(await visitor.heading()).toBe("Vos formulaires");
  await visitor.next();
  await visitor.field("p-firstName").fill("Zoé");
  await visitor.field("p-lastName").fill("Tremblay");
  await visitor.field("p-socialInsuranceNumber").fill("046454286");
  await visitor.field("p-socialInsuranceNumber").blur();
  expect(await visitor.field("p-socialInsuranceNumber").inputValue()).toBe("046 454 286");
  await visitor.next();
  // A French form in French needs no note about a translation.
  expect(await visitor.page.locator(".courtesy").count()).toBe(0);
  await visitor.walk({
    dateOfBirth: "1985-03-07",
    isNonResident: "false",
    moreThanOneEmployer: "false",
    basicAmountChoice: "FULL",
    claimsOtherAmounts: "false",
    totalIncomeLessThanClaim: "false",
    additionalTax: "1 250,50",
    prescribedZone: "NONE",
  });
  const review = (await visitor.page.locator("form").innerText()).replace(/[\u00a0\u202f]/g, " ");
  expect(review).toContain("7 mars 1985");
  expect(review).toContain("1 250,50 $");
  await signForm(visitor, "zoe tremblay");
  await visitor.next();
  // The date of birth was asked by the first form already.
  expect(await visitor.field("q-dateOfBirth").inputValue()).toBe("07");
  await visitor.walk({
    isNonResident: "false",
    moreThanOneEmployer: "false",
    claimsOtherAmounts: "false",
    totalIncomeLessThanClaim: "false",
  });
  await signForm(visitor, "Zoé Tremblay");
  expect(await visitor.heading()).toBe("C’est terminé");
  expect(await visitor.page.locator(".wizard").getAttribute("lang")).toBe("fr");
  expect(await visitor.page.title()).toBe("C’est terminé – Withholding Forms");
  expect(visitor.complaints).toEqual([]);
});

test("an answer that leads out of a form is explained, and there are two ways back", async () => {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, montgomery, montgomery);
  await visitor.walk({ federalGuidedQ1: "english", alGuidedQ1: "militarySpouse" });
  await visitor.next();
  await introduce(visitor);
  await visitor.walk(plainW4);
  await signForm(visitor);
  await visitor.next();
  await visitor.answer({ spouseIsServicemember: "false" });
  await visitor.next();
  expect(await visitor.kind()).toBe("ineligible");
  expect(await visitor.heading()).toBe("You can’t use this form");
  expect(await visitor.page.locator(".decisive").innerText()).toBe(
    "Is your spouse a military servicemember on active duty?\nNo",
  );
  expect(await visitor.violations()).toEqual([]);
  await visitor.press("Change this answer");
  expect(await visitor.page.locator('input[value="false"]').isChecked()).toBe(true);
  await visitor.next();
  await visitor.press("Choose another form");
  expect(await visitor.kind()).toBe("flow");
  await visitor.answer({ alGuidedQ1: "english" });
  await visitor.next();
  expect(await visitor.page.locator(".forms strong").allInnerTexts()).toEqual(["W-4", "AL A4"]);
  expect(await visitor.page.locator(".forms .badge").count()).toBe(1);
  await visitor.next();
  expect(await visitor.heading()).toBe("Personal exemption");
});
