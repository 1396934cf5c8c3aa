import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const dist = new URL("../dist/", import.meta.url);

test("the component is up to 70 KB on the wire", () => {
  const bundle = readFileSync(new URL("bundle/withholding-wizard.js", dist));
  const size = gzipSync(bundle, { level: 9 }).length;
  expect(size).toBeGreaterThan(10_000);
  expect(size).toBeLessThanOrEqual(70 * 1024);
});

test("the component is one file per language and one for estimates, and sends requests to the service only", () => {
  expect(readdirSync(new URL("bundle/", dist))).toEqual([
    "withholding-wizard-es.js",
    "withholding-wizard-estimates.js",
    "withholding-wizard-fr.js",
    "withholding-wizard.js",
  ]);
  const bundle = readFileSync(new URL("bundle/withholding-wizard.js", dist), "utf8");
  expect(bundle).not.toMatch(/\bfrom\s*"/);
  const imports = [...bundle.matchAll(/import\(([^)]*)/g)].map(([, what = ""]) => what);
  expect(imports.filter((what) => what.startsWith('"')).sort()).toEqual([
    '"./withholding-wizard-es.js"',
    '"./withholding-wizard-estimates.js"',
    '"./withholding-wizard-fr.js"',
  ]);
  // The fourth one is the form viewer, at the service's own address.
  expect(imports).toHaveLength(4);
  const urls = bundle.match(/https?:\/\/[^"'`\s]+/g)?.filter((url) => !url.includes("w3.org")) ?? [];
  // Links that people without a number can follow.
  expect([...new Set(urls.map((url) => new URL(url).host))].sort()).toEqual(["www.canada.ca", "www.ssa.gov"]);
});

test("what draws a form is up to 560 KB on the wire, and has its license", () => {
  const files = readdirSync(new URL("form-viewer/", dist));
  expect(files).toEqual(["form-viewer.js", "pdf.js", "pdf.worker.js"]);
  const contents = files.map((file) => readFileSync(new URL(`form-viewer/${file}`, dist), "utf8"));
  const size = contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
  expect(size).toBeLessThanOrEqual(560 * 1024);
  for (const content of contents.slice(1)) expect(content).toContain("Apache License, Version 2.0");
});

test.each(["try", "theme"])(
  "the page %s has nothing inline, and its files carry digests in their names",
  (name) => {
    const page = readFileSync(new URL(`site/${name}.html`, dist), "utf8");
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)|\son\w+=/);
    const files = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map((match) => match[1] ?? "");
    for (const ending of ["js", "css", "svg"]) expect(files.some((file) => file.endsWith(ending))).toBe(true);
    for (const file of files) {
      expect(file).toMatch(/-[\w-]{8}\.\w+$/);
      expect(existsSync(new URL(`site/${file}`, dist))).toBe(true);
    }
  },
);
