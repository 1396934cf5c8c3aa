import { comeFromHome, introduce, montgomery, plainAnswers } from "@withholding-forms/testing/people/wizard";
import { closePages, launch, type Visitor, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

/** axe, no scrolling sideways, and the focus on the heading, on every kind of page and in its error state. */
async function checkEveryPage(visitor: Visitor): Promise<void> {
  const found: string[] = [];
  const check = async (page: string, focus: "h1" | "summary" | "any"): Promise<void> => {
    for (const violation of await visitor.violations()) found.push(`${page}: ${violation}`);
    const { wide, active } = await visitor.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const element = document.querySelector("withholding-wizard")?.shadowRoot?.activeElement;
      return {
        wide: scrollWidth > clientWidth,
        active: element?.className || element?.tagName.toLowerCase(),
      };
    });
    if (wide) found.push(`${page}: scrolls sideways`);
    if (focus !== "any" && active !== focus)
      found.push(`${page}: the focus is on ${active}, not on ${focus}`);
  };
  await check("addresses", "any");
  await visitor.next();
  await check("addresses with problems", "summary");
  await visitor.fillAddress("home", montgomery);
  await visitor.fillAddress("work1", montgomery);
  await visitor.field("home-city").fill("Mobile");
  await visitor.next();
  await check("confirm", "h1");
  await visitor.next();
  await check("checklist", "h1");
  await visitor.next();
  await check("person", "h1");
  await visitor.next();
  await check("person with problems", "summary");
  await introduce(visitor);
  await check("questions", "h1");
  await visitor.next();
  await check("questions with problems", "summary");
  await visitor.answer({ filingStatus: "SINGLE_OR_MARRIED_FILING_SEPARATELY" });
  await visitor.next();
  await check("express", "h1");
  await visitor.next();
  await check("express with problems", "summary");
  await visitor.walk(plainAnswers);
  await check("review", "h1");
  await visitor.page.locator(".pages").nth(1).waitFor();
  await check("review with the pages of all forms", "any");
  await visitor.next();
  await check("sign", "h1");
  await visitor.next();
  await check("sign with problems", "summary");
  await visitor.field("consent").check();
  await visitor.field("signature").fill("Zoe OBrien Smith");
  await visitor.next();
  await check("done", "h1");
  expect(await visitor.kind()).toBe("done");
  expect(found).toEqual([]);
  expect(visitor.complaints).toEqual([]);
}

test("every page and every error state is accessible, in light colors on a desk", async () => {
  await checkEveryPage(await visit(browser, service.origin, { colorScheme: "light" }));
});

test("every page and every error state is accessible, in dark colors on a phone 320 pixels wide", async () => {
  const viewport = { width: 320, height: 640 };
  await checkEveryPage(
    await visit(browser, service.origin, { colorScheme: "dark", viewport, hasTouch: true }),
  );
});

test("English titles on a French page are marked as English on every page that has one", async () => {
  const visitor = await visit(browser, service.origin);
  /** Languages of the elements that contain the title of a form. */
  const spoken = (): Promise<readonly string[]> =>
    visitor.page.evaluate(() => {
      const root = document.querySelector("withholding-wizard")?.shadowRoot;
      const found: string[] = [];
      if (root === undefined || root === null) return found;
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
        if (/Withholding|Certificate|Alabama Department/.test(node.textContent ?? ""))
          found.push(node.parentElement?.closest("[lang]")?.getAttribute("lang") ?? "");
      return found;
    });
  await visitor.press("Français");
  await comeFromHome(visitor);
  await introduce(visitor);
  expect(await spoken()).toEqual(["en"]);
  await visitor.walk(plainAnswers);
  expect(await visitor.kind()).toBe("review");
  expect(await spoken()).toEqual(["en", "en"]);
  await visitor.next();
  // The title of each form; and the declarations in the language of the form, which name it.
  expect(new Set(await spoken())).toEqual(new Set(["en"]));
  await visitor.field("consent").check();
  await visitor.field("signature").fill("Zoë O’Brien-Smith");
  await visitor.next();
  expect(await visitor.kind()).toBe("done");
  expect(await spoken()).toEqual(["en", "en"]);
});

