import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { main } from "../service/command.js";

/** The service as it is shipped, in a process of its own with folders of its own. */
export interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  /** Holds the three folders below and nothing else. */
  readonly folder: string;
  readonly dataDir: string;
  /** Everything written to standard output and standard error so far. */
  output(): string;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

export interface Folders {
  readonly folder: string;
  readonly dataDir: string;
  readonly cwd: string;
  readonly temp: string;
}

export interface ProcessChoices {
  readonly workers?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The command that runs the given one in its own way. */
  readonly within?: (command: readonly string[], folders: Folders) => readonly string[];
}

export async function startService({
  workers = 1,
  env = {},
  within = (command) => command,
}: ProcessChoices = {}): Promise<Running> {
  const folders = newFolders();
  const serve = [process.execPath, main, "serve", "--workers", String(workers)];
  const [program = "", ...args] = within(serve, folders);
  const child = spawn(program, args, {
    cwd: folders.cwd,
    env: {
      PATH: process.env["PATH"],
      HOME: folders.cwd,
      TMPDIR: folders.temp,
      DATA_DIR: folders.dataDir,
      PORT: "0",
      HOST: "127.0.0.1",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part) => {
      output += part;
    });
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal }));
  started.push({ child, ended });
  const port = await new Promise<number>((resolve, reject) => {
    const look = () => {
      const found = /login +http:\/\/localhost:([0-9]+)\//.exec(output)?.[1];
      if (found !== undefined) resolve(Number(found));
    };
    child.stdout?.on("data", look);
    void ended.then(() => reject(new Error(`The service did not start: ${output}`)));
  });
  return { child, port, folder: folders.folder, dataDir: folders.dataDir, output: () => output, ended };
}

/** The processes that this one has started. */
export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
}

/** Asks over HTTP, closing the connection afterwards. */
export function call(
  port: number,
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> } = {},
): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { connection: "close", ...init.headers },
  });
}

export async function login(port: number, key: string): Promise<string> {
  const response = await call(port, "/authentication/login", { headers: { "api-key": key } });
  const { accessToken } = (await response.json()) as { accessToken: string };
  return accessToken;
}

function newFolders(): Folders {
  const folder = mkdtempSync(join(tmpdir(), "withholding-forms-process-"));
  chmodSync(folder, 0o755);
  made.push(folder);
  const [dataDir, cwd, temp] = ["data", "cwd", "temp"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const one of [dataDir, cwd, temp]) mkdirSync(one);
  return { folder, dataDir, cwd, temp };
}

const started: { readonly child: ChildProcess; readonly ended: Promise<unknown> }[] = [];
const made: string[] = [];
afterAll(async () => {
  for (const { child, ended } of started) {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await ended;
  }
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});
