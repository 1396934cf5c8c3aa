// The type check of all tests together knows no browser: this file brings it in.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { vi } from "vitest";

// Whole journeys in a browser, on a machine that others may be using.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

let launched: Promise<Browser> | undefined;

/** One browser for all test files of a worker. It ends with the worker, which closes the pipe to it. */
export function launch(): Promise<Browser> {
  launched ??= launchNow();
  return launched;
}

/** What the pages of a test file still do takes time of the next file. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** Debian's Chromium, or another that is there; scripts/test-tools.mjs installs it. */
function launchNow(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"] ?? places.find((place) => existsSync(place));
  if (executablePath === undefined) throw new Error("There is no Chromium: run node scripts/test-tools.mjs.");
  return chromium.launch({
    executablePath,
    // With a handler of its own the worker would not end at the signal.
    handleSIGTERM: false,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export interface Place {
  readonly country?: "US" | "CA";
  readonly streetAddress1: string;
  readonly city: string;
  readonly region: string;
  readonly code: string;
}

export type TestAnswer = string | boolean | readonly string[];

/** A person at the wizard. */
export interface Visitor {
  readonly page: Page;
  /** Requests to other origins, and the browser's policy violations. */
  readonly complaints: readonly string[];
  heading(): Promise<string>;
  kind(): Promise<string>;
  fillAddress(which: string, place: Place): Promise<void>;
  answer(answers: Readonly<Record<string, TestAnswer>>): Promise<void>;
  /** Presses the page's main button and waits until the wizard has settled. */
  next(): Promise<void>;
  press(name: string | RegExp): Promise<void>;
  settled(): Promise<void>;
  /** Answers set after set until another kind of page or the named heading appears. */
  walk(answers: Readonly<Record<string, TestAnswer>>): Promise<readonly string[]>;
  /** What axe finds wrong, in one line each. */
  violations(): Promise<readonly string[]>;
  field(id: string): Locator;
}

export async function visit(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions & { readonly path?: string } = {},
): Promise<Visitor> {
  const { path = "/", ...context } = options;
  const page = await (
    await browser.newContext({
      locale: "en-US",
      timezoneId: "America/Denver",
      reducedMotion: "reduce",
      ...context,
    })
  ).newPage();
  // Only in case a page hangs.
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    // The browser asks itself for its PDF viewer.
    if (!url.startsWith(origin) && !/^(?:blob|chrome|chrome-extension):/.test(url))
      complaints.push(`request to ${url}`);
  });
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`${origin}${path}`);
  const visitor = visitorOf(page, complaints);
  await visitor.settled();
  return visitor;
}

export function visitorOf(page: Page, complaints: readonly string[] = []): Visitor {
  const field = (id: string): Locator => page.locator(`#${id}`);
  const kind = async (): Promise<string> =>
    (await page.locator("[data-page]").getAttribute("data-page")) ?? "";
  const heading = async (): Promise<string> => (await page.locator("h1").innerText()).trim();

  async function settled(): Promise<void> {
    await page.locator("[data-page]:visible, .failure").first().waitFor();
    await page.waitForFunction(() => {
      const status = document.querySelector("withholding-wizard")?.shadowRoot?.querySelector(".busy");
      return status?.textContent?.trim() === "";
    });
  }

  async function answer(answers: Readonly<Record<string, TestAnswer>>): Promise<void> {
    for (const [id, value] of Object.entries(answers)) await answerOne(page, `q-${id}`, value);
  }

  async function next(): Promise<void> {
    await page.locator("form button[type=submit]").click();
    await settled();
  }

  return {
    page,
    complaints,
    heading,
    kind,
    field,
    answer,
    next,
    settled,
    async press(name) {
      await page.getByRole("button", { name }).first().click();
      await settled();
    },
    async fillAddress(which, place) {
      if (place.country !== undefined) await field(`${which}-country`).selectOption(place.country);
      await field(`${which}-streetAddress1`).fill(place.streetAddress1);
      await field(`${which}-city`).fill(place.city);
      await field(`${which}-region`).selectOption(place.region);
      await field(`${which}-code`).fill(place.code);
    },
    async walk(answers) {
      const headings: string[] = [];
      for (const begin = await kind(); (await kind()) === begin; ) {
        headings.push(await heading());
        // An answer may bring up another question, which is then answered in the next round.
        for (const done = new Set<string>(); ; ) {
          const asked = await page
            .locator("form :is(input, select, textarea):not(:disabled)")
            .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).name || one.id));
          const open = Object.entries(answers).filter(
            ([id]) => !done.has(id) && asked.some((one) => one === `q-${id}`),
          );
          if (open.length === 0) break;
          for (const [id, value] of open) {
            await answerOne(page, `q-${id}`, value);
            done.add(id);
          }
        }
        await next();
        if (await page.locator(".summary").count())
          throw new Error(await page.locator(".summary").innerText());
        if (headings.length > 40) throw new Error("The form does not end.");
      }
      return headings;
    },
    async violations() {
      if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axeSource);
      const results = await page.evaluate(async () => {
        const { axe } = window as unknown as {
          readonly axe: { run(context: Document, options: object): Promise<AxeResults> };
        };
        return axe.run(document, {
          runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
          // The PDF viewer of the browser is not ours.
          iframes: false,
        });
      });
      return results.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
      );
    },
  };
}

async function answerOne(page: Page, id: string, value: TestAnswer): Promise<void> {
  const radio = page.locator(`input[type=radio][name="${id}"]`);
  if (await radio.count()) {
    await page.locator(`input[type=radio][name="${id}"][value="${value}"]`).check();
    return;
  }
  const control = page.locator(`#${id}`);
  const tag = await control.evaluate((element) => `${element.tagName} ${(element as HTMLInputElement).type}`);
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(value));
  if (date !== null && (await page.locator(`#${id}-year`).count())) {
    const group = control.locator("xpath=ancestor::div[contains(@class, 'date')]");
    await group.locator("select").selectOption(date[2] ?? "");
    await group
      .locator("input")
      .first()
      .fill(String(Number(date[3])));
    await group
      .locator("input")
      .last()
      .fill(date[1] ?? "");
  } else if (tag.startsWith("SELECT")) await control.selectOption(String(value));
  else if (tag === "INPUT checkbox") await control.setChecked(value === true);
  else {
    await control.fill(String(value));
    await control.blur();
  }
}
