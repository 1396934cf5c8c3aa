import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkContent } from "./check/check.js";
import { appendMissing } from "./missing.js";
import { newForm } from "./new-form.js";
import { contentRoot } from "./paths.js";
import type { Rule } from "./problem.js";

let root = "";
beforeAll(() => {
  // A few real places, so that the test does not wait for all of them.
  root = mkdtempSync(join(tmpdir(), "new-form-"));
  for (const name of [
    "answers.yaml",
    "identity.yaml",
    "blocks.yaml",
    "federal-values.yaml",
    "es.po",
    "fr.po",
  ])
    cpSync(join(contentRoot, name), join(root, name));
  for (const place of ["us/AL", "ca/ON", "us/TX"])
    cpSync(join(contentRoot, place), join(root, place), {
      recursive: true,
      filter: (from) => !from.startsWith(join(contentRoot, "ca/ON/")) || /jurisdiction\.yaml$/.test(from),
    });
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

/** Rules that a folder breaks. */
async function broken(folder: string): Promise<Rule[]> {
  const { problems } = await checkContent(root, { only: folder });
  return [...new Set(problems.filter(({ file }) => file.startsWith(folder)).map(({ rule }) => rule))].sort();
}

describe("newForm", () => {
  it("writes a form that lacks only its translations and its place in a flow", async () => {
    const files = newForm(root, { jurisdiction: "AL", id: "AL199", version: "2026.1.0" });
    expect(files).toEqual(
      ["form", "questions", "parameters", "page", "cases"].map((name) => `us/AL/AL199/2026.1.0/${name}.yaml`),
    );
    expect(readFileSync(join(root, "us/AL/AL199/2026.1.0/form.yaml"), "utf8")).toContain(
      "effective: 2026-01-01",
    );
    expect(await broken("us/AL/AL199")).toEqual(["form-unreachable", "translation-missing"]);
  });

  it("writes a form for a Canadian place, too", async () => {
    newForm(root, { jurisdiction: "ON", id: "ON199", version: "2026.12.0" });
    expect(readFileSync(join(root, "ca/ON/ON199/2026.12.0/form.yaml"), "utf8")).toContain(
      "type: CANADA_RESIDENT",
    );
    expect(await broken("ca/ON/ON199")).toEqual(["form-unreachable", "translation-missing"]);
  });

  it("starts from another version and leaves only its cases to be written", async () => {
    const [form] = newForm(root, {
      jurisdiction: "AL",
      id: "AL199",
      version: "2027.1.0",
      extends: "2026.1.0",
    });
    expect(form).toBe("us/AL/AL199/2027.1.0/form.yaml");
    expect(await broken("us/AL/AL199/2027.1.0")).toEqual(["case", "form-unreachable"]);
  });

  it("is sound once it stands in a flow and is translated", async () => {
    const flows = join(root, "us/AL/jurisdiction.yaml");
    const text = readFileSync(flows, "utf8");
    writeFileSync(
      flows,
      text.replace("    recommended: [AL101]", "    recommended: [AL101]\n    optional: [AL199]"),
    );
    const { compiled } = await checkContent(root, { only: "us/AL", draw: false });
    if (compiled === undefined) throw new Error("nothing compiled");
    appendMissing(root, compiled.ledger);
    for (const language of ["es", "fr"] as const) {
      const file = join(root, "us/AL", `${language}.po`);
      const filled = readFileSync(file, "utf8").replace(
        /msgid "(.*)"\nmsgstr ""\n/g,
        (entry, sentence: string) =>
          sentence === "" ? entry : `msgid "${sentence}"\nmsgstr "${sentence}"\n`,
      );
      writeFileSync(file, filled);
    }
    expect(await broken("us/AL/AL199/2026.1.0")).toEqual([]);
  });

  it("refuses what it cannot make sense of", () => {
    const make = (more: object) => () =>
      newForm(root, { jurisdiction: "AL", id: "AL198", version: "2026.1.0", ...more });
    expect(make({ jurisdiction: "ZZ" })).toThrow("there is no place called ZZ");
    expect(make({ jurisdiction: "../us/AL" })).toThrow("there is no place called");
    expect(make({ id: "al-198" })).toThrow("al-198 is not a form id like AL103");
    expect(make({ id: "../AL198" })).toThrow("is not a form id");
    expect(make({ version: "2026.01.0" })).toThrow("is not a version like 2026.1.0");
    expect(make({ id: "AL101", version: "2014.3.0" })).toThrow("us/AL/AL101/2014.3.0 is already there");
    expect(make({ extends: "2020.1.0" })).toThrow("there is no us/AL/AL198/2020.1.0 to extend");
  });
});
