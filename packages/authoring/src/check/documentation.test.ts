import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { rules } from "../read/problem.js";

const page = readFileSync(new URL("../../../../docs/checker.md", import.meta.url), "utf8");

it("documents every rule of the checker, and no other", () => {
  const documented = [...page.matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)];
  expect(documented.map(([, rule]) => rule)).toEqual([...rules]);
  for (const [, , proof = ""] of documented) expect(proof.length).toBeGreaterThan(20);
});
