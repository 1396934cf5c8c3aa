import { employerPlace, enterPlaces, introduce, montgomery } from "@withholding-forms/testing/people/wizard";
import { closePages, launch, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

test("a corrected city is marked and can be kept as typed; another spelling of an address needs no page", async () => {
  const visitor = await visit(browser, service.origin);
  await visitor.fillAddress("home", {
    ...montgomery,
    streetAddress1: "11 south union street",
    city: "Montgomry",
  });
  await visitor.fillAddress("work1", employerPlace);
  await visitor.next();
  expect(await visitor.kind()).toBe("confirm");
  const form = visitor.page.locator("form");
  expect(await form.locator("h2").allInnerTexts()).toEqual(["Your home address"]);
  expect(await form.innerText()).toContain("The city was corrected to match the ZIP Code.");
  expect(await form.innerText()).not.toMatch(/post office|postal service|USPS/i);
  expect(await form.locator("mark").allInnerTexts()).toEqual(["MONTGOMERY,"]);
  expect(await visitor.violations()).toEqual([]);
  await visitor.page.locator("#home-typed").check();
  await visitor.next();
  expect(await visitor.kind()).toBe("checklist");
  await visitor.press("Back");
  expect(await visitor.page.locator("#home-typed").isChecked()).toBe(true);
  await visitor.press("Back");
  await visitor.fillAddress("home", { ...montgomery, streetAddress1: "11 south union street" });
  await visitor.next();
  expect(await visitor.kind()).toBe("checklist");
});

test("headings have the level that the host sets, on every page", async () => {
  const visitor = await visit(browser, service.origin);
  await visitor.page
    .locator("withholding-wizard")
    .evaluate((wizard) => wizard.setAttribute("heading-level", "2"));
  const levels = (): Promise<readonly string[]> =>
    visitor.page
      .locator("h1, h2")
      .evaluateAll((all) => all.map((one) => `${one.getAttribute("aria-level")} ${one.textContent?.trim()}`));
  await enterPlaces(visitor, montgomery, employerPlace);
  expect(await levels()).toEqual(["2 Does any of this apply to you?", "3 Federal", "3 Alabama"]);
  await visitor.page
    .locator("withholding-wizard")
    .evaluate((wizard) => wizard.removeAttribute("heading-level"));
  await visitor.press("Back");
  expect((await levels())[0]).toBe("null Where you live and work");
  expect(await visitor.violations()).toEqual([]);
});

test("waits for a late token without showing an error", async () => {
  const visitor = await visit(browser, service.origin);
  const text = await visitor.page.evaluate(async () => {
    const late = document.createElement("withholding-wizard");
    late.language = "en";
    document.querySelector("main")?.replaceChildren(late);
    await late.updateComplete;
    const before = late.shadowRoot?.textContent?.trim();
    const { accessToken, basePath } = await (await fetch("demo/token")).json();
    late.serviceUrl = basePath;
    late.token = accessToken;
    return before;
  });
  expect(text).toBe("Loading");
  await visitor.settled();
  expect(await visitor.heading()).toBe("Where you live and work");
});

test("what the employee entered is there again after a reload, in the same language", async () => {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, montgomery, employerPlace);
  await visitor.press("Español");
  await visitor.walk({});
  await introduce(visitor);
  await visitor.answer({ filingStatus: "HEAD_OF_HOUSEHOLD" });
  await visitor.page.reload();
  await visitor.settled();
  expect(await visitor.heading()).toBe("Sobre usted");
  await visitor.field("p-socialSecurityNumber").fill("123456789");
  await visitor.next();
  expect(await visitor.kind()).toBe("questions");
  expect(await visitor.page.locator('input[value="HEAD_OF_HOUSEHOLD"]').isChecked()).toBe(true);
});

test("the host's address service offers addresses, and the chosen one fills all fields", async () => {
  const visitor = await visit(browser, service.origin);
  await visitor.page.evaluate(async () => {
    const { accessToken, basePath } = await (await fetch("demo/token")).json();
    const address = {
      streetAddress1: "11 S Union St",
      streetAddress2: "Floor 2",
      city: "Montgomery",
      state: "AL",
      zipCode: "36130",
    };
    const wizard = Object.assign(document.createElement("withholding-wizard"), {
      language: "en" as const,
      serviceUrl: basePath,
      token: accessToken,
      findAddresses: async (typed: string, country: string) => {
        if (typed === "11 X") throw new Error("down");
        return country === "US" && typed.startsWith("11 S") ? [address] : [];
      },
    });
    document.querySelector("main")?.replaceChildren(wizard);
  });
  await visitor.settled();
  const offered = visitor.page.locator("#home-streetAddress1-list option");
  const street = visitor.field("home-streetAddress1");
  await street.fill("11 X");
  await street.fill("11 S");
  await offered.first().waitFor({ state: "attached" });
  const line = "11 S Union St, Floor 2, Montgomery, AL 36130";
  expect(await offered.evaluateAll((all) => all.map((one) => one.getAttribute("value")))).toEqual([line]);
  await street.fill(line);
  const values = ["streetAddress1", "streetAddress2", "city", "region", "code"].map((part) =>
    visitor.field(`home-${part}`).inputValue(),
  );
  expect(await Promise.all(values)).toEqual(["11 S Union St", "Floor 2", "Montgomery", "AL", "36130"]);
  expect(await visitor.violations()).toEqual([]);
});
