// The type check of all tests together knows no browser: this file brings it in.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { answerOne, type TestAnswer, walk } from "./answers.js";
import { browserPath } from "./browser-path.js";
import { violationsOn } from "./violations.js";

/** Only ends a wait that would hang, before the limit of the test does, so that the message says what was missing. */
const hangMs = 600_000;

let launched: Promise<Browser> | undefined;

/** One browser for all test files of a worker. It ends with the worker, which closes the pipe to it. */
export function launch(): Promise<Browser> {
  launched ??= launchNow();
  return launched;
}

/** The only function that opens a page: it waits as long as a busy machine needs. */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext({ locale: "en-US", ...options })).newPage();
  page.setDefaultTimeout(hangMs);
  return page;
}

/** What the pages of a test file still do takes time of the next file. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

function launchNow(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath(),
    timeout: hangMs,
    // With its own handler the worker would not end at the signal.
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
  /** Answers page after page until one that asks nothing from a flow or a form. On an express page, nothing applies by default. */
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
  const { path = "/try", ...context } = options;
  const page = await newPage(browser, {
    timezoneId: "America/Denver",
    reducedMotion: "reduce",
    ...context,
  });
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
      // In the order of the page: the ZIP Code also chooses the state.
      await field(`${which}-code`).fill(place.code);
      await field(`${which}-streetAddress1`).fill(place.streetAddress1);
      await field(`${which}-city`).fill(place.city);
      await field(`${which}-region`).selectOption(place.region);
    },
    walk: (answers) => walk(page, answers, { kind, heading, next }),
    violations: () => violationsOn(page),
  };
}
