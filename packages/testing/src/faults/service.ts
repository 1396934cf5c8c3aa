import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { preferred } from "./preferred.js";

/** The service as it is shipped: the build, in processes of its own. */
export interface RunningService {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly port: number;
  readonly url: string;
  readonly dataDir: string;
  readonly apiKey: string;
  /** A token of the key. */
  token(): Promise<string>;
  /** Ids of the worker processes, in the order of their start. */
  workers(): number[];
  /** What it has written so far. */
  output(): { readonly stdout: string; readonly stderr: string };
  /** Resident memory of all its processes, in bytes. */
  memory(): number;
  /** Sends the signal and waits for the end; gives the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ServiceOptions {
  readonly workers?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly dataDir?: string;
  /** Words before the command: a program that runs it in its own way. */
  readonly within?: readonly string[];
}

const main = fileURLToPath(new URL("../../../service/dist/main.js", import.meta.url));
const running = new Set<ChildProcess>();
const folders: string[] = [];
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "withholding-forms-fault-"));
  folders.push(folder);
  return folder;
}

/** Starts it on a free port and waits until it says that it is ready. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const { workers = 1, env = {}, dataDir = newDataDir(), within = [] } = options;
  const apiKey = env["API_KEY"] ?? "a-key-of-the-tests-of-faults";
  const words = [...within, process.execPath, main, "serve", "--workers", String(workers)];
  const child = spawn(words[0] ?? "", words.slice(1), {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "warn",
      RATE_LIMIT: "0",
      LOGIN_RATE_LIMIT: "0",
      API_KEY: apiKey,
      ...env,
    },
  });
  preferred(child);
  running.add(child);
  child.once("exit", () => running.delete(child));
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (part) => {
    stdout += part;
  });
  child.stderr.on("data", (part) => {
    stderr += part;
  });
  while (!stdout.includes("  service ")) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It did not start: ${stderr}`);
    await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  }
  const port = Number(/login +http:\/\/localhost:([0-9]+)/.exec(stdout)?.[1]);
  const url = `http://127.0.0.1:${port}`;
  const pid = child.pid ?? 0;
  return {
    child,
    pid,
    port,
    url,
    dataDir,
    apiKey,
    async token() {
      const headers = { "api-key": apiKey, connection: "close" };
      const answer = await fetch(`${url}/authentication/login`, { headers });
      return ((await answer.json()) as { accessToken: string }).accessToken;
    },
    workers: () => childrenOf(pid),
    output: () => ({ stdout, stderr }),
    memory: () => [pid, ...childrenOf(pid)].reduce((sum, each) => sum + residentBytes(each), 0),
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      return child.exitCode;
    },
  };
}

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return text
      .split(" ")
      .filter((word) => word !== "")
      .map(Number);
  } catch {
    return [];
  }
}

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;
  } catch {
    return 0;
  }
}
