import { closePages, launch } from "@withholding-forms/testing/wizard/browser";
import { visitHost } from "@withholding-forms/testing/wizard/host";
import { completePage, type Says, type Work } from "@withholding-forms/testing/wizard/reader";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

const montgomery = { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" };
const says: Says = [
  [/^Which filing status do you expect/, "Single or married filing separately"],
  [/^Which personal exemption do you claim/, "Single"],
  [/^How many dependents/, "0"],
  [/signature/, "Jane Doe"],
];

/** Two screens of a phone. */
const maxHeight = 2 * 844;

test("the simplest employee has little to read and to do, and sees a control at once, on a phone", async () => {
  const { page, settled, heading, violations } = await visitHost(
    browser,
    service.origin,
    {
      homeAddress: montgomery,
      workAddresses: [montgomery],
      employee: { firstName: "Jane", lastName: "Doe", socialSecurityNumber: "123-45-6789" },
      employer: { name: "Example Widgets Inc.", address: montgomery },
    },
    { viewport: { width: 390, height: 844 } },
  );
  const pages: (Work & { readonly title: string })[] = [];
  for (;;) {
    const title = await heading();
    expect(await violations(), title).toEqual([]);
    const work = await completePage(page, { says }, settled);
    if (work === undefined) break;
    pages.push({ title, ...work });
  }
  expect(await heading()).toBe("All done");
  const sum = (member: "clicks" | "words"): number => pages.reduce((all, one) => all + one[member], 0);
  expect(pages.length + 1, "screens").toBeLessThanOrEqual(7);
  expect(sum("clicks"), "clicks").toBeLessThanOrEqual(10);
  expect(sum("words"), "words").toBeLessThanOrEqual(900);
  for (const { title, height, firstControl } of pages) {
    if (title === "Check your answers") continue;
    expect(height, title).toBeLessThanOrEqual(maxHeight);
    expect(firstControl, title).toBeLessThanOrEqual(450);
  }
});
