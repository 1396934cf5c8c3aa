import type { ChildProcess } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { serve, temporaryFolder } from "../service/serve.js";

/** The service as it is shipped, in a separate process with separate folders. */
export interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  /** Contains the three folders below and nothing else. */
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
  /** Wraps the command in another one that runs it. */
  readonly within?: (command: readonly string[], folders: Folders) => readonly string[];
}

export async function startService({
  workers = 1,
  env = {},
  within = (command) => command,
}: ProcessChoices = {}): Promise<Running> {
  const folders = newFolders();
  const { child, port, output, ended } = await serve({
    workers,
    cwd: folders.cwd,
    env: { HOME: folders.cwd, TMPDIR: folders.temp, DATA_DIR: folders.dataDir, ...env },
    within: (command) => within(command, folders),
  });
  const { folder, dataDir } = folders;
  return { child, port, folder, dataDir, output: () => Object.values(output()).join(""), ended };
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
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const [dataDir, cwd, temp] = ["data", "cwd", "temp"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const one of [dataDir, cwd, temp]) mkdirSync(one);
  return { folder, dataDir, cwd, temp };
}
