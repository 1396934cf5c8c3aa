import { join } from "node:path";
import { loadCatalog } from "@withholding-forms/catalog";
import type { QuestionSet } from "@withholding-forms/client";
import { officialBytes, officialMissing, officialPresent } from "@withholding-forms/testing/pdf/official";
import { enterPlaces, introduce, signForms, tallahassee } from "@withholding-forms/testing/people/wizard";
import { listen } from "@withholding-forms/testing/service/built";
import { newFile, newFolder, run } from "@withholding-forms/testing/service/command";
import { closePages, launch, type Visitor, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";
import type { SignedDetail } from "./host-events.js";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

/** Words as agencies print them: written for paper, and joined to what follows. */
const labels: Readonly<Record<string, string>> = {
  ESTIMATOR:
    "(a) Use the estimator at www.example.gov/estimator. If you are self-employed, use this option; or",
  WORKSHEET: "(b) Use the worksheet on page 3 and enter the result below; or",
  TWO_JOBS_BOX: "(c) If there are only two jobs, you may check this box.",
};

function inAgencyWords(set: QuestionSet): QuestionSet {
  const text =
    "Complete Steps 2–4 only if they apply to you; otherwise, skip to Step 5. See www.example.gov/w4.";
  return {
    ...set,
    notes: [{ htmlType: "PARAGRAPH", text, suggestedPlacement: "ABOVE_ALL_QUESTIONS" }],
    questions: set.questions.map((question) => ({
      ...question,
      questionOptions: (question.questionOptions ?? []).map((option) => ({
        ...option,
        label: labels[String(option.value)] ?? option.label,
      })),
    })),
  };
}

async function beginOfficial(width: number): Promise<Visitor> {
  const visitor = await visit(browser, service.origin, { viewport: { width, height: 800 } });
  const { page } = visitor;
  await page.route(/\/formQuestionSet\/W4101\/QS4\b/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: inAgencyWords((await response.json()) as QuestionSet) });
  });
  await page.route(/\/fillPdf\/W4101\b/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), official: true } });
  });
  await page.evaluate(() => {
    const received: string[] = [];
    (window as unknown as { received: readonly string[] }).received = received;
    document.querySelector("withholding-wizard")?.addEventListener("signed", (event) => {
      const { form } = (event as unknown as CustomEvent<SignedDetail>).detail;
      received.push(`${form.formId} ${form.official}`);
    });
  });
  await enterPlaces(visitor, tallahassee, tallahassee);
  await visitor.walk({});
  await introduce(visitor);
  await visitor.answer({ filingStatus: "SINGLE_OR_MARRIED_FILING_SEPARATELY" });
  await visitor.next();
  return visitor;
}

test("an agency's words are a list, with links, and the page says what its steps and pages mean", async () => {
  const visitor = await beginOfficial(390);
  const { page } = visitor;
  expect(await visitor.kind()).toBe("express");
  expect(await page.locator(".official").innerText()).toBe(
    "The text is the agency’s own. Steps and pages that it names are those of the printed form. You sign at the end.",
  );
  const step = page.locator("section.step").first();
  // Everything that the step offers, even before the employee says that it applies.
  expect(await step.locator(".choices li").allInnerTexts()).toEqual([
    labels["ESTIMATOR"],
    labels["WORKSHEET"],
    "Step 2(b): I do that on the Form W-4 for another job, which pays more",
    labels["TWO_JOBS_BOX"],
  ]);
  expect(await step.getByRole("link", { name: "www.example.gov/w4" }).getAttribute("href")).toBe(
    "https://www.example.gov/w4",
  );
  expect(await step.getByRole("link", { name: "www.example.gov/estimator" }).count()).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await visitor.violations()).toEqual([]);
  // In another language, the text is ours.
  await visitor.press("Français");
  expect(await page.locator(".official").count()).toBe(0);
});

test("the word that joins two options is between them, and the host learns that the form is the agency's", async () => {
  const visitor = await beginOfficial(1280);
  const { page } = visitor;
  await page.locator("#applies-QS4").check();
  await visitor.next();
  expect(
    await page.locator(".options").evaluate((all) => [...all.children].map((one) => one.textContent?.trim())),
  ).toEqual([
    "I take no other job into account",
    "(a) Use the estimator at www.example.gov/estimator. If you are self-employed, use this option",
    "or",
    "(b) Use the worksheet on page 3 and enter the result below",
    "or",
    "Step 2(b): I do that on the Form W-4 for another job, which pays more",
    "(c) If there are only two jobs, you may check this box.",
  ]);
  expect(await visitor.violations()).toEqual([]);
  await visitor.walk({ multipleJobsOption: "ESTIMATOR", completeSteps3To4bHere: "false" });
  expect(await visitor.kind()).toBe("review");
  const review = await page.locator("form").innerText();
  expect(review).toContain("If you are self-employed, use this option");
  expect(review).not.toContain("; or");
  await signForms(visitor);
  expect(await page.evaluate(() => (window as unknown as { received: readonly string[] }).received)).toEqual([
    "W4101 true",
  ]);
});

test("with the agency's file, each step has its words once, and none of our notes repeats them", async ({
  skip,
}) => {
  skip(!officialPresent, officialMissing);
  const DATA_DIR = newFolder();
  const file = newFile("fw4.pdf", officialBytes("us/federal/fw4-2026.pdf"));
  const added = await run(["official", "add", "W4101", "2025.12.0", file], "", { DATA_DIR });
  expect(added.stderr).toBe("");
  const own = await listen({ catalog: loadCatalog(undefined, join(DATA_DIR, "official")) });
  try {
    const visitor = await visit(browser, `http://localhost:${own.port}`, {
      viewport: { width: 390, height: 800 },
    });
    await enterPlaces(visitor, tallahassee, tallahassee);
    await visitor.walk({});
    await introduce(visitor);
    const status = await visitor.page.locator("form").innerText();
    expect(status).toContain("Check only if you’re unmarried");
    expect(status).not.toContain("Head of household is for unmarried people only");
    await visitor.answer({ filingStatus: "SINGLE_OR_MARRIED_FILING_SEPARATELY" });
    await visitor.next();
    const steps = await visitor.page.locator(".in-full").innerText();
    for (const sentence of [
      "skip to Step 5",
      "use this option; or",
      "Multiply the number of qualifying children",
    ])
      expect(steps.split(sentence)).toHaveLength(2);
    for (const ours of ["Which one fits", "Other income is for example", "It helps if you expect deductions"])
      expect(steps).not.toContain(ours);
    // What the agency does not say on these steps stays.
    expect(steps).toContain("Do not count pay from jobs or self-employment.");
    expect(await visitor.violations()).toEqual([]);
  } finally {
    await own.close();
  }
});
