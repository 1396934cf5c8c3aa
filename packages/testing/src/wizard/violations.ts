// The type check of all tests together knows no browser: this file brings it in.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

/** What axe finds wrong with the page, in one line each. */
export async function violationsOn(page: Page): Promise<readonly string[]> {
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
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
