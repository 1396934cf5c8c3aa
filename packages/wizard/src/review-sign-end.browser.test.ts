import { eventually } from "@withholding-forms/testing/eventually";
import { comeFromHome, introduce, plainAnswers, signForms } from "@withholding-forms/testing/people/wizard";
import { closePages, launch, type Visitor, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

async function toTheReview(options: Parameters<typeof visit>[2] = {}): Promise<Visitor> {
  const visitor = await visit(browser, service.origin, options);
  await comeFromHome(visitor);
  await introduce(visitor);
  await visitor.walk(plainAnswers);
  expect(await visitor.kind()).toBe("review");
  return visitor;
}

/** What the host receives, as `name formId`. What it does with a signed form is up to the test. */
async function hear({ page }: Visitor, stored: "never reports" | "stores" | "fails" = "never reports") {
  const received: string[] = [];
  await page.exposeFunction("received", (one: string) => received.push(one));
  await page.evaluate((kind) => {
    const { received: tell } = window as unknown as { received(one: string): void };
    const wizard = document.querySelector("withholding-wizard");
    wizard?.addEventListener("signed", (event) => {
      const { form, waitUntil } = (event as CustomEvent).detail;
      tell(`signed ${form.formId} ${form.official}`);
      if (kind === "stores") waitUntil(Promise.resolve());
      if (kind === "fails") waitUntil(Promise.reject(new Error("full")));
    });
    wizard?.addEventListener("completed", (event) =>
      tell(`completed ${(event as CustomEvent).detail.forms.map((form: { formId: string }) => form.formId)}`),
    );
  }, stored);
  return received;
}

/** How many pixels of the first page are yellow. */
const highlighted = ({ page }: Visitor): Promise<number> =>
  page
    .locator("canvas")
    .first()
    .evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const data = (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height)
        .data as Uint8ClampedArray;
      let count = 0;
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === 255 && data[at + 1] === 233 && data[at + 2] === 138) count += 1;
      return count;
    });

