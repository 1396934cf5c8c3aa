import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { main } from "./command.js";

export interface ServeOptions {
  readonly workers?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The command that runs the given one in its own way. */
  readonly within?: (command: readonly string[]) => readonly string[];
}

/** The service as it is shipped: the build, in a process of its own. */
export interface Serving {
  readonly child: ChildProcess;
  readonly port: number;
  /** What it has written so far. */
  output(): { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

/** Starts the service on a free port and waits until it is ready. It is killed after the file's tests. */
export async function serve({
  workers = 1,
  env = {},
  cwd,
  within = (command) => command,
}: ServeOptions): Promise<Serving> {
  const command = within([process.execPath, main, "serve", "--workers", String(workers)]);
  const child = spawn(command[0] ?? "", command.slice(1), {
    cwd,
    env: { PATH: process.env["PATH"], HOST: "127.0.0.1", PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (part) => {
    stdout += part;
  });
  child.stderr.on("data", (part) => {
    stderr += part;
  });
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal }));
  started.push({ child, ended });
  // The last line that it prints when it starts.
  while (!stdout.includes("  service ")) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It did not start: ${stderr}`);
    await Promise.race([once(child.stdout, "data"), ended]);
  }
  const port = Number(/login +http:\/\/localhost:([0-9]+)/.exec(stdout)?.[1]);
  return { child, port, output: () => ({ stdout, stderr }), ended };
}

/** A folder that is removed after the file's tests, when the services have ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "withholding-forms-service-"));
  folders.push(folder);
  return folder;
}

const started: Pick<Serving, "child" | "ended">[] = [];
const folders: string[] = [];
afterAll(async () => {
  for (const { child, ended } of started) {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await ended;
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