test("the declarations come right before the signature, after the consent and the sentence that signing makes them", async () => {
  const visitor = await visit(browser, service.origin);
  await comeFromHome(visitor);
  await introduce(visitor);
  await visitor.walk(plainAnswers);
  await visitor.next();
  const lines = (await visitor.page.locator("form").innerText()).split("\n").filter((line) => line !== "");
  expect(lines).toEqual([
    "I agree to sign electronically. My typed name has the same legal effect as my handwritten signature. I know that I can use paper forms instead.",
    expect.stringMatching(
      /^By typing your name and selecting “Sign 2 forms,” you sign these forms on \w+ \d+, \d{4} and declare:$/,
    ),
    "W-4 (2026): Employee's Withholding Certificate",
    "I sign this certificate under penalties of perjury. To the best of my knowledge and belief, everything on it is true, correct and complete.",
    "AL A4: Employee's Withholding Tax Exemption Certificate",
    "Under penalties of perjury, I declare that I have gone through this certificate and that, as far as I know and believe, it is true, correct and complete.",
    "Your signature",
    "Type: Zoë O’Brien-Smith",
    "Sign 2 forms",
  ]);
  expect(
    await visitor.page.locator(".perjury + .signature").count(),
    "an element between declaration and signature",
  ).toBe(1);
});

test("the keyboard alone is enough for the whole path", async () => {
  const visitor = await visit(browser, service.origin);
  const { keyboard } = visitor.page;
  /** Tab until the field is reached, as one without a mouse does. */
  const reach = async (id: string): Promise<void> => {
    for (let presses = 0; presses < 60; presses++) {
      const active = await visitor.page.evaluate(() => {
        const element = document.querySelector("withholding-wizard")?.shadowRoot?.activeElement;
        return element instanceof HTMLInputElement && element.type === "radio" ? element.name : element?.id;
      });
      if (active === id) return;
      await keyboard.press("Tab");
    }
    throw new Error(`${id} cannot be reached with the Tab key.`);
  };
  const type = async (id: string, text: string): Promise<void> => {
    await reach(id);
    await keyboard.type(text);
  };
  const enter = async (): Promise<void> => {
    await keyboard.press("Enter");
    await visitor.settled();
  };
  /** The option with this number, by arrow keys. */
  const choose = async (id: string, number: number): Promise<void> => {
    await reach(`q-${id}`);
    await keyboard.press("Space");
    for (let step = 1; step < number; step++) await keyboard.press("ArrowDown");
  };
  await type("home-code", "36130");
  await type("home-streetAddress1", "11 S Union St");
  await type("home-city", "Montgomery");
  expect(await visitor.field("home-region").inputValue()).toBe("AL");
  await reach("works-at");
  await keyboard.press("ArrowDown");
  expect(await visitor.field("works-at-home").isChecked()).toBe(true);
  await reach("home-city");
  await enter();
  expect(await visitor.kind()).toBe("checklist");
  const exemption = visitor.page.getByRole("checkbox", { name: /^I claim exemption from withholding/ });
  await reach((await exemption.getAttribute("id")) ?? "");
  await keyboard.press("Space");
  await enter();
  await type("p-firstName", "John");
  await type("p-lastName", "Smith");
  await type("p-socialSecurityNumber", "123456789");
  await type("employer-code", "36130");
  await type("employer-streetAddress1", "64 N Union St");
  await type("employer-city", "Montgomery");
  await enter();
  await choose("isExempt", 1);
  await choose("noTaxLastYear", 1);
  await choose("noTaxThisYear", 1);
  await enter();
  // The steps that an exemption skips come as a page of questions.
  expect(await visitor.heading()).toBe("Steps left blank");
  await visitor.page.locator("form button[type=submit]").focus();
  await enter();
  await choose("filingStatus", 1);
  // An extra amount is optional, and on the same page.
  await reach("q-additionalWithholding");
  await enter();
  expect(await visitor.kind()).toBe("review");
  await visitor.page.locator("form button[type=submit]").focus();
  await enter();
  await reach("consent");
  await keyboard.press("Space");
  await type("signature", "John Smith");
  await enter();
  expect(await visitor.heading()).toBe("All done");
});

test("at 200 % zoom and with larger text nothing is cut or needs scrolling sideways", async () => {
  const visitor = await visit(browser, service.origin, {
    viewport: { width: 640, height: 450 },
    deviceScaleFactor: 2,
  });
  await visitor.page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  const cut = await visitor.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(cut).toBeLessThanOrEqual(0);
});
