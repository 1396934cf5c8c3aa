import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { rules } from "../problem.js";

const page = readFileSync(new URL("../../../../../docs/checker.md", import.meta.url), "utf8");

it("says of each rule what it proves, and of no other", () => {
  const documented = [...page.matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)];
  expect(documented.map(([, rule]) => rule)).toEqual([...rules]);
  for (const [, , proof = ""] of documented) expect(proof.length).toBeGreaterThan(20);
});
