import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll } from "vitest";
import { eventually } from "../eventually.js";
import { isRunning } from "../is-running.js";

/** A third-party server that a test runs on its own port. */
export interface Daemon {
  readonly port: number;
  /** The last that it has written, to say why a test failed. */
  output(): string;
  /** Shuts it down with its own signal and waits until it is gone. */
  stop(): Promise<void>;
  /** Kills it and all of its processes at the same time (SIGKILL). */
  kill(): Promise<void>;
  /** It keeps its connections and accepts new ones, but does nothing (SIGSTOP). */
  pause(): void;
  resume(): void;
  /** Starts it again on the same port with the same files; ends it before, where it runs. */
  restart(): Promise<void>;
}

export interface Program {
  /** Looked for in PATH and in the folders named. */
  readonly name: string;
  readonly folders?: readonly string[];
  readonly args: (port: number) => readonly string[];
  /** Rejects as long as the server does not answer. */
  readonly answers: (port: number) => Promise<void>;
  /** The signal for an orderly shutdown. */
  readonly end: NodeJS.Signals;
  /** Runs as the user `nobody` if the tests run as root. */
  readonly unprivileged?: boolean;
}

/** Each with its own signal. */
const running = new Map<ChildProcess, NodeJS.Signals>();
const folders: string[] = [];
const written = new WeakMap<ChildProcess, string>();

// Here and not where a server is started: hooks can only be added while a test file is read, servers start at any time.
afterAll(async () => {
  await Promise.all([...running.keys()].map(end));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export async function startDaemon(program: Program): Promise<Daemon> {
  const { port, child } = await startOnFreePort(program);
  let current = child;
  return {
    port,
    output: () => written.get(current) ?? "",
    stop: () => end(current),
    async kill() {
      const all = familyOf(current);
      killAll(current);
      await gone(current);
      // PostgreSQL does not start again while one of its processes is left.
      await eventually(() => !all.some(isRunning), { what: `the processes of ${program.name} to end` });
    },
    pause: () => signalAll(current, "SIGSTOP"),
    resume: () => signalAll(current, "SIGCONT"),
    async restart() {
      await end(current);
      current = await startProgram(program, port);
    },
  };
}

/** A folder that an unprivileged server may use, deleted after the file's tests. */
export function daemonFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `withholding-forms-${name}-`));
  folders.push(folder);
  if (isRoot()) chownSync(folder, nobody.uid, nobody.gid);
  return folder;
}

/** The user of an unprivileged server: `nobody` if we are root, otherwise our own. */
export function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  return isRoot() ? nobody : {};
}

/** The path of a program that the tests need. */
export function programPath(name: string, folders: readonly string[] = []): string {
  const places = [...(process.env["PATH"] ?? "").split(delimiter), ...folders];
  const found = places.map((folder) => join(folder, name)).find(isExecutable);
  if (found === undefined)
    throw new Error(`The test needs ${name}; node scripts/test-tools.mjs says how to get it.`);
  return found;
}

const nobody = { uid: 65_534, gid: 65_534 };

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Another program may take the port before the server starts; then another one is tried. */
async function startOnFreePort(program: Program): Promise<{ port: number; child: ChildProcess }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      return { port, child: await startProgram(program, port) };
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

/** Below the range that outgoing connections take theirs from, so that a server finds its port free when it returns. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!free) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

async function startProgram(program: Program, port: number): Promise<ChildProcess> {
  const words = [programPath(program.name, program.folders), ...program.args(port)];
  // The kernel ends the server when the process of the tests dies before it can.
  const tied = ["--pdeathsig", program.end.slice("SIG".length), "--", ...words];
  const child = spawn(programPath("setpriv"), tied, {
    stdio: ["ignore", "pipe", "pipe"],
    ...(program.unprivileged === true ? unprivileged() : {}),
  });
  running.set(child, program.end);
  child.once("exit", () => running.delete(child));
  const lastOutput = (): string => written.get(child) ?? "";
  const listen = (part: Buffer | string): void => {
    written.set(child, `${lastOutput()}${part}`.slice(-4000));
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  child.once("error", (error) => {
    listen(error.message);
    running.delete(child);
  });
  const hasEnded = (): boolean =>
    child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  const answers = async (): Promise<boolean> => {
    if (hasEnded()) return true;
    await program.answers(port);
    return true;
  };
  try {
    await eventually(answers, { what: `${program.name} to answer` });
  } catch (error) {
    killAll(child);
    throw new Error(`${(error as Error).message}: ${lastOutput()}`);
  }
  if (hasEnded()) throw new Error(`${program.name} did not start: ${lastOutput()}`);
  return child;
}

/** With its own signal first, so that a server reaps its own processes, then with SIGKILL. */
async function end(child: ChildProcess): Promise<void> {
  signalAll(child, "SIGCONT");
  child.kill(running.get(child));
  const force = setTimeout(() => killAll(child), 300_000);
  await gone(child);
  clearTimeout(force);
}

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

function killAll(child: ChildProcess): void {
  // Stopped first, so that none can start another process in the meantime.
  signalAll(child, "SIGSTOP");
  signalAll(child, "SIGKILL");
}

/** PostgreSQL's processes each have their own group, so they are found by their parent. */
function familyOf({ pid, exitCode, signalCode }: ChildProcess): readonly number[] {
  return pid === undefined || exitCode !== null || signalCode !== null ? [] : [pid, ...childrenOf(pid)];
}

function signalAll(child: ChildProcess, signal: NodeJS.Signals): void {
  for (const pid of familyOf(child)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended on its own in the meantime.
    }
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^[0-9]+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The name of the program is in parentheses and may contain anything; a letter and the parent follow.
      const after = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return Number(after[1]) === parent ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}