test("the review shows the pages of each form on a phone, with the answers highlighted, and enlarges them", async () => {
  const visitor = await toTheReview({ viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  const pages = page.locator(".pages");
  await page.getByRole("button", { name: "Show all 5 pages" }).waitFor();
  await pages.nth(1).waitFor();
  // Only the first of five pages of the W-4 has answers.
  expect(await pages.first().locator("canvas").count()).toBe(1);
  expect(await page.getByRole("img", { name: "W-4, page 1" }).count()).toBe(1);
  expect(await highlighted(visitor)).toBeGreaterThan(10_000);
  const width = async () => (await page.locator("canvas").first().boundingBox())?.width ?? 0;
  const fits = await width();
  expect(fits).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Zoom in" }).first().click();
  expect(await width()).toBeCloseTo(fits * 1.5, 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Show all 5 pages" }).click();
  expect(await pages.first().locator("canvas").count()).toBe(5);
  const link = page.getByRole("link", { name: "Open W-4 in a new tab (PDF)" });
  expect(await link.getAttribute("href")).toMatch(/^blob:/);
  expect(await visitor.violations()).toEqual([]);
  expect(visitor.complaints).toEqual([]);
});

test("without the form viewer, the review has a link to each PDF and everything else works", async () => {
  const visitor = await visit(browser, service.origin);
  await visitor.page.route("**/form-viewer/**", (route) => route.abort());
  await comeFromHome(visitor);
  await introduce(visitor);
  await visitor.walk(plainAnswers);
  await visitor.page.getByText("We couldn’t show the pages here.").nth(1).waitFor();
  expect(await visitor.page.getByRole("link", { name: /in a new tab \(PDF\)/ }).count()).toBe(2);
  await signForms(visitor);
  expect(await visitor.heading()).toBe("All done");
});

test("a form that cannot be signed is signed again alone with the same key, and the others are delivered", async () => {
  const visitor = await toTheReview();
  const { page } = visitor;
  const received = await hear(visitor);
  const sent: { formId: string; key: string | undefined }[] = [];
  let fails = true;
  await page.route("**/fillPdf", (route) => {
    const { formId } = route.request().postDataJSON();
    sent.push({ formId, key: route.request().headers()["idempotency-key"] });
    if (formId === "W4101" && fails) return route.fulfill({ status: 500, body: "" });
    return route.continue();
  });
  await signForms(visitor);
  expect(await visitor.kind()).toBe("sign");
  const failure = await page.locator(".failure").innerText();
  expect(failure).toContain("Not signed: W-4.");
  expect(failure).toContain("Signed: AL A4. You don’t need to sign again.");
  expect(await page.locator(".perjury").count()).toBe(1);
  expect(await page.locator("form").innerText()).toContain("selecting “Sign,” you sign this form on");
  expect(await visitor.violations()).toEqual([]);
  await eventually(() => received.length > 0, { what: "the signed form" });
  expect(received).toEqual(["signed AL101 false"]);
  fails = false;
  await visitor.press("Try again");
  expect(await visitor.heading()).toBe("All done");
  await eventually(() => received.length > 2, { what: "all forms" });
  expect(received).toEqual(["signed AL101 false", "signed W4101 false", "completed W4101,AL101"]);
  const keys = (formId: string) => sent.filter((one) => one.formId === formId).map(({ key }) => key);
  expect(keys("AL101")).toHaveLength(1);
  expect(new Set(keys("W4101")).size).toBe(1);
  expect(keys("W4101").length).toBeGreaterThan(1);
  expect(keys("W4101")[0]).not.toBe(keys("AL101")[0]);
});

test.each([
  ["stores", "Your employer received this form. You don’t need to hand it in."],
  [
    "fails",
    "We couldn’t confirm that your employer received this form. Download it and give it to your employer.",
  ],
] as const)("a host that %s the forms is quoted at the end, with its own text", async (stored, says) => {
  const visitor = await toTheReview();
  await hear(visitor, stored);
  await visitor.page.evaluate(() => {
    const text = document.createElement("p");
    text.slot = "done";
    text.textContent = "See you on Monday.";
    document.querySelector("withholding-wizard")?.append(text);
  });
  expect(await visitor.page.getByText("See you on Monday.").isVisible()).toBe(false);
  await signForms(visitor);
  expect(await visitor.page.getByText(says).count()).toBe(2);
  expect(await visitor.page.getByText("See you on Monday.").isVisible()).toBe(true);
  expect(await visitor.violations()).toEqual([]);
});

test("the end says what the employee still has to do, and nothing that is for others", async () => {
  const visitor = await toTheReview();
  await visitor.page.route("**/fillPdf", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const notice = { code: "TEST", action: "RENEW", blocksPayroll: false };
    const mine = { ...notice, audience: "EMPLOYEE", message: "Give your employer a new form in May." };
    const other = { ...notice, audience: "OPERATOR", message: "Read the manual." };
    return route.fulfill({ response, json: { ...body, notices: [...body.notices, mine, other] } });
  });
  await signForms(visitor);
  expect(await visitor.heading()).toBe("All done");
  const content = await visitor.page.locator("form").innerText();
  expect(content).toContain("Give your employer a new form in May.");
  for (const others of ["Read the manual.", "The employer keeps this form", "lock-in letter"])
    expect(content).not.toContain(others);
  expect(await visitor.violations()).toEqual([]);
});

test("the end says how to check a file, and has no warning once the forms are delivered", async () => {
  const visitor = await toTheReview();
  await hear(visitor, "stores");
  await signForms(visitor);
  expect(await visitor.page.getByText("Your employer received this form.").count()).toBe(2);
  expect(await visitor.page.locator(".warning").count()).toBe(0);
  const link = visitor.page.getByRole("link", { name: "Check a signed form" });
  expect(await link.getAttribute("href")).toBe("verify");
  await visitor.page.evaluate(() => {
    document.querySelector("withholding-wizard")?.removeAttribute("verify-url");
  });
  expect(await visitor.page.locator("form").innerText()).toContain("Ask your employer where.");
  expect(await link.count()).toBe(0);
});

test("copies have sensible names, one by one and in one file", async () => {
  const visitor = await toTheReview();
  await signForms(visitor);
  expect(await visitor.page.locator("form").innerText()).not.toContain("employer received");
  const saved = async (button: string): Promise<string> => {
    const download = visitor.page.waitForEvent("download");
    await visitor.press(button);
    return (await download).suggestedFilename();
  };
  expect(await saved("Download W-4")).toBe("W-4 2026 - Zoë O’Brien-Smith.pdf");
  expect(await saved("Download AL A4")).toBe("AL A4 - Zoë O’Brien-Smith.pdf");
  expect(await saved("Download 2 forms (ZIP)")).toBe("Withholding forms - Zoë O’Brien-Smith.zip");
});
