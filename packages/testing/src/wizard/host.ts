// The type check of all tests together knows no browser: this file brings it in.
/// <reference lib="dom" />
import { readFileSync } from "node:fs";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { newPage, type Visitor, visitorOf } from "./browser.js";

const bundle = new URL("../../../wizard/dist/bundle/", import.meta.url);

/** A payroll product's page around the wizard, which gets these properties of the element from it. */
export async function visitHost(
  browser: Browser,
  origin: string,
  properties: Readonly<Record<string, unknown>>,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const page = await newPage(browser, { reducedMotion: "reduce", ...options });
  const token = (await (await fetch(`${origin}/demo/token`)).json()) as { readonly accessToken: string };
  await page.route(`${origin}/host.html`, (route) => route.fulfill({ contentType: "text/html", body: html }));
  // The host serves all files of the bundle.
  await page.route(`${origin}/wizard/*.js`, (route) => {
    const name = route.request().url().split("/").at(-1) ?? "";
    return route.fulfill({
      contentType: "text/javascript",
      body: readFileSync(new URL(name, bundle), "utf8"),
    });
  });
  await page.goto(`${origin}/host.html`);
  await page.evaluate(
    (given) => {
      const wizard = Object.assign(document.createElement("withholding-wizard"), given);
      document.querySelector("main")?.append(wizard);
    },
    { serviceUrl: "/v1", token: token.accessToken, language: "en", ...properties },
  );
  const visitor = visitorOf(page);
  await visitor.settled();
  return visitor;
}

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta name="viewport" content="width=device-width">
    <title>Payroll</title>
    <script type="module" src="/wizard/withholding-wizard.js"></script>
  </head>
  <body><main></main></body>
</html>`;
