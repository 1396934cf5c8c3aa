import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { problemLine, rules } from "../read/problem.js";
import { checkContent } from "./check.js";

const base = fileURLToPath(new URL("./test/base", import.meta.url));
const broken = fileURLToPath(new URL("./test/broken", import.meta.url));

/** A change of the valid content, and what the checker must report. */
interface Breakage {
  readonly about: string;
  readonly change: readonly {
    readonly in: string;
    /** Appears exactly once in the file; absent: the whole file is written. */
    readonly replace?: string;
    /** Absent: the file is removed. */
    readonly by?: string;
  }[];
  readonly problems: readonly string[];
}

let folder = "";
let number = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "broken-content-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function problemsOf(breakage: Pick<Breakage, "change">, draw: boolean): Promise<string[]> {
  const root = join(folder, String(number++));
  cpSync(base, root, { recursive: true });
  for (const { in: name, replace, by } of breakage.change) {
    const file = join(root, name);
    if (by === undefined) rmSync(file);
    else if (replace === undefined) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, by);
    } else {
      const before = readFileSync(file, "utf8");
      expect(before.split(replace)).toHaveLength(2);
      writeFileSync(
        file,
        before.replace(replace, () => by),
      );
    }
  }
  return (await checkContent(root, { draw })).problems.map(problemLine);
}

it("finds nothing wrong with valid content", async () => {
  expect(await problemsOf({ change: [] }, true)).toEqual([]);
});

it("has broken content for every rule, and no other", () => {
  const files = readdirSync(broken).map((name) => name.replace(/\.yaml$/, ""));
  expect(files.sort()).toEqual([...rules].sort());
});

describe.each(rules)("%s", (rule) => {
  const breakages = parse(readFileSync(join(broken, `${rule}.yaml`), "utf8")) as readonly Breakage[];

  it.each(breakages.map((one) => [one.about, one] as const))("finds %s", async (_, breakage) => {
    const found = await problemsOf(breakage, rule === "draw");
    expect(found).toEqual(breakage.problems);
    // File, line and rule; what is wrong; what to do.
    for (const line of found) expect(line).toMatch(new RegExp(`^[^:]+:[0-9]+: ${rule}: .+: .+`));
  });
});
