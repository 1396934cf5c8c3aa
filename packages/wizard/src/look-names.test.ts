import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const here = new URL("./", import.meta.url);
const docs = readFileSync(new URL("../../../docs/embed-wizard.md", here), "utf8");
const code = readdirSync(here, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(?:css|ts)$/.test(file) && !/\.test\.ts$|^site\//.test(file))
  .map((file) => readFileSync(new URL(file, here), "utf8"))
  .join("\n");

/** The names in the first column of the table with this heading. */
function documented(heading: string): readonly string[] {
  const [, rows = ""] = new RegExp(`^\\| ${heading} \\|.*\\n\\|.*\\n((?:\\|.*\\n)+)`, "m").exec(docs) ?? [];
  const cells = rows.split("\n").map((row) => row.split("|")[1] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name)).sort();
}

test.each([
  ["token", /var\((--ww-[a-z-]+)/g, "--ww-accent"],
  ["part", /\bpart="([a-z]+)"/g, "heading"],
  ["slot", /<slot name="([a-z]+)"/g, "done"],
] as const)(
  "docs/embed-wizard.md lists every %s that the wizard has, and no other",
  (heading, pattern, known) => {
    const names = [...new Set([...code.matchAll(pattern)].map(([, name = ""]) => name))].sort();
    expect(names).toContain(known);
    expect(documented(heading)).toEqual(names);
  },
);
