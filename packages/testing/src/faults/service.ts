import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { eventually } from "../eventually.js";
import { serve, temporaryFolder } from "../service/serve.js";
import { metric } from "./metric.js";
import { preferred } from "./preferred.js";

/** The service as it is shipped: the build, in separate processes. */
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
  /**
   * Sends the signal and waits for the end; gives the exit code. By default SIGINT, at which a service does not wait for
   * load balancers as it does at SIGTERM.
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ServiceOptions {
  /** The build of the repository by default. */
  readonly program?: string;
  readonly workers?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly dataDir?: string;
  /** Arguments before the command: a program that runs it, such as a wrapper. */
  readonly within?: readonly string[];
}

/** A folder that is removed after the file's tests. */
export function newDataDir(): string {
  return temporaryFolder();
}

/** Starts it on a free port and waits until it says that it is ready. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const { program, workers = 1, env = {}, dataDir = newDataDir(), within = [] } = options;
  const apiKey = env["API_KEY"] ?? "a-key-of-the-tests-of-faults";
  const { child, port, output } = await serve({
    ...(program === undefined ? {} : { program }),
    workers,
    env: {
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      RATE_LIMIT: "0",
      LOGIN_RATE_LIMIT: "0",
      API_KEY: apiKey,
      ...env,
    },
    within: (command) => [...within, ...command],
  });
  preferred(child);
  const url = `http://127.0.0.1:${port}`;
  // The first worker says that the service is ready; the others start after it.
  await eventually(async () => (await metric({ url }, "workers")) === workers, { what: "all workers" });
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
    output,
    memory: () => [pid, ...childrenOf(pid)].reduce((sum, each) => sum + residentBytes(each), 0),
    async stop(signal = "SIGINT") {
      child.kill(signal);
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      // Otherwise nobody would know why.
      if (child.exitCode === 1) console.error(output());
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
