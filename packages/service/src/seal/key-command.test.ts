import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@withholding-forms/testing/eventually";
import { isRunning } from "@withholding-forms/testing/is-running";
import { afterAll, expect, test } from "vitest";
import { commandSigner } from "./key-command.js";

const folder = mkdtempSync(join(tmpdir(), "key-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

const { publicKey } = generateKeyPairSync("ed25519");

/** A program that starts another one, which writes its process ID, ignores SIGTERM, and keeps the output open. */
function programWith(name: string, ending: string): { readonly program: string; readonly pid: () => number } {
  const file = join(folder, `${name}.pid`);
  const program = join(folder, name);
  const child = `trap "" TERM HUP INT; echo $$ > ${file}.new; mv ${file}.new ${file}; while :; do sleep 600; done`;
  writeFileSync(
    program,
    `#!/bin/sh\nsh -c '${child}' &\nwhile [ ! -e ${file} ]; do sleep 0.01; done\n${ending}\n`,
    { mode: 0o755 },
  );
  return { program, pid: () => (existsSync(file) ? Number(readFileSync(file, "utf8")) : 0) };
}

test.each([
  ["waits", "wait"],
  ["has exited", "exit 0"],
])("a timeout ends a program that %s, with everything it started", async (name, ending) => {
  const { program, pid } = programWith(name.replace(" ", "-"), ending);
  const sign = commandSigner([program], publicKey, 300);
  // On a busy machine, the program may not have started the other one when its time is over.
  await eventually(
    async () => {
      await expect(sign(Buffer.from("x"))).rejects.toThrow("took longer than 300 ms");
      return pid() > 0;
    },
    { what: "the other program to start" },
  );
  await eventually(() => !isRunning(pid()), { what: "the other program to end" });
});

test("too much output ends a program with everything it started", async () => {
  const { program, pid } = programWith("writes", "yes");
  const sign = commandSigner([program], publicKey, 600_000);
  await expect(sign(Buffer.from("x"))).rejects.toThrow("wrote more than 8192 bytes");
  await eventually(() => !isRunning(pid()), { what: "the other program to end" });
});
