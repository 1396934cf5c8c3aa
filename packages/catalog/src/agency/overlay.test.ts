import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fill } from "@withholding-forms/pdf";
import { type Bound, boundContent, boundName } from "@withholding-forms/testing/catalog/bound";
import { samplePeople } from "@withholding-forms/testing/catalog/catalog";
import { popplerText } from "@withholding-forms/testing/pdf/checks";
import { beforeAll, expect, test } from "vitest";
import type { Catalog, CompleteRequest, FormVersion } from "../model/catalog.js";
import { catalogOf } from "../runtime/load.js";
import { makeOfficial } from "./make.js";
import { withOfficial } from "./overlay.js";
import { writeOfficial } from "./store.js";

let bound: Bound;
let folder = "";
let plain: Catalog;
let catalog: Catalog;
beforeAll(async () => {
  bound = await boundContent();
  folder = mkdtempSync(join(tmpdir(), "official-"));
  const files = await makeOfficial(bound.form, bound.agency);
  writeOfficial(folder, boundName, bound.form.official, files, new Date());
  plain = catalogOf(bound.artifact);
  catalog = catalogOf(withOfficial(bound.artifact, folder));
});

function form(from: Catalog, version: string = boundName.version): FormVersion {
  const found = from.find("TS101", version, "2026-03-01");
  if (typeof found === "string") throw new Error(found);
  return found.form;
}

function request(mode: CompleteRequest["mode"]): CompleteRequest {
  return {
    ...samplePeople("US"),
    fields: { status: "MARRIED", children: 2, students: 1, extra: "10.50" },
    federalValues: undefined,
    mode,
    language: "en",
    instant: new Date("2026-03-01T12:00:00Z"),
    timeZone: "UTC",
  };
}

test("the agency's fields are filled, by its own names", () => {
  const done = form(catalog).complete(request("PREVIEW"));
  expect(done.outcome === "COMPLETE" && done.printed).toEqual({
    "page1.name": "Jane Sample",
    "page1.ssn": "XXX-XX-6789",
    "page1.status#0": false,
    "page1.status#1": true,
    "page1.allowance": "1,200",
    "page1.children": "2",
    extra: "10.50",
  });
});

test("the worksheet stays private where the employer receives the form, and the signature is printed", () => {
  const done = form(catalog).complete(request("SIGN"));
  if (done.outcome !== "COMPLETE") throw new Error("refused");
  const printed = done.printed;
  expect(printed["page1.children"]).toBeUndefined();
  expect(printed["page1.ssn"]).toBe("123-45-6789");
  expect(printed["date"]).toBe("03/01/2026");
  const result = fill(form(catalog).template(), { values: done.printed, mode: "SIGN" });
  if ("problems" in result) throw new Error("refused");
  const words = popplerText(result.pdf);
  for (const value of [
    "Form T-1 of the agency",
    "Jane Sample",
    "123-45-6789",
    "10.50",
    "2026-03-01 12:00:00 UTC",
  ])
    expect(words).toContain(value);
});

test("the blank, the pages and the edition are the agency's", () => {
  expect(popplerText(form(catalog).blank())).toContain("Form T-1 of the agency");
  expect(popplerText(form(plain).blank())).not.toContain("of the agency");
  expect(form(plain).edition).toBeUndefined();
  expect(form(catalog).edition).toMatch(/^[0-9a-f]{8}$/);
});

test("the words are the agency's in its language, and ours in the others", () => {
  const ask = (from: Catalog, language: "en" | "es" | "fr") =>
    form(from).questionSet("QS1", language, false)?.questions[0]?.questionText;
  expect(ask(catalog, "en")).toBe("What is, for this year, your status");
  expect(ask(plain, "en")).toBe("What is your status?");
  expect(ask(catalog, "es")).toBe(ask(plain, "es"));
  const walk = form(catalog).complete(request("SIGN"));
  expect(walk.outcome === "COMPLETE" && walk.walk.perjuryStatement).toBe("I swear that what I say is true.");
});

test("other versions and forms are unchanged, and the digest differs", () => {
  expect(Buffer.compare(form(catalog, "2025.1.0").blank(), form(plain, "2025.1.0").blank())).toBe(0);
  expect(form(catalog, "2025.1.0").questionSet("QS1", "en", false)).toEqual(
    form(plain, "2025.1.0").questionSet("QS1", "en", false),
  );
  expect(catalog.digest).not.toBe(plain.digest);
});

test("an empty folder, or none, changes nothing", () => {
  expect(withOfficial(bound.artifact, join(folder, "none"))).toBe(bound.artifact);
});

test("ignores what is stored for forms that the content does not have", () => {
  const other = mkdtempSync(join(tmpdir(), "official-"));
  for (const name of ["TS101/1999.1.0", "ZZ999/2026.1.0", "TS102/2026.1.0"]) {
    mkdirSync(join(other, name), { recursive: true });
    writeFileSync(join(other, name, "record.json"), "nobody reads this");
  }
  expect(withOfficial(bound.artifact, other)).toBe(bound.artifact);
});

test("rejects a damaged file with a one-line error", () => {
  const other = mkdtempSync(join(tmpdir(), "official-"));
  mkdirSync(join(other, "TS101/2026.1.0"), { recursive: true });
  expect(() => withOfficial(bound.artifact, other)).toThrow(
    /^The agency file of TS101 2026\.1\.0 in [^\n]+$/,
  );
});
