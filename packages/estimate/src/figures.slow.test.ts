import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import committed from "./figures.json" with { type: "json" };

test("the figures are what `npm run estimate:figures` writes from the content", () => {
  const script = fileURLToPath(new URL("../scripts/build-figures.mjs", import.meta.url));
  const made = execFileSync(process.execPath, [script, "--print"]);
  expect(JSON.parse(made.toString("utf8"))).toEqual(committed);
});
