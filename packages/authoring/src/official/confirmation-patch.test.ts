import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { openContent } from "./bind-form.js";
import { type ConfirmedFile, confirmationPatch } from "./confirmation-patch.js";

const base = fileURLToPath(new URL("../check/test/base", import.meta.url));
const repository = mkdtempSync(join(tmpdir(), "confirmation-patch-"));
const root = join(repository, "content");
beforeEach(() => {
  rmSync(root, { recursive: true, force: true });
  cpSync(base, root, { recursive: true });
});
afterAll(() => rmSync(repository, { recursive: true }));

const confirmed: ConfirmedFile = {
  formId: "TS101",
  version: "2025.1.0",
  sha256: "a".repeat(64),
  content: "b".repeat(64),
  rules: false,
  checked: "2026-11-19",
  address: "https://tests.example/t-1.pdf?a: b",
  binding: "sha256: aaa\nfields: {}\n",
};
const text = (name: string, version = "2025.1.0"): string =>
  readFileSync(join(root, "us/TS/TS101", version, name), "utf8");

/** Applied by `git`. */
function applied(one: ConfirmedFile): { readonly before: string; readonly after: string } {
  const before = text("form.yaml", one.version);
  const patch = confirmationPatch(root, openContent(root), [one]);
  const { status, stderr } = spawnSync("git", ["apply", "--unsafe-paths", "-"], {
    cwd: repository,
    input: patch,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return { before, after: text("form.yaml", one.version) };
}

test("the patch adds the file to the sources, raises the face, and adds the binding", () => {
  const { before, after } = applied(confirmed);
  expect(text("official.yaml")).toBe(confirmed.binding);
  const [old, now] = [parse(before), parse(after)];
  expect(now.verification).toEqual({ ...old.verification, face: "AGENCY_FILE", checked: "2026-11-19" });
  expect(now.sources).toHaveLength((old.sources ?? []).length + 1);
  expect(now.sources[0]).toEqual({
    document: "T-1",
    agency: expect.stringMatching(/./),
    address: confirmed.address,
    seen: "2026-11-19",
    revision: now.revision,
    sha256: confirmed.sha256,
    for: "face",
  });
});

test("with the rules, both parts are raised, and the source is for both", () => {
  const { after } = applied({ ...confirmed, rules: true });
  expect(parse(after).verification).toMatchObject({ face: "AGENCY_FILE", rules: "AGENCY_FILE" });
  expect(parse(after).sources[0]).not.toHaveProperty("for");
});

test("sources in a list of lines get one more, and what is confirmed again stays as it is", () => {
  const path = join(root, "us/TS/TS101/2025.1.0/form.yaml");
  writeFileSync(path, text("form.yaml").replace(/^sources: \[(.*)\]$/m, "sources:\n  # Ours\n  - $1"));
  const { binding: _, ...own } = confirmed;
  const { before, after } = applied(own);
  expect(after.split("\n").filter((line) => !before.includes(line))).toEqual([
    expect.stringMatching(/^ {2}- \{document: T-1, agency: Department of Tests, /),
    expect.stringMatching(/^verification: \{ face: AGENCY_FILE, rules: AGENCY_TEXT, /),
  ]);
  expect(after).toContain("# Ours");
  expect(confirmationPatch(root, openContent(root), [own])).toBe("");
});

test("a version that inherits its sources repeats them", () => {
  const { binding: _, ...own } = confirmed;
  const { after } = applied({ ...own, version: "2026.1.0" });
  expect(parse(after).sources).toEqual([
    expect.objectContaining({ sha256: confirmed.sha256, revision: "1/2026" }),
    ...parse(text("form.yaml")).sources,
  ]);
});
