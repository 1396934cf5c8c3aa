import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  filled,
  formNames,
  modes,
  overflowing,
  subjectOf,
  tellingAnswers,
  type Values,
} from "./test/filled.js";

// The least, the most and the longest that can be filled in, for every form and mode, judged by other people's tools.

const folder = mkdtempSync(join(tmpdir(), "filled-forms-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe.each(formNames)("%s", (name, parts) => {
  const files: { readonly about: string; readonly path: string; readonly values: Values }[] = [];
  beforeAll(async () => {
    const subject = await subjectOf(parts);
    const [simple, everything = simple] = tellingAnswers(subject, 2);
    if (simple === undefined || everything === undefined) throw new Error("there are no answers to fill in");
    const { longest } = overflowing(subject.template);
    for (const mode of modes) {
      const fixtures = {
        simple: subject.values(simple, mode),
        everything: subject.values(everything, mode),
        overflow: longest,
      };
      for (const [about, values] of Object.entries(fixtures)) {
        const path = join(folder, `${name} ${about} ${mode}.pdf`.replaceAll(" ", "-"));
        writeFileSync(path, filled(subject.template, values, mode));
        files.push({ about: `${about} ${mode}`, path, values });
      }
    }
  });

  it("is sound to qpdf, without a warning", async () => {
    const said = await inTurns(files, ({ path }) => run("qpdf", ["--check", path]));
    for (const [index, { stdout, stderr, code }] of said.entries()) {
      const sound = stdout.includes("No syntax or stream encoding errors found");
      expect([files[index]?.about, code, stderr, sound]).toEqual([files[index]?.about, 0, "", true]);
    }
  });

  it("says to poppler what was filled in", async () => {
    const said = await inTurns(files, ({ path }) => run("pdftotext", ["-raw", path, "-"]));
    for (const [index, { stdout, stderr, code }] of said.entries()) {
      const { about, values } = files[index]!;
      const text = stdout.replace(/\s+/g, "");
      const missing = Object.entries(values).filter(
        ([, value]) => typeof value === "string" && !text.includes(value.replace(/\s+/g, "")),
      );
      expect([about, code, stderr, missing]).toEqual([about, 0, "", []]);
    }
  });
});

interface Said {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

function run(tool: "qpdf" | "pdftotext", args: readonly string[]): Promise<Said> {
  return new Promise((resolve, reject) => {
    execFile(tool, [...args], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      // A missing tool must not look like a sound file.
      if (error !== null && typeof error.code !== "number") reject(error);
      else resolve({ stdout, stderr, code: error === null ? 0 : Number(error.code) });
    });
  });
}

/** A few at a time: more would only wait for the same processors. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += 3)
    results.push(...(await Promise.all(items.slice(at, at + 3).map(work))));
  return results;
}
