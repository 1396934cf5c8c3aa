import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * What makes a test file slow: it starts processes (commands, servers, browsers, PDF tools), or it goes through all
 * forms. `pdf.faults.test.ts` shows with one form what the tests of all forms prove.
 */
const slow =
  /child_process|test\/(?:command|postgres|redis|nginx|browser|process|processes|service|daemon|filled|callers|load|store\.suite)\.js|compileContent\(contentRoot|checkContent\(contentRoot/;
const slowFiles = [
  "packages/catalog/src/authoring/check/check.test.ts",
  "packages/service/src/security/fuzz.test.ts",
  "packages/service/src/test/daemons.test.ts",
];

/** The test files that a contributor runs while working: `npm run test:fast`. */
export function fastTests(): string[] {
  return ["packages", "bench", "scripts"]
    .flatMap((folder) =>
      readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".test.ts") && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
        .map((path) => `${folder}/${path}`),
    )
    .filter((file) => !slowFiles.includes(file) && !slow.test(readFileSync(`${root}${file}`, "utf8")));
}
