// Runs tests with the Node version of the image: the named ones, or by default those of the packages that run in it,
// without those that are only about content.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { imageNode } from "./image-node.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const packages = ["address", "client", "interview", "pdf", "service"];
/**
 * What the content says and what the agencies' files are made of, form by form. None of it depends on the version of
 * Node: `npm test` has just proven it, and it would take a fifth of this run. The tests of each mechanism run here too.
 */
const aboutContent = [
  "packages/client/src/content.test.ts",
  "packages/pdf/src/agency/clean.test.ts",
  "packages/pdf/src/official.test.ts",
  "packages/service/src/http/routes/forms/every-state.test.ts",
  "packages/service/src/security/pdf-injection.test.ts",
];
const named = process.argv.slice(2);
const chosen = named.length > 0 ? named : testsOfMechanisms();
const program = imageNode();
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const { status } = spawnSync(program, [vitest, "run", ...chosen], {
  stdio: "inherit",
  cwd: root,
  // Also for what the tests start as `node`.
  env: { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` },
});
process.exitCode = status ?? 1;

function testsOfMechanisms() {
  const files = packages.flatMap((name) =>
    readdirSync(join(root, "packages", name, "src"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".test.ts"))
      .map((path) => `packages/${name}/src/${path}`),
  );
  const gone = aboutContent.filter((file) => !files.includes(file));
  if (gone.length > 0) throw new Error(`scripts/test-image-node.mjs lists files that do not exist: ${gone}`);
  return files.filter((file) => !aboutContent.includes(file));
}
