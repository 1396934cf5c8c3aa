import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

/** The command as it is shipped: the build, in a process of its own. */
export const main = fileURLToPath(new URL("../../../service/dist/main.js", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export function start(
  args: readonly string[],
  input = "",
  env: Readonly<Record<string, string>> = {},
): Started {
  const child = spawn(process.execPath, [main, ...args], { env: { PATH: process.env["PATH"], ...env } });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (part) => {
    stdout += part;
  });
  child.stderr.on("data", (part) => {
    stderr += part;
  });
  // A command that does not read its input may be over before it is sent.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, stdout, stderr }));
  return { child, ended };
}

export function run(
  args: readonly string[],
  input?: string,
  env?: Readonly<Record<string, string>>,
): Promise<Ended> {
  return start(args, input, env).ended;
}

const folders: string[] = [];
// Ten thousand PDFs a run would soon fill a disk.
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "withholding-forms-command-"));
  folders.push(folder);
  return folder;
}

/** A file with this text in a folder of its own. */
export function newFile(name: string, text: string | Uint8Array): string {
  const path = join(newFolder(), name);
  writeFileSync(path, text);
  return path;
}
