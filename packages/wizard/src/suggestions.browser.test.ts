import { closePages, launch, type Visitor } from "@withholding-forms/testing/wizard/browser";
import { visitHost } from "@withholding-forms/testing/wizard/host";
import { completePage, type Employee } from "@withholding-forms/testing/wizard/reader";
import { startService } from "@withholding-forms/testing/wizard/service";
import type { Locator } from "playwright-core";
import { afterAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

const montgomery = { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" };
const atlanta = { streetAddress1: "206 Washington St SW", city: "Atlanta", state: "GA", zipCode: "30334" };
const lincoln = { streetAddress1: "1445 K St", city: "Lincoln", state: "NE", zipCode: "68508" };
const livingIn = (home: typeof montgomery) => ({
  homeAddress: home,
  workAddresses: [home],
  employee: { firstName: "Jane", lastName: "Doe", socialSecurityNumber: "123-45-6789" },
  employer: {
    name: "Example Widgets Inc.",
    federalEIN: "12-3456789",
    telephoneNumber: "555-123-4567",
    address: { ...montgomery, streetAddress1: "64 N Union St" },
  },
});

/** Files jointly, with two children. */
const couple: Employee = {
  says: [
    [/Which filing status do you expect to use for the year/, "Married filing jointly"],
    [/Will your total income for the year/, "Yes"],
    [/qualifying children/i, "2"],
    [/other dependents/i, "0"],
    [/How many allowances do you/, "1"],
  ],
  checks: [/\(Step 3\)/],
};

/** Up to the page that has this. */
async function goTo(what: Locator, { page, settled }: Visitor, employee: Employee): Promise<void> {
  while ((await what.count()) === 0)
    if ((await completePage(page, employee, settled)) === undefined)
      throw new Error("The journey ends before it.");
}

const question = ({ page }: Visitor) =>
  page.getByRole("radiogroup", { name: "Which filing status should your employer use?" });

test("the federal form suggests the answers of the state form, which count once the employee continues", async () => {
  const visitor = await visitHost(browser, service.origin, livingIn(lincoln));
  const { page } = visitor;
  const group = question(visitor);
  await goTo(group, visitor, couple);
  expect(await group.getByRole("radio", { name: /^Married filing jointly/ }).isChecked()).toBe(true);
  const described = (await group.getAttribute("aria-describedby")) ?? "";
  expect(described.split(" ")).toContain("q-filingStatus-origin");
  expect(await visitor.field("q-filingStatus-origin").innerText()).toBe(
    "From your W-4. Change it if it is wrong here.",
  );
  expect(await visitor.violations()).toEqual([]);
  const children = page.getByRole("textbox", { name: /^How many children and other dependents/ });
  await goTo(children, visitor, couple);
  expect(await children.inputValue()).toBe("2");
  await visitor.press("Back");
  expect(await group.getByRole("radio", { name: /^Married filing jointly/ }).isChecked()).toBe(true);
});

test("an answer that differs from the federal form is marked, and stays", async () => {
  const visitor = await visitHost(browser, service.origin, livingIn(lincoln));
  await goTo(question(visitor), visitor, couple);
  const single = question(visitor).getByRole("radio", { name: /^Single/ });
  await single.check();
  expect(await visitor.field("q-filingStatus-origin").innerText()).toBe(
    "This is different from your W-4, which suggests “Married filing jointly or qualifying surviving spouse.” Check that both forms are right.",
  );
  await visitor.next();
  await visitor.press("Back");
  expect(await single.isChecked()).toBe(true);
});

test("the review shows where an answer differs from the federal form", async () => {
  const visitor = await visitHost(browser, service.origin, livingIn(lincoln));
  const { page } = visitor;
  await goTo(question(visitor), visitor, couple);
  await question(visitor)
    .getByRole("radio", { name: /^Single/ })
    .check();
  const review = page.getByRole("heading", { name: "Check your answers" });
  await goTo(review, visitor, couple);
  const differing = page.locator(".answers dl > div", { has: page.locator(".origin") });
  expect(await differing.locator("dt").allInnerTexts()).toEqual([
    "Which filing status should your employer use?",
  ]);
  expect(await differing.locator("dd.origin").innerText()).toBe(
    "This is different from your W-4, which suggests “Married filing jointly or qualifying surviving spouse.” Check that both forms are right.",
  );
  expect(await visitor.violations()).toEqual([]);
  await differing.getByRole("button", { name: /^Change/ }).click();
  await visitor.settled();
  await question(visitor)
    .getByRole("radio", { name: /^Married filing jointly/ })
    .check();
  await visitor.next();
  await goTo(review, visitor, couple);
  expect(await page.locator(".answers .origin").count()).toBe(0);
});

test("nothing is suggested where one federal answer can be two answers of the state form", async () => {
  const toGeorgia = async (status: string): Promise<Visitor> => {
    const visitor = await visitHost(browser, service.origin, livingIn(atlanta));
    const says: Employee["says"] = [[/Which filing status do you expect/, status]];
    await goTo(visitor.page.getByText("Which marital status will you use"), visitor, { says });
    return visitor;
  };
  const head = await toGeorgia("Head of household");
  expect(await head.page.getByRole("radio", { name: "Head of household" }).isChecked()).toBe(true);
  const single = await toGeorgia("Single or married filing separately");
  expect(await single.page.getByRole("radio", { checked: true }).count()).toBe(0);
  expect(await single.field("q-maritalStatus-origin").count()).toBe(0);
});
