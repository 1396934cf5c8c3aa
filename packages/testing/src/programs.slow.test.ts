import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { expect, test } from "vitest";
import { eventually } from "./eventually.js";
import { isRunning } from "./is-running.js";
import { startNode } from "./programs.js";
import { newFolder } from "./service/command.js";

test("a program ends when the process of the tests is killed, although none of its hooks runs", async () => {
  const programs = join(newFolder(), "programs.mjs");
  const source = fileURLToPath(new URL("./programs.ts", import.meta.url));
  buildSync({ entryPoints: [source], outfile: programs, bundle: true, platform: "node", format: "esm" });
  const tests = startNode([
    "--input-type=module",
    "-e",
    `import { startNode } from ${JSON.stringify(programs)};
     const { child } = startNode(["-e", "require('node:net').createServer().listen(0, '127.0.0.1')"]);
     console.log(child.pid);`,
  ]);
  const pid = await eventually(() => Number(tests.output().stdout) || undefined, {
    what: "the program to start",
  });
  expect(isRunning(pid)).toBe(true);
  tests.child.kill("SIGKILL");
  await eventually(() => !isRunning(pid), { what: "the program to end" });
});
