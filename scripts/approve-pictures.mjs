// Draws the approved picture of every form that looks different now. Look at each of them before you commit it.
import { spawnSync } from "node:child_process";

const { status } = spawnSync("npx", ["vitest", "run", "packages/catalog/src/pictures.test.ts"], {
  stdio: "inherit",
  env: { ...process.env, APPROVE_PICTURES: "yes" },
});
process.exit(status ?? 1);
