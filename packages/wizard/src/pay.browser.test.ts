import { plainAnswers } from "@withholding-forms/testing/people/wizard";
import { closePages, launch, type Visitor } from "@withholding-forms/testing/wizard/browser";
import { visitHost } from "@withholding-forms/testing/wizard/host";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

// The amounts are those of Publication 15-T (2026): the tests of packages/estimate calculate them from the worksheet.

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

const phoenix = { streetAddress1: "1700 W Washington St", city: "Phoenix", state: "AZ", zipCode: "85007" };
const ottawa = {
  streetAddress1: "111 Wellington St",
  city: "Ottawa",
  provinceTerritory: "ON",
  postalCode: "K1A 0A9",
};
const jane = { firstName: "Jane", lastName: "Doe", socialSecurityNumber: "123-45-6789" };
const employer = { name: "Example Widgets Inc.", federalEIN: "12-3456789", address: phoenix };

async function atHost(given: Readonly<Record<string, unknown>>): Promise<Visitor & { sent: string[] }> {
  const visitor = await visitHost(
    browser,
    service.origin,
    { homeAddress: phoenix, workAddresses: [phoenix], employee: jane, employer, ...given },
    { viewport: { width: 390, height: 844 } },
  );
  const sent: string[] = [];
  visitor.page.on("request", (request) => sent.push(request.url() + (request.postData() ?? "")));
  return { ...visitor, sent };
}

const tax = ({ page }: Visitor) => page.locator(".tax").innerText();
/** The pay is a number that nothing else has. */
const pay = { amount: "2017", frequency: "BIWEEKLY" };

test("the host's pay shows what each answer does to the paycheck, and leaves the page in no way", async () => {
  const visitor = await atHost({ pay, keepInSession: true });
  await visitor.next();
  expect(await visitor.heading()).toBe("Filing status");
  await visitor.page.locator(".tax").waitFor();
  // Single: (52,442 − 8,600 − 19,900) × 12 % + 1,240, a 26th of it.
  expect(await tax(visitor)).toContain("about $158 of each $2,017 paycheck");
  await visitor.answer({ filingStatus: "MARRIED_FILING_JOINTLY" });
  // Jointly: (52,442 − 12,900 − 19,300) × 10 %, a 26th of it.
  expect(await tax(visitor)).toContain("about $78 of each $2,017 paycheck");
  expect(await tax(visitor)).toContain("$80 less than before these answers");
  expect(await visitor.page.locator(".pay").innerText()).toContain("This is an estimate. It leaves out");
  expect(await visitor.violations()).toEqual([]);
  await visitor.next();
  expect(await tax(visitor)).not.toContain("before these answers");
  await visitor.press("Español");
  expect(await tax(visitor)).toContain("unos $78 de cada paga de $2,017");
  await visitor.press("English");
  await visitor.page.locator("#applies-QS12").check();
  await visitor.next();
  await visitor.answer({ extraWithholding: "20" });
  expect(await tax(visitor)).toContain("about $98");
  expect(await tax(visitor)).toContain("$20 more than before these answers");
  await visitor.next();
  // A flat percentage of a state is an amount, too.
  await visitor.answer({ electionType: "PERCENTAGE" });
  await visitor.next();
  expect(await visitor.heading()).toBe("Percentage");
  await visitor.answer({ withholdingPercent: "2.0" });
  expect(await tax(visitor)).toContain("Arizona");
  expect(await tax(visitor)).toContain("about $40");
  await visitor.walk({ ...plainAnswers, withholdingPercent: "2.0", hasExtra: "false" });
  expect(await visitor.kind()).toBe("review");
  const stored = await visitor.page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }]),
  );
  expect(stored).toContain("MARRIED_FILING_JOINTLY");
  for (const text of [stored, ...visitor.sent]) expect(text).not.toMatch(/2,?017|BIWEEKLY/);
});

