// Runs tests with the Node version of the image: the named ones, or by default those of the packages in the image, without
// those about all forms and those in a browser, which do not depend on the version of Node.
import { spawnSync } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { imageNode } from "./image-node.mjs";

const named = process.argv.slice(2);
const packages = ["address", "client", "interview", "pdf", "service"].map((name) => `packages/${name}/`);
const chosen = named.length > 0 ? named : ["--project", "fast", "--project", "slow", ...packages];
const program = imageNode();
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const { status } = spawnSync(program, [vitest, "run", ...chosen], {
  stdio: "inherit",
  cwd: fileURLToPath(new URL("../", import.meta.url)),
  // Also for what the tests start as `node`.
  env: { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` },
});
process.exitCode = status ?? 1;
