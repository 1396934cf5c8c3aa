import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { timeLimits } from "./time-limits.js";

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess & Pick<ChildProcessWithoutNullStreams, "stdin" | "stdout" | "stderr">;
  /** What it has written so far. */
  output(): { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<Ended>;
}

export interface NodeOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string | undefined;
  /** Undefined: standard input stays open. */
  readonly input?: string | undefined;
  /** With a channel for `child.send`. */
  readonly ipc?: boolean;
  /** Wraps the command in another one that runs it. */
  readonly within?: ((command: readonly string[]) => readonly string[]) | undefined;
}

/** The kernel kills the program when the process of the tests dies before its hooks can, as when a run is stopped. */
const setpriv = "/usr/bin/setpriv";
const tied = existsSync(setpriv) ? [setpriv, "--pdeathsig", "KILL", "--"] : [];

/**
 * Starts Node with a program. Tests use only this function, because its time limits are long enough for a busy machine.
 */
export function startNode(args: readonly string[], options: NodeOptions = {}): Started {
  const { env = {}, cwd, input, ipc = false, within = (command) => command } = options;
  const [program = "", ...rest] = [...tied, ...within([process.execPath, ...args])];
  const child = spawn(program, rest, {
    cwd,
    env: { PATH: process.env["PATH"], ...timeLimits, ...env },
    stdio: ["pipe", "pipe", "pipe", ...(ipc ? (["ipc"] as const) : [])],
  }) as Started["child"];
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (part) => {
    stdout += part;
  });
  child.stderr.on("data", (part) => {
    stderr += part;
  });
  // A program that does not read its input may exit before it is sent.
  child.stdin.on("error", () => {});
  if (input !== undefined) child.stdin.end(input);
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, stdout, stderr }));
  return { child, output: () => ({ stdout, stderr }), ended };
}

/** Runs Node with a program to its end. */
export function runNode(args: readonly string[], options: NodeOptions = {}): Promise<Ended> {
  return startNode(args, { input: "", ...options }).ended;
}
