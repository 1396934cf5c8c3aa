// Draws the approved image of every form that looks different now, or of the forms named. Look at each of them before you
// commit it.
import { spawnSync } from "node:child_process";

const forms = process.argv.slice(2);
// A pattern of test names.
const only = forms.length === 0 ? [] : ["-t", forms.join("|")];
const { status } = spawnSync(
  "npx",
  ["vitest", "run", "packages/authoring/tests/pictures.content.test.ts", ...only],
  {
    stdio: "inherit",
    env: { ...process.env, APPROVE_PICTURES: "yes" },
  },
);
process.exit(status ?? 1);
