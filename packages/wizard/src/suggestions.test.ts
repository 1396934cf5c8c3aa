import { closePages, launch, type Visitor } from "@withholding-forms/testing/wizard/browser";
import { visitHost } from "@withholding-forms/testing/wizard/host";
import { completePage, type Employee } from "@withholding-forms/testing/wizard/reader";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

const montgomery = { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" };
const given = {
  homeAddress: montgomery,
  workAddresses: [montgomery],
  employee: { firstName: "Jane", lastName: "Doe", socialSecurityNumber: "123-45-6789" },
  employer: {
    name: "Example Widgets Inc.",
    federalEIN: "12-3456789",
    telephoneNumber: "555-123-4567",
    address: { ...montgomery, streetAddress1: "64 N Union St" },
  },
};

/** Files jointly, with two children. */
const couple: Employee = {
  says: [
    [/Which filing status do you expect to use for the year/, "Married filing jointly"],
    [/Will your total income for the year/, "Yes"],
    [/qualifying children/i, "2"],
    [/other dependents/i, "0"],
  ],
  checks: [/^Step 3/],
};

/** Up to the page with the heading. */
async function goTo(
  heading: string,
  { page, settled, ...visitor }: Visitor,
  employee: Employee,
): Promise<void> {
  while ((await visitor.heading()) !== heading)
    if ((await completePage(page, employee, settled)) === undefined)
      throw new Error(`There is no ${heading}.`);
}

test("the federal form suggests the answers of the state form, which count once the employee continues", async () => {
  const visitor = await visitHost(browser, service.origin, given);
  const { page } = visitor;
  await goTo("Personal exemption", visitor, couple);
  const married = page.getByRole("radio", { name: /^Married, claiming both spouses/ });
  expect(await married.isChecked()).toBe(true);
  const group = page.getByRole("radiogroup", { name: "Which personal exemption do you claim?" });
  const described = (await group.getAttribute("aria-describedby")) ?? "";
  expect(described.split(" ")).toContain("q-filingStatus-origin");
  expect(await visitor.field("q-filingStatus-origin").innerText()).toBe(
    "From your W-4. Change it if it is wrong here.",
  );
  expect(await visitor.violations()).toEqual([]);
  await visitor.next();
  expect(await visitor.field("q-dependents").inputValue()).toBe("2");
  await goTo("Check your answers", visitor, couple);
  const answers = await page.locator("form").innerText();
  expect(answers).toContain("Married, claiming both spouses, $3,000 exemption");
});

test("an answer that differs from the federal form is pointed out, and stays", async () => {
  const visitor = await visitHost(browser, service.origin, given);
  await goTo("Personal exemption", visitor, couple);
  await visitor.page.getByRole("radio", { name: /^No personal exemption/ }).check();
  expect(await visitor.field("q-filingStatus-origin").innerText()).toBe(
    "This is different from your W-4, which suggests “Married, claiming both spouses, $3,000 exemption.” Check that both forms are right.",
  );
  await visitor.next();
  await visitor.press("Back");
  expect(await visitor.page.getByRole("radio", { name: /^No personal exemption/ }).isChecked()).toBe(true);
});

test("nothing is suggested where one federal answer can be two answers of the state form", async () => {
  const visitor = await visitHost(browser, service.origin, given);
  const single: Employee = {
    says: [[/Which filing status do you expect/, "Single or married filing separately"]],
  };
  await goTo("Personal exemption", visitor, single);
  expect(await visitor.page.getByRole("radio", { checked: true }).count()).toBe(0);
  expect(await visitor.field("q-filingStatus-origin").count()).toBe(0);
});
