import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { places } from "../release/version.mjs";

// The product has one version: packages, command, image, chart, and clients.

const root = fileURLToPath(new URL("../../", import.meta.url));
const manifest = (name: string): { version: string } & Record<string, Record<string, string> | undefined> =>
  JSON.parse(readFileSync(`${root}packages/${name}/package.json`, "utf8"));
const { version } = manifest("service");

test.each(readdirSync(`${root}packages`))("packages/%s has the version of the product", (name) => {
  const { version: own, dependencies = {}, devDependencies = {} } = manifest(name);
  expect(own).toBe(version);
  const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([one]) =>
    one.startsWith("@withholding-forms/"),
  );
  expect(ours.filter(([, wanted]) => wanted !== version)).toEqual([]);
});

test.each(places)("%s has the version of the product: %s", (file, line) => {
  const [found = "", before = "", after = ""] = line.exec(readFileSync(root + file, "utf8")) ?? [];
  expect(found).toBe(`${before}${version}${after}`);
});
