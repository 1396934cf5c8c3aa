import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkContent } from "../check/check.js";
import { contentRoot } from "../read/paths.js";
import { placeholders } from "../read/placeholders.js";
import type { Rule } from "../read/problem.js";
import { newForm, nextStep } from "./new-form.js";
import { updatePo } from "./update-po.js";

const today = "2026-03-02";

let root = "";
beforeAll(() => {
  // A few real places, so that the test does not wait for all of them.
  root = mkdtempSync(join(tmpdir(), "new-form-"));
  for (const name of [
    "answers.yaml",
    "identity.yaml",
    "blocks.yaml",
    "federal-values.yaml",
    "parameters.yaml",
    "notices.yaml",
    "es.po",
    "fr.po",
  ])
    cpSync(join(contentRoot, name), join(root, name));
  cpSync(join(contentRoot, "modules"), join(root, "modules"), { recursive: true });
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
  it("writes a form that lacks only its translations, its place in a flow and what a person must fill in", async () => {
    const files = newForm(root, { jurisdiction: "AL", id: "AL199", version: "2026.1.0", today });
    expect(files).toEqual(
      ["form", "questions", "parameters", "page", "cases"].map((name) => `us/AL/AL199/2026.1.0/${name}.yaml`),
    );
    expect(readFileSync(join(root, "us/AL/AL199/2026.1.0/form.yaml"), "utf8")).toContain(
      "effective: 2026-01-01",
    );
    expect(await broken("us/AL/AL199")).toEqual(["form-unreachable", "placeholder", "translation-missing"]);
  });

  it("writes a form for a Canadian place, too", async () => {
    newForm(root, { jurisdiction: "ON", id: "ON199", version: "2026.12.0", today });
    expect(readFileSync(join(root, "ca/ON/ON199/2026.12.0/form.yaml"), "utf8")).toContain(
      "type: CANADA_RESIDENT",
    );
    expect(await broken("ca/ON/ON199")).toEqual(["form-unreachable", "placeholder", "translation-missing"]);
  });

  it("starts from another version and leaves only its cases and sources to be written", async () => {
    const [form] = newForm(root, {
      jurisdiction: "AL",
      id: "AL199",
      version: "2027.1.0",
      extends: "2026.1.0",
      today,
    });
    expect(form).toBe("us/AL/AL199/2027.1.0/form.yaml");
    expect(await broken("us/AL/AL199/2027.1.0")).toEqual(["case", "form-unreachable", "placeholder"]);
  });

  it("writes nothing to be filled in that the check does not complain about, with its line", async () => {
    const folder = "us/AL/AL199/2026.1.0";
    const { problems, compiled } = await checkContent(root, { only: folder, draw: false });
    expect(
      problems.filter(({ rule }) => rule === "placeholder").map(({ file, line }) => `${file}:${line}`),
    ).toEqual([
      ...[2, 5, 7, 9, 12, 12, 14, 18].map((line) => `${folder}/form.yaml:${line}`),
      `${folder}/page.yaml:13`,
      `${folder}/questions.yaml:2`,
    ]);
    const messages = problems.map(({ message }) => message).join("\n");
    for (const placeholder of Object.values(placeholders)) expect(messages).toContain(`"${placeholder}"`);
    expect(nextStep(compiled, "AL199")).toMatch(/^Name AL199 in a flow of its jurisdiction\.yaml, then /);
  });

  it("says that sources were seen on the day it is run, not on a day to come", () => {
    for (const version of ["2026.1.0", "2027.1.0"]) {
      const form = readFileSync(join(root, `us/AL/AL199/${version}/form.yaml`), "utf8");
      expect(/seen: ([0-9-]+)/.exec(form)?.[1]).toBe("2026-03-02");
    }
  });

  it("is valid once it is in a flow, is filled in and is translated", async () => {
    const flows = join(root, "us/AL/jurisdiction.yaml");
    const text = readFileSync(flows, "utf8");
    writeFileSync(
      flows,
      text.replace(
        "    - id: AL_NONRESIDENT_SHORT_STAY\n",
        "    - id: AL_NONRESIDENT_SHORT_STAY\n      optional: [AL199]\n",
      ),
    );
    const before = (await checkContent(root, { only: "us/AL", draw: false })).compiled;
    expect(nextStep(before, "AL199")).toBe("Now replace what the check complains about: npm run check");
    for (const name of ["form", "questions", "page"]) {
      const path = join(root, `us/AL/AL199/2026.1.0/${name}.yaml`);
      const filled = Object.values(placeholders).reduce(
        (words, placeholder) => words.replaceAll(placeholder, "https://al.test/"),
        readFileSync(path, "utf8"),
      );
      writeFileSync(path, filled);
    }
    const { compiled } = await checkContent(root, { only: "us/AL", draw: false });
    if (compiled === undefined) throw new Error("nothing compiled");
    updatePo(compiled.content, compiled.ledger, (folder) => folder === "us/AL");
    for (const language of ["es", "fr"] as const) {
      const file = join(root, "us/AL", `${language}.po`);
      const filled = readFileSync(file, "utf8")
        .replaceAll("#, fuzzy\n", "")
        .replace(/msgid "(.*)"\nmsgstr ""\n/g, (entry, sentence: string) =>
          sentence === "" ? entry : `msgid "${sentence}"\nmsgstr "${sentence}"\n`,
        );
      writeFileSync(file, filled);
    }
    expect(await broken("us/AL/AL199/2026.1.0")).toEqual([]);
  });

  it("rejects arguments that it does not understand", () => {
    const make = (more: object) => () =>
      newForm(root, { jurisdiction: "AL", id: "AL198", version: "2026.1.0", today, ...more });
    expect(make({ jurisdiction: "ZZ" })).toThrow("there is no jurisdiction ZZ");
    expect(make({ jurisdiction: "../us/AL" })).toThrow("there is no jurisdiction");
    expect(make({ id: "al-198" })).toThrow("al-198 is not a form id like AL103");
    expect(make({ id: "../AL198" })).toThrow("is not a form id");
    expect(make({ version: "2026.01.0" })).toThrow("is not a version like 2026.1.0");
    expect(make({ id: "AL101", version: "2014.3.0" })).toThrow("us/AL/AL101/2014.3.0 is already there");
    expect(make({ extends: "2020.1.0" })).toThrow("there is no us/AL/AL198/2020.1.0 to extend");
  });
});
