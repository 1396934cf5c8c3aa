// Draws the approved image of every form that looks different now, or of the form named. Look at each of them before you
// commit it.
import { spawnSync } from "node:child_process";

const [form] = process.argv.slice(2);
const only = form === undefined ? [] : ["-t", form];
const { status } = spawnSync("npx", ["vitest", "run", "packages/catalog/src/pictures.test.ts", ...only], {
  stdio: "inherit",
  env: { ...process.env, APPROVE_PICTURES: "yes" },
});
process.exit(status ?? 1);
