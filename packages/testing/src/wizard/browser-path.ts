import { existsSync } from "node:fs";

/** Debian's Chromium, or another that is there; scripts/test-tools.mjs installs it. */
export function browserPath(): string {
  const path = process.env["CHROMIUM"] ?? places.find((place) => existsSync(place));
  if (path === undefined) throw new Error("There is no Chromium: run node scripts/test-tools.mjs.");
  return path;
}

/** The shell draws the same pages without windows, which take time of the tests. */
const places = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
