import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compileContent } from "../compile/compile.js";
import { contentRoot } from "../read/paths.js";
import type { Content } from "../resolve/content.js";
import { copyForm } from "./copy-form.js";

// Real places, one of them with localities.
let root = "";
let content: Content;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "copy-form-"));
  for (const name of readdirSync(contentRoot).filter((one) => one !== "us" && one !== "ca"))
    cpSync(join(contentRoot, name), join(root, name), { recursive: true });
  for (const place of ["us/KS", "us/NE", "us/AR", "us/MI"])
    cpSync(join(contentRoot, place), join(root, place), { recursive: true });
  const read = compileContent(root, () => {});
  if (read === undefined) throw new Error("the content cannot be read");
  content = read.content;
});
afterAll(() => rmSync(root, { recursive: true }));

const form = { version: "2026.1.0", today: "2026-03-02" };
const text = (file: string): string => readFileSync(join(root, file), "utf8");

it("copies a form with the names of the new place, and leaves open what only a person can say", () => {
  const files = copyForm(content, { ...form, jurisdiction: "NE", id: "NE199", like: "KS102" });
  const folder = "us/NE/NE199/2026.1.0";
  expect(files).toEqual([
    ...["cases", "form", "page", "parameters", "questions"].map((name) => `${folder}/${name}.yaml`),
    "us/NE/jurisdiction.yaml",
    "us/NE/situations.yaml",
  ]);
  expect(text(`${folder}/questions.yaml`)).toContain("for work that you do in Nebraska?");
  expect(text(`${folder}/questions.yaml`)).toContain("Form W-4N");
  expect(text(`${folder}/parameters.yaml`)).toMatch(/^NE\.nonResidentPercent: \{value: percent/);
  expect(text(`${folder}/form.yaml`)).toMatch(
    /agency: Nebraska Department of Revenue\nrevision: Rev\. 1\/2026\n/,
  );
  expect(text(`${folder}/form.yaml`)).toContain("verification: {face: DERIVED, rules: DERIVED");
  for (const file of files.slice(0, 5)) expect(text(file).includes("Kansas"), file).toBe(false);
  expect(text("us/NE/jurisdiction.yaml")).toContain("# TODO lead people to the form");
  expect(text("us/NE/jurisdiction.yaml")).toContain("{value: PART_IN_NEBRASKA,");
  expect(text("us/NE/situations.yaml")).toMatch(
    /# TODO .*\n- situation: lives in Missouri, two days a week in the Nebraska office\n/,
  );
});

it("copies the figures that the form uses", () => {
  const files = copyForm(content, { ...form, jurisdiction: "KS", id: "KS199", like: "AR102" });
  expect(files).toContain("us/KS/figures/2026.yaml");
  const figures = text("us/KS/figures/2026.yaml");
  expect(figures).toMatch(/ {2}limitSingle: \{amount: 14265, .*\} # TODO /);
  expect(figures).not.toContain("bandSingleFrom");
  expect(figures.match(/# TODO/g)?.length).toBe(figures.match(/amount:/g)?.length);
});

it("renames a locality, also in its list", () => {
  const city = { ...form, jurisdiction: "MI", id: "MI299", like: "MI205", locality: "Lansing" };
  expect(copyForm(content, city)).toContain("us/MI/localities.yaml");
  expect(text("us/MI/MI299/2026.1.0/form.yaml")).toContain("locality: MI_LANSING");
  expect(text("us/MI/localities.yaml")).toMatch(
    /\n {2}MI_LANSING: \{name: Lansing, place: \{CITY: \["2646000"\]\}, certificate: MI299\}\n/,
  );
  expect(text("us/MI/localities.yaml").match(/MI_LANSING:/g)).toHaveLength(1);
});

it("renames a locality of another place, and leaves the form that it extends where it is", () => {
  copyForm(content, { ...form, jurisdiction: "NE", id: "NE299", like: "MI210", locality: "Omaha" });
  const head = text("us/NE/NE299/2026.1.0/form.yaml");
  expect(head).toContain("locality: NE_OMAHA");
  expect(head).toMatch(/^extends: us\/MI\/MI208\/[0-9.]+$/m);
  expect(text("us/NE/localities.yaml")).toContain("NE_OMAHA: ");
});

it("knows of a new locality only its name and its form", () => {
  copyForm(content, { ...form, jurisdiction: "MI", id: "MI298", like: "MI205", locality: "Sturgis" });
  expect(text("us/MI/localities.yaml")).toContain("\n  MI_STURGIS: {name: Sturgis, certificate: MI298}\n");
});

it.each([
  [{ like: "KS199X" }, "there is no form KS199X"],
  [{ jurisdiction: "ZZ" }, "there is no jurisdiction ZZ"],
  [{ locality: "Lincoln" }, "KS102 is no form of a locality"],
  [{ like: "MI205" }, "MI205 is a form of a locality: name the new one with --locality"],
  [{ id: "ne-1" }, "ne-1 is not a form id like AL103"],
  [{ id: "NE101", version: "2022.1.0" }, "us/NE/NE101/2022.1.0 is already there"],
])("rejects %j", (more, message) => {
  const choice = { ...form, jurisdiction: "NE", id: "NE197", like: "KS102", ...more };
  expect(() => copyForm(content, choice)).toThrow(message);
});
