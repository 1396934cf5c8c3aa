import { enterPlaces, introduce, plainW4, tallahassee } from "@withholding-forms/testing/people/wizard";
import { closePages, launch, type Visitor, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

// Publication 15-T: every step of Form W-4 is seen before it is signed, with a link to the form at the IRS.

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

async function beginW4(): Promise<Visitor> {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, tallahassee, tallahassee);
  await visitor.walk({ federalGuidedQ1: "english" });
  await visitor.next();
  await introduce(visitor);
  return visitor;
}

const linksOf = ({ page }: Visitor) =>
  page
    .locator(".progress :is(a, button)")
    .evaluateAll((all) =>
      all.map((one) => `${one.textContent?.trim()} ${one.getAttribute("href") ?? ""}`.trim()),
    );

const links = ["Blank W-4 (PDF)", "W-4 on the agency's website https://www.irs.gov/pub/irs-pdf/fw4.pdf"];

test("steps that stay blank are one page to read, and every page links to the blank and to the agency", async () => {
  const visitor = await beginW4();
  const answers: Readonly<Record<string, string>> = {
    ...plainW4,
    multipleJobsOption: "TWO_JOBS_BOX",
    completeSteps3To4bHere: "false",
  };
  const headings: string[] = [];
  while ((await visitor.kind()) === "questions") {
    headings.push(await visitor.heading());
    expect([headings.at(-1), await linksOf(visitor)]).toEqual([headings.at(-1), links]);
    if (headings.at(-1) === "Steps left blank") {
      const text = await visitor.page.locator("form").innerText();
      for (const step of ["Step 3:", "Step 4(a):", "Step 4(b):"]) expect(text).toContain(step);
      expect(await visitor.violations()).toEqual([]);
    }
    for (const [id, value] of Object.entries(answers))
      if (await visitor.page.locator(`[name="q-${id}"], #q-${id}`).count())
        await visitor.answer({ [id]: value });
    await visitor.next();
  }
  expect(headings).toEqual([
    "About you",
    "Exemption",
    "Filing status",
    "Multiple jobs",
    "Steps 3 to 4(b)",
    "Steps left blank",
    "Extra withholding",
  ]);
  for (const kind of ["review", "preview", "sign"]) {
    expect([await visitor.kind(), await linksOf(visitor)]).toEqual([kind, links]);
    expect(await visitor.violations()).toEqual([]);
    if (kind !== "sign") await visitor.next();
  }
  const download = visitor.page.waitForEvent("download");
  await visitor.press("Blank W-4 (PDF)");
  expect((await download).suggestedFilename()).toBe("W4101-2025.12.0-blank.pdf");
  expect(visitor.complaints).toEqual([]);
});

test("somebody who claims exemption sees the steps that stay blank", async () => {
  const visitor = await beginW4();
  const exempt = { isNra: "false", isExempt: "true", noTaxLastYear: "true", noTaxThisYear: "true" };
  expect(await visitor.walk(exempt)).toEqual(["About you", "Exemption", "Steps left blank"]);
  expect(await visitor.kind()).toBe("review");
  expect(await visitor.page.locator("form h2").allInnerTexts()).not.toContain("Steps left blank");
});
