import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSharedFile } from "./modules.js";
import { contentRoot } from "./paths.js";
import { quickData } from "./quick-yaml.js";
import { parsedYaml } from "./source.js";

function thoroughData(text: string): unknown {
  const { document } = parsedYaml(text);
  expect(document.errors).toEqual([]);
  return document.toJS();
}

const files = readdirSync(contentRoot, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".yaml"))
  .sort();

describe("the quick parser", () => {
  it("reads every content file as the thorough one does: almost all of them, and all that every check reads", () => {
    const left = files.filter((file) => {
      const text = readFileSync(join(contentRoot, file), "utf8");
      const quick = quickData(text);
      if (quick !== undefined) expect({ file, data: quick }).toEqual({ file, data: thoroughData(text) });
      return quick === undefined;
    });
    expect(files.length).toBeGreaterThan(900);
    expect(left.length).toBeLessThan(files.length / 20);
    expect(left.filter(isSharedFile)).toEqual([]);
  });

  it.each([
    "a: 1\nb: -2\nc: 0.5\nd: 12345678\n",
    "a: true\nb: false\nc: null\nd:\n",
    "a: yes\nb: No\nc: on\nd: y\ne: 1_000\nf: 12:30\ng: 2026-01-01\nh: 1.2.3\ni: .\n",
    "a: '1'\nb: \"true\"\nc: 'null'\nd: ''\ne: \"\\u00e9\\n\"\n",
    "a: one\n  two\n\n  three\nb: >-\n  folded\n  words\n\n  more\nc: |\n  kept\n   as is\n",
    "a: &same {b: [1, x, true]}\nc: *same\n",
    "<<: {a: 1}\n",
    "0.5: half\n1: one\ntrue: so\n2026-01-01: day\n",
    "- a # a comment\n- 'it''s'\n- a#b\n- http://example.org/x\n",
    "{a: [], b: {}, 'c d': \"e\", f: , g: ~x}\n",
    "__proto__: {a: 1}\n",
  ])("reads %j as the thorough one does", (text) => {
    const quick = quickData(text);
    expect(quick).toBeDefined();
    expect(quick).toEqual(thoroughData(text));
  });

  it.each([
    "1.0",
    "007",
    "+1",
    "1e3",
    "0x1F",
    "0o17",
    ".5",
    "5.",
    "-0",
    ".inf",
    ".NaN",
    "True",
    "FALSE",
    "~",
    "Null",
  ])("leaves a file with the plain word %s to the thorough one", (word) => {
    expect(quickData(`a: ${word}\n`)).toBeUndefined();
    expect(quickData(`${word}: a\n`)).toBeUndefined();
    expect(quickData(`a: "${word}"\n`)).toEqual({ a: word });
  });

  it("leaves a file with an error to the one that explains it, and one with a key that is empty", () => {
    const errors = ["a: [1, 2\n", "a: 1\na: 2\n", "a: *none\n", "a: 1\n---\nb: 2\n", "a: !other 1\n", ""];
    for (const text of [...errors, "? a\n: b\n", ": b\n", "{: b}\n"])
      expect([text, quickData(text)]).toEqual([text, undefined]);
  });

  it("never reads a file differently, whatever a typing error does to it", () => {
    let read = 0;
    const typed = fc.constantFrom(
      ...": |  |\n|\t|- |#|'|\"|[|]|{|}|,|>|&a |! |%|@|`|? |~|\\|1.0|".split("|"),
      "|",
    );
    const errors = fc.tuple(fc.constantFrom(...files), fc.nat(1500), fc.nat(2), typed);
    fc.assert(
      fc.property(errors, ([file, at, removed, added]) => {
        const text = readFileSync(join(contentRoot, file), "utf8").slice(0, 1500);
        const wrong = text.slice(0, at) + added + text.slice(at + removed);
        const quick = quickData(wrong);
        const { document } = parsedYaml(wrong);
        if (quick === undefined || document.errors.length > 0) return;
        read += 1;
        expect(quick).toEqual(document.toJS());
      }),
      { numRuns: 2000, seed: 2026 },
    );
    expect(read).toBeGreaterThan(500);
  });
});
