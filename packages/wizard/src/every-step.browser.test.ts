import { enterPlaces, introduce, plainAnswers, tallahassee } from "@withholding-forms/testing/people/wizard";
import { closePages, launch, type Visitor, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

// Publication 15-T: every step of Form W-4 is seen before it is signed, with a link to the form at the IRS.

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

async function beginW4(): Promise<Visitor> {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, tallahassee, tallahassee);
  return visitor;
}

/** To the first page of the form. */
async function toTheForm(visitor: Visitor): Promise<void> {
  await visitor.next();
  await introduce(visitor);
}

const linksOf = ({ page }: Visitor) =>
  page
    .locator(".agency a")
    .evaluateAll((all) =>
      all.map(
        (one) =>
          `${one.textContent?.trim()} ${one.getAttribute("download") ?? one.getAttribute("href") ?? ""}`,
      ),
    );

const links = [
  "Blank W-4 (PDF) W-4 2026 - blank.pdf",
  "W-4 on the agency's website https://www.irs.gov/pub/irs-pdf/fw4.pdf",
];

test("every step is on a page in full, with links to the blank and to the agency, even if nothing applies", async () => {
  const visitor = await beginW4();
  await toTheForm(visitor);
  expect(await linksOf(visitor)).toEqual(links);
  await visitor.answer({ filingStatus: "SINGLE_OR_MARRIED_FILING_SEPARATELY" });
  await visitor.next();
  expect(await visitor.kind()).toBe("express");
  expect(await linksOf(visitor)).toEqual(links);
  const steps = visitor.page.locator("section.step");
  // Each step has its statement, which is also the box that opens it, and its text.
  const statements = await visitor.page.locator("form .option:has([name])").allInnerTexts();
  expect(await steps.locator("h3").allInnerTexts()).toEqual(statements);
  const texts = await steps.allInnerTexts();
  for (const [index, step] of ["Step 2", "Step 3", "Step 4(a)", "Step 4(b)", "Step 4(c)"].entries()) {
    expect(statements[index]).toContain(`(${step})`);
    expect(texts[index]?.length).toBeGreaterThan(150);
  }
  // The statements, the choice that none applies, and the button come first; the full text is nothing to answer.
  expect(await visitor.page.locator(".in-full :is(input, select, button)").count()).toBe(0);
  // Also what would be asked only after another answer.
  expect(texts[1]).toContain("How many qualifying children under age 17 do you have?");
  expect(texts[1]).toContain("How many other dependents do you have?");
  // Nothing is chosen before the employee has chosen it.
  expect(await visitor.page.locator("form input:checked").count()).toBe(0);
  await visitor.next();
  expect(await visitor.page.locator(".summary li").innerText()).toContain("None of these apply to me");
  expect(await visitor.violations()).toEqual([]);
  await visitor.page.locator("#none-apply").check();
  await visitor.page.locator("#applies-QS8").check();
  expect(await visitor.page.locator("#none-apply").isChecked()).toBe(false);
  await visitor.page.locator("#none-apply").check();
  expect(await visitor.page.locator("#applies-QS8").isChecked()).toBe(false);
  await visitor.next();
  expect(await visitor.kind()).toBe("review");
  // What does not apply is one line, until the employee opens it.
  const folded = visitor.page.getByText("7 steps do not apply to you");
  expect(await visitor.page.locator("form").innerText()).not.toContain("I claim children");
  await folded.click();
  const step = visitor.page.locator("section.answers", {
    has: visitor.page.getByRole("heading", { name: "Dependents and credits" }),
  });
  expect(await step.locator("dt").allInnerTexts()).toEqual([
    "I claim children, other dependents or other credits (Step 3)",
  ]);
  expect(await step.locator("dd:not(.change)").allInnerTexts()).toEqual(["Does not apply"]);
  expect(await visitor.page.locator("form").innerText()).not.toContain("total income for the year");
  expect(await visitor.violations()).toEqual([]);
  await step.getByRole("button", { name: /^Change/ }).click();
  await visitor.settled();
  expect(await visitor.kind()).toBe("express");
  await visitor.page.locator("#applies-QS8:focus").waitFor();
  await visitor.next();
  expect(await visitor.kind()).toBe("review");
  const download = visitor.page.waitForEvent("download");
  await visitor.page.getByRole("link", { name: "Blank W-4 (PDF)" }).first().click();
  expect((await download).suggestedFilename()).toBe("W-4 2026 - blank.pdf");
  expect(visitor.complaints).toEqual([]);
});

test("steps that stay blank because of an answer are one page to read", async () => {
  const visitor = await beginW4();
  await toTheForm(visitor);
  expect(
    await visitor.walk({
      ...plainAnswers,
      "W4101/QS4": true,
      "W4101/QS12": false,
      multipleJobsOption: "TWO_JOBS_BOX",
      completeSteps3To4bHere: "false",
    }),
  ).toEqual([
    "Filing status",
    "Do any of these apply to you?",
    "Multiple jobs",
    "Steps 3 to 4(b)",
    "Steps left blank",
  ]);
});

test("an employee who claims exemption sees the steps that stay blank", async () => {
  const visitor = await beginW4();
  await visitor.page.locator('input[name="W4101/QS2"]').check();
  await visitor.next();
  await introduce(visitor);
  const exempt = { isExempt: "true", noTaxLastYear: "true", noTaxThisYear: "true" };
  expect(await visitor.walk(exempt)).toEqual(["Exemption", "Steps left blank"]);
  expect(await visitor.kind()).toBe("review");
  expect(await visitor.page.locator("form h3").allInnerTexts()).not.toContain("Steps left blank");
});
