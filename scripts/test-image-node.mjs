// Runs tests with the Node version of the image: the named ones, or by default those of the packages that run in it.
import { spawnSync } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { imageNode } from "./image-node.mjs";

const packages = ["address", "client", "interview", "pdf", "service"].map((name) => `packages/${name}/`);
const named = process.argv.slice(2);
const program = imageNode();
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const { status } = spawnSync(program, [vitest, "run", ...(named.length === 0 ? packages : named)], {
  stdio: "inherit",
  cwd: fileURLToPath(new URL("../", import.meta.url)),
  // Also for what the tests start as `node`.
  env: { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` },
});
process.exit(status ?? 1);
