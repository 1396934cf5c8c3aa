import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { type Ended, type Started, startNode } from "../programs.js";

/** The command as it is shipped: the build, in a separate process. */
export const main = fileURLToPath(new URL("../../../service/dist/main.js", import.meta.url));

export function start(
  args: readonly string[],
  input = "",
  env: Readonly<Record<string, string>> = {},
): Started {
  return startNode([main, ...args], { input, env });
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

/** A file with this text in a separate folder. */
export function newFile(name: string, text: string | Uint8Array): string {
  const path = join(newFolder(), name);
  writeFileSync(path, text);
  return path;
}