test("an employee can enter the pay; without it nothing is estimated or loaded", async () => {
  const visitor = await atHost({});
  await visitor.next();
  expect(await visitor.page.locator(".tax").count()).toBe(0);
  expect(visitor.sent.filter((one) => one.includes("estimates"))).toEqual([]);
  await visitor.page.getByText("See what this does to your pay").click();
  expect(await visitor.violations()).toEqual([]);
  await visitor.field("pay-amount").fill("$2,017.00");
  await visitor.page.locator(".tax").waitFor();
  expect(await tax(visitor)).toContain("about $158");
  await visitor.field("pay-frequency").selectOption("WEEKLY");
  // (104,884 − 8,600 − 57,900) × 22 % + 5,800, a 52nd of it.
  expect(await tax(visitor)).toContain("about $274");
  await visitor.field("pay-amount").fill("about two thousand");
  expect(await visitor.page.locator(".tax").count()).toBe(0);
  // It keeps nobody from continuing.
  await visitor.answer({ filingStatus: "HEAD_OF_HOUSEHOLD" });
  await visitor.next();
  expect(await visitor.kind()).toBe("express");
});

test("in Canada, each certificate shows the tax of its government, in French amounts", async () => {
  const visitor = await atHost({
    homeAddress: ottawa,
    workAddresses: [ottawa],
    employee: { firstName: "Zoé", lastName: "Tremblay", socialInsuranceNumber: "046 454 286" },
    employer: { name: "Example Widgets Inc." },
    language: "fr",
    pay,
  });
  await visitor.next();
  expect(await visitor.kind()).toBe("questions");
  await visitor.page.locator(".tax").waitFor();
  expect((await tax(visitor)).replace(/\s/g, " ")).toMatch(/environ \d+ \$ sur chaque paie de 2 017 \$/);
});

test("two salaries show what each choice for two jobs does, and fill in the one that is chosen", async () => {
  const visitor = await atHost({});
  await visitor.next();
  await visitor.answer({ filingStatus: "SINGLE_OR_MARRIED_FILING_SEPARATELY" });
  await visitor.next();
  await visitor.page.locator("#applies-QS4").check();
  await visitor.next();
  await visitor.page.getByText("Two jobs? Compare these choices").click();
  await visitor.field("jobs-this").fill("60,000");
  await visitor.field("jobs-other").fill("$40,000");
  const methods = visitor.page.locator(".method");
  await methods.first().waitFor();
  // As the tests of compareTwoJobs calculate them: 273.08 or 144.80 more, and 1,570.18 over or 0.22 below the tax.
  expect(await methods.allInnerTexts()).toEqual([
    expect.stringMatching(/^2\(b\): \$273 more tax .* get back about \$1,570\./),
    expect.stringMatching(/^2\(c\): \$145 more tax .* owe about \$0\. Closest to your tax\./),
  ]);
  expect(await visitor.violations()).toEqual([]);
  await visitor.press("Choose this: 2(b)");
  expect(await visitor.page.locator("input[value=WORKSHEET]").isChecked()).toBe(true);
  await visitor.next();
  expect(await visitor.field("q-highestWage").inputValue()).toBe("60,000");
  expect(await visitor.field("q-secondWage").inputValue()).toBe("40,000");
  await visitor.press("Back");
  await visitor.page.getByText("Two jobs? Compare these choices").click();
  await visitor.field("jobs-this").fill("40000");
  await visitor.field("jobs-other").fill("60000");
  await methods.first().waitFor();
  // The worksheet belongs on the form of the job that pays more.
  await visitor.press("Choose this: 2(b)");
  expect(await visitor.page.locator("input[value=OTHER_FORM_HAS_WORKSHEET]").isChecked()).toBe(true);
  for (const text of visitor.sent) expect(text).not.toMatch(/[46]0,?000/);
});

test("a student who may be exempt sees what the expected pay means", async () => {
  const visitor = await atHost({});
  await visitor.page.locator('[name="W4101/QS2"]').check();
  await visitor.next();
  await visitor.answer({ isExempt: "true", noTaxLastYear: "true" });
  await visitor.page.getByText("Not sure? Enter what you expect to earn").click();
  const expected = visitor.field("expected-pay");
  await expected.fill("16,000");
  // The standard deduction is 16,100.
  await visitor.page.getByText("owes no federal income tax").waitFor();
  await expected.fill("20000");
  // 10 % of 20,000 − 16,100
  await visitor.page.getByText("owes about $390 of federal income tax").waitFor();
  expect(await visitor.violations()).toEqual([]);
  for (const text of visitor.sent) expect(text).not.toMatch(/16,?000|20,?000/);
});
