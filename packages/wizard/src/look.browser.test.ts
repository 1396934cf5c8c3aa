import { enterPlaces, introduce, plainAnswers, tallahassee } from "@withholding-forms/testing/people/wizard";
import { closePages, launch, type Visitor, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

async function atTheForm(): Promise<Visitor> {
  const visitor = await visit(browser, service.origin, { viewport: { width: 1200, height: 900 } });
  await enterPlaces(visitor, tallahassee, { ...tallahassee, streetAddress1: "402 S Monroe St" });
  await visitor.walk({});
  await introduce(visitor);
  return visitor;
}

test("the page around speaks the wizard's language, and the language buttons stay where they are", async () => {
  const visitor = await visit(browser, service.origin, { viewport: { width: 1200, height: 900 } });
  const right = async (): Promise<number> => {
    const box = await visitor.page.locator(".languages").boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  const footer = visitor.page.locator("footer");
  const english = await right();
  expect(await footer.innerText()).toMatch(/^Demo only\./);
  await visitor.press("Español");
  expect(await right()).toBe(english);
  expect(await footer.innerText()).toBe("Solo una demostración. No escriba datos personales reales.");
  await visitor.press("Français");
  expect(await right()).toBe(english);
  expect(await footer.innerText()).toMatch(/^Démonstration seulement\./);
  expect(await visitor.page.locator("nav").getAttribute("aria-label")).toBe("À propos de ce service");
});

test("the bar and the number of the step move on with every page, back with every step back, and are full at the end only", async () => {
  const visitor = await atTheForm();
  const share = (): Promise<number> =>
    visitor.page
      .locator(".bar rect")
      .evaluate((bar) => (100 * bar.getBoundingClientRect().width) / (bar.parentElement?.clientWidth ?? 1));
  const step = (): Promise<string> => visitor.page.locator(".progress strong").innerText();
  // Addresses, checklist, person, filing status, steps 2 to 4, review, sign, done.
  expect(await step()).toBe("Page 4 of 8");
  expect(await share()).toBeCloseTo(50, 0);
  await visitor.answer({ filingStatus: "SINGLE_OR_MARRIED_FILING_SEPARATELY" });
  await visitor.next();
  expect(await step()).toBe("Page 5 of 8");
  await visitor.press("Back");
  expect(await step()).toBe("Page 4 of 8");
  expect(await share()).toBeCloseTo(50, 0);
  // The amount to withhold in addition is one more page.
  await visitor.walk(plainAnswers);
  expect([await visitor.kind(), await step()]).toEqual(["review", "Page 7 of 9"]);
  await visitor.next();
  expect([await visitor.kind(), await step()]).toEqual(["sign", "Page 8 of 9"]);
  expect(await share()).toBeLessThan(100);
  expect(visitor.complaints).toEqual([]);
});

test("an image of a page has its room before it arrives, and its link the wizard's color", async () => {
  const visitor = await atTheForm();
  // Images never arrive.
  await visitor.page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "image") await route.fallback();
  });
  await visitor.answer({ filingStatus: "SINGLE_OR_MARRIED_FILING_SEPARATELY" });
  await visitor.next();
  await visitor.page.locator("#applies-QS4").check();
  await visitor.next();
  await visitor.answer({ multipleJobsOption: "WORKSHEET" });
  await visitor.next();
  await visitor.answer({ completeSteps3To4bHere: "true", numberOfJobs: "TWO" });
  await visitor.answer({ highestWage: "50000", secondWage: "20000" });
  await visitor.answer({ multipleJobsWorksheetLine3: "26" });
  await visitor.next();
  const image = visitor.page.locator("figure img").first();
  expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(0);
  const box = await image.boundingBox();
  expect(box?.width).toBeGreaterThan(300);
  expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(11 / 8.5, 1);
  // The accent of the light colors.
  expect(
    await visitor.page
      .locator("figure a")
      .first()
      .evaluate((link) => getComputedStyle(link).color),
  ).toBe("rgb(10, 75, 132)");
});

/** What is less than 44 pixels high. A check box counts with its label. */
function smallTargets({ page }: Visitor): Promise<readonly string[]> {
  return page.locator("withholding-wizard").evaluate(({ shadowRoot }) =>
    [...(shadowRoot?.querySelectorAll<HTMLElement>("a, button, input, select, summary") ?? [])]
      .map((one) => one.closest("label") ?? one)
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
      .map((one) => one.innerText.trim()),
  );
}

test("whatever can be pressed on the pages of a form is large enough for a finger", async () => {
  const visitor = await atTheForm();
  expect(await smallTargets(visitor)).toEqual([]);
  await visitor.walk(plainAnswers);
  await visitor.page.locator(".pages").first().waitFor();
  expect([await visitor.kind(), ...(await smallTargets(visitor))]).toEqual(["review"]);
});

test("what is for the operator is on no page, and the heading shows which page of which form it is", async () => {
  const visitor = await atTheForm();
  const description = (): Promise<string> =>
    visitor.page.locator("h1").evaluate((heading) => {
      const id = heading.getAttribute("aria-describedby") ?? "";
      const text = (heading.getRootNode() as ShadowRoot).getElementById(id)?.innerText ?? "";
      return text.replaceAll(/\s+/g, " ");
    });
  const notice = visitor.page.locator(".warning", { hasText: "The law sets the wording of this form" });
  expect(await description()).toBe("Page 4 of 8 W-4 (2026): Employee's Withholding Certificate");
  expect(await notice.count()).toBe(0);
  await visitor.answer({ filingStatus: "SINGLE_OR_MARRIED_FILING_SEPARATELY" });
  await visitor.next();
  await visitor.page.locator("#applies-QS4").check();
  await visitor.next();
  expect(await visitor.heading()).toBe("Multiple jobs");
  expect(await description()).toMatch(/^Page 6 of \d+ W-4$/);
});

test.each([
  // What the host requests, what the system is set to, and whether the wizard is dark then.
  [undefined, "dark", false],
  [undefined, "light", false],
  ["light", "dark", false],
  ["auto", "dark", true],
  ["auto", "light", false],
  ["dark", "light", true],
] as const)(
  "with the theme %s on a %s system, dark is %s, and a page with problems can be read",
  async (theme, colorScheme, dark) => {
    const visitor = await visit(browser, service.origin, { colorScheme });
    const colors = await visitor.page.evaluate((wanted) => {
      const wizard = document.querySelector("withholding-wizard") as HTMLElement;
      if (wanted === undefined) wizard.removeAttribute("theme");
      else wizard.setAttribute("theme", wanted);
      const { backgroundColor, color, colorScheme } = getComputedStyle(wizard);
      return { backgroundColor, color, colorScheme };
    }, theme);
    expect(colors).toEqual(
      dark
        ? { backgroundColor: "rgb(17, 24, 31)", color: "rgb(237, 242, 247)", colorScheme: "dark" }
        : { backgroundColor: "rgb(255, 255, 255)", color: "rgb(23, 33, 43)", colorScheme: "light" },
    );
    await visitor.next();
    expect(await visitor.violations()).toEqual([]);
  },
);

test("the demo page follows the system with its wizard", async () => {
  const visitor = await visit(browser, service.origin, { colorScheme: "dark" });
  const background = (selector: string): Promise<string> =>
    visitor.page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await background("withholding-wizard")).toBe("rgb(17, 24, 31)");
  expect(await background("main")).toBe("rgb(17, 24, 31)");
});
