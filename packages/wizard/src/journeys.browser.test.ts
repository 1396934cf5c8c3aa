import {
  enterPlaces,
  introduce,
  montgomery,
  ottawa,
  phoenix,
  plainAnswers,
  santaFe,
  signForms,
} from "@withholding-forms/testing/people/wizard";
import { closePages, launch, type Visitor, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";
import type { CompletedDetail } from "./host-events.js";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

/** What the page around the wizard receives at the end. */
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

test("an employee who lives in Alabama and works in Arizona signs three forms together", async () => {
  const visitor = await visit(browser, service.origin);
  const completed = await listen(visitor);
  const sent = bodies(visitor);
  await visitor.fillAddress("home", montgomery);
  await visitor.fillAddress("work1", phoenix);
  await visitor.next();
  // Nothing in the addresses was corrected, so there is nothing to confirm.
  expect(await visitor.heading()).toBe("Does any of this apply to you?");
  expect(await visitor.page.locator("form legend").allInnerTexts()).toEqual(["Federal", "Arizona"]);
  expect(await visitor.page.locator("form input:checked").count()).toBe(0);
  expect(
    await visitor.walk({ alWorkStateWithholds: "false", alGuidedQ1: "english", azNonresidentReason: "none" }),
  ).toEqual(["Does any of this apply to you?", "State where you work", "About you"]);
  await introduce(visitor);
  expect(
    await visitor.walk({
      ...plainAnswers,
      electionType: "PERCENTAGE",
      withholdingPercent: "2.0",
      hasExtra: "false",
    }),
  ).toEqual([
    "Filing status",
    "Do any of these apply to you?",
    "Extra withholding",
    "Personal exemption, Dependents, Extra withholding",
    "Election",
    "Percentage",
  ]);
  expect(await visitor.heading()).toBe("Check your answers");
  const review = await visitor.page.locator("form").innerText();
  expect(review).toContain("•••-••-6789");
  expect(review).not.toContain("123-45");
  expect(review).toContain("$25.50");
  const download = visitor.page.waitForEvent("download");
  await visitor.page.getByRole("link", { name: "Blank AL A4 (PDF)" }).click();
  expect((await download).suggestedFilename()).toBe("AL A4 - blank.pdf");
  await signForms(visitor);
  expect(await visitor.heading()).toBe("All done");
  expect(sent.map(({ formId, signForm: how }) => [formId, how])).toEqual([
    ["W4101", "PREVIEW"],
    ["AL101", "PREVIEW"],
    ["AZ101", "PREVIEW"],
    ["W4101", "SIGN"],
    ["AL101", "SIGN"],
    ["AZ101", "SIGN"],
  ]);

  const { forms } = await completed();
  expect(forms.map(({ formId }) => formId)).toEqual(["W4101", "AL101", "AZ101"]);
  expect(forms[0]?.taxParameters).toContainEqual(
    expect.objectContaining({ id: "FED.additionalWithholding", value: "25.50" }),
  );
  for (const { pdf, sha256 } of forms) {
    expect(textOf(pdf)).toMatch(/^%PDF-/);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(visitor.complaints).toEqual([]);
});

test("New Mexico's form follows the federal values and asks only whether to differ from them", async () => {
  const visitor = await visit(browser, service.origin);
  const sent = bodies(visitor);
  const completed = await listen(visitor);
  await visitor.fillAddress("home", santaFe);
  await visitor.page.locator("#works-at-home").check();
  await visitor.next();
  await visitor.walk({});
  await introduce(visitor);
  expect(await visitor.walk({ ...plainAnswers, adjustFederalValues: "false" })).toEqual([
    "Filing status",
    "Do any of these apply to you?",
    "Extra withholding",
    "Federal values",
  ]);
  await signForms(visitor);
  expect(sent.at(-1)).toMatchObject({ employer: { address: { streetAddress1: "64 N Union St" } } });
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

test("an employee in Ontario does everything in French, with French forms and amounts", async () => {
  const visitor = await visit(browser, service.origin, { locale: "fr-CA" });
  expect(await visitor.heading()).toBe("Où vous habitez et travaillez");
  await enterPlaces(visitor, ottawa, ottawa);
  await visitor.walk({});
  await visitor.field("p-firstName").fill("Zoé");
  await visitor.field("p-lastName").fill("Tremblay");
  await visitor.field("p-socialInsuranceNumber").fill("046454286");
  await visitor.field("p-socialInsuranceNumber").blur();
  expect(await visitor.field("p-socialInsuranceNumber").inputValue()).toBe("046 454 286");
  await visitor.next();
  // A French form in French needs no note about a translation.
  expect(await visitor.page.locator(".courtesy").count()).toBe(0);
  await visitor.answer({ dateOfBirth: "1985-03-07" });
  await visitor.walk({
    isNonResident: "false",
    moreThanOneEmployer: "false",
    "CAN101FR/QS5": true,
    "ON101FR/QS5": true,
    basicAmountChoice: "FULL",
    claimsOtherAmounts: "true",
    receivesPension: "false",
    paysTuition: "false",
    claimsDisabilityAmount: "false",
    // The form of Ontario, which follows from this, suggests the same.
    familyClaim: "SPOUSE",
    spouseInfirm: "false",
    spouseNetIncome: "5 000",
    otherInfirmAdults: "NONE",
    totalIncomeLessThanClaim: "false",
    additionalTax: "1 250,50",
    prescribedZone: "NONE",
  });
  const review = (await visitor.page.locator("form").innerText()).replace(/[\u00a0\u202f]/g, " ");
  // Both forms ask for the date of birth, and it was typed once.
  expect(review.split("7 mars 1985")).toHaveLength(3);
  expect(review).toContain("1 250,50 $");
  await signForms(visitor, "zoe tremblay");
  expect(await visitor.heading()).toBe("C’est terminé");
  expect(await visitor.page.locator(".wizard").getAttribute("lang")).toBe("fr");
  expect(await visitor.page.title()).toBe("C’est terminé – Withholding Forms");
  expect(visitor.complaints).toEqual([]);
});

test("an answer that leads out of a form is explained, and there are two paths back", async () => {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, montgomery, { ...montgomery, streetAddress1: "64 N Union St" });
  await visitor.walk({ "AL_RESIDENT/QS1/militarySpouse": true });
  await introduce(visitor);
  await visitor.walk({ ...plainAnswers, spouseIsServicemember: "false" });
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
  expect(await visitor.kind()).toBe("checklist");
  const item = visitor.page.locator('input[name="AL_RESIDENT/QS1/militarySpouse"]');
  expect(await item.isChecked()).toBe(true);
  await item.uncheck();
  await visitor.next();
  // What was answered before is not asked again.
  expect(await visitor.heading()).toBe("Personal exemption, Dependents, Extra withholding");
  await visitor.walk(plainAnswers);
  expect(await visitor.kind()).toBe("review");
});

test("a claim that a form does not allow can be given up with a button", async () => {
  const visitor = await visit(browser, service.origin);
  const richmond = { streetAddress1: "1000 Bank St", city: "Richmond", region: "VA", code: "23219" };
  await enterPlaces(visitor, richmond, richmond);
  await visitor.walk({ "VA101/QS1": true });
  await introduce(visitor);
  await visitor.walk({
    ...plainAnswers,
    withholdingStatus: "MILITARY_SPOUSE",
    servicememberUnderOrders: "true",
    hereToBeWithSpouse: "true",
    domicileElsewhere: "false",
  });
  expect(await visitor.kind()).toBe("ineligible");
  expect(await visitor.page.locator(".otherwise").first().innerText()).toContain(
    "Are you subject to Virginia withholding?",
  );
  expect(await visitor.violations()).toEqual([]);
  await visitor.press("Yes, use my exemptions");
  expect(await visitor.heading()).toMatch(/^Exemptions/);
  await visitor.walk({
    ws1Self: "true",
    ws2Spouse: "false",
    ws3Dependents: "0",
    ws5aSelf65: "false",
    ws6aSelfBlind: "false",
  });
  expect(await visitor.kind()).toBe("review");
  const brief = await visitor.page.locator(".brief").innerText();
  expect(brief).toContain("Federal: Single or married filing separately");
});

test("two special cases of one place are pointed out, because only one form fits", async () => {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, montgomery, { ...montgomery, streetAddress1: "64 N Union St" });
  const [first, second] = ["FEDERAL/QS1/foreignEarnedIncome", "FEDERAL/QS1/treatyExemptNra"].map((name) =>
    visitor.page.locator(`input[name="${name}"]`),
  );
  await first?.check();
  await second?.check();
  await visitor.next();
  expect(await visitor.kind()).toBe("checklist");
  expect(await visitor.page.locator(".summary li").allInnerTexts()).toEqual([
    "Federal: you can choose only one of these. Check the one that describes you best.",
  ]);
  expect(await visitor.violations()).toEqual([]);
  await second?.uncheck();
  await visitor.next();
  expect(await visitor.kind()).toBe("person");
});
