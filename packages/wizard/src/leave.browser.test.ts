import {
  enterPlaces,
  introduce,
  plainAnswers,
  signForms,
  tallahassee,
} from "@withholding-forms/testing/people/wizard";
import { closePages, launch, type Visitor, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

/** Kinds of dialogs that appeared; each is answered with leaving. */
function dialogs({ page }: Visitor): string[] {
  const seen: string[] = [];
  page.on("dialog", async (dialog) => {
    seen.push(dialog.type());
    await dialog.accept();
  });
  return seen;
}

/** The demo page keeps entries in the session; here it is as a host has it that does not. */
async function visitUnkept(): Promise<Visitor> {
  const visitor = await visit(browser, service.origin);
  await visitor.page.route(`${service.origin}/try`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(" keep-in-session", "") });
  });
  await visitor.page.reload();
  await visitor.settled();
  return visitor;
}

async function toTheEnd(visitor: Visitor): Promise<void> {
  await visitor.walk({});
  await introduce(visitor);
  await visitor.walk(plainAnswers);
  await signForms(visitor);
  expect(await visitor.heading()).toBe("All done");
}

const warned = ({ page }: Visitor): Promise<boolean> =>
  page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));

test("the page warns before typed entries are lost, and only then", async () => {
  const visitor = await visitUnkept();
  const seen = dialogs(visitor);
  // A browser listens to a page only after the employee has used it.
  await visitor.press("Español");
  await visitor.press("English");
  await visitor.page.reload();
  await visitor.settled();
  expect(seen).toEqual([]);
  await visitor.fillAddress("home", tallahassee);
  await visitor.page.locator("#works-at-home").check();
  await visitor.page.reload();
  await visitor.settled();
  expect(seen).toEqual(["beforeunload"]);
  await visitor.fillAddress("home", tallahassee);
  await visitor.page.locator("#works-at-home").check();
  await visitor.page.evaluate(() => document.querySelector("withholding-wizard")?.remove());
  await visitor.page.reload();
  expect(seen).toEqual(["beforeunload"]);
});

test("at the end the page explains that nothing is kept, and warns until every copy is saved", async () => {
  const visitor = await visit(browser, service.origin);
  await enterPlaces(visitor, tallahassee, tallahassee);
  await toTheEnd(visitor);
  expect(await visitor.page.locator("form").innerText()).toContain(
    "so you can’t get them here after you leave this page",
  );
  expect(await warned(visitor)).toBe(true);
  expect(await visitor.violations()).toEqual([]);
  const download = visitor.page.waitForEvent("download");
  await visitor.press("Download W-4");
  await download;
  expect(await warned(visitor)).toBe(false);
});

test.each([
  // Whether there is a warning when something is typed, and when a form is signed.
  ["keeps signed forms", true, false],
  ["keeps entries in the session", false, true],
  ["never asked for a warning", false, false],
])("a host that %s is warned of what would be lost and of nothing else", async (host, typed, signed) => {
  const visitor = await visitUnkept();
  await visitor.page.evaluate((kind) => {
    const wizard = document.querySelector("withholding-wizard");
    if (kind.startsWith("keeps signed"))
      wizard?.addEventListener("signed", (event) => event.preventDefault());
    else if (kind.startsWith("keeps entries")) wizard?.setAttribute("keep-in-session", "");
    else wizard?.removeAttribute("warn-on-leave");
  }, host);
  await enterPlaces(visitor, tallahassee, tallahassee);
  expect(await warned(visitor)).toBe(typed);
  await toTheEnd(visitor);
  expect(await warned(visitor)).toBe(signed);
});
