import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { freePort } from "../daemons/daemon.js";
import { type NodeOptions, startNode } from "../programs.js";
import { main } from "./command.js";

export interface ServeOptions {
  /** The build of the repository by default. */
  readonly program?: string;
  readonly workers?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Wraps the command in another one that runs it. */
  readonly within?: NodeOptions["within"];
}

/** The service as it is shipped: the build, in a separate process. */
export interface Serving {
  readonly child: ChildProcess;
  readonly port: number;
  /** What it has written so far. */
  output(): { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

/** Starts the service on a free port and waits until it is ready. It is killed after the file's tests. */
export async function serve({
  program = main,
  workers = 1,
  env = {},
  cwd,
  within,
}: ServeOptions): Promise<Serving> {
  // When the last of several workers exits, its port is bound again, which must not become another one.
  const port = workers > 1 ? await freePort() : 0;
  const { child, output, ended } = startNode([program, "serve", "--workers", String(workers)], {
    cwd,
    input: "",
    env: { HOST: "127.0.0.1", PORT: String(port), ...env },
    within,
  });
  started.push({ child, ended });
  // The last line that it prints when it starts.
  while (!output().stdout.includes("  service ")) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The service did not start: ${output().stderr}`);
    await Promise.race([once(child.stdout, "data"), ended]);
  }
  const opened = Number(/login +http:\/\/localhost:([0-9]+)/.exec(output().stdout)?.[1]);
  return { child, port: opened, output, ended };
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
