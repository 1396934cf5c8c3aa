import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformWithEsbuild } from "vite";
import { afterAll } from "vitest";
import type { LoadOrder, RawReport } from "./load-process.js";
import { preferred } from "./preferred.js";

/** A request as it goes over the wire. */
export interface LoadRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
}

export interface LoadOptions extends Pick<LoadOrder, "port" | "connections" | "ratePerSecond"> {
  readonly host?: string;
  /** Sent in turn, so that what is there twice is sent twice as often. */
  readonly requests: readonly LoadRequest[];
}

export interface LoadReport extends Omit<RawReport, "elapsed" | "statuses" | "times" | "latencies"> {
  /** In which requests were sent. */
  readonly seconds: number;
  readonly byStatus: Readonly<Record<number, number>>;
  /** In order of arrival: status, milliseconds since the start, and milliseconds since the request was due. */
  readonly answers: readonly Answer[];
  /** Milliseconds that a part (0.99) of the answers with this status did not exceed. */
  quantile(part: number, status?: number): number;
}

export interface Answer {
  readonly status: number;
  readonly at: number;
  readonly latency: number;
}

export interface Load {
  /** Stops sending, waits for pending responses, and returns the result. */
  stop(): Promise<LoadReport>;
}

/** No request takes so long on any machine, unless it is lost. */
const patience = 300_000;

const running = new Set<ChildProcess>();
const folders: string[] = [];
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Sends requests from a separate process, over kept connections, and counts every one of them. */
export async function startLoad(options: LoadOptions): Promise<Load> {
  const { port, host = "127.0.0.1", connections, ratePerSecond } = options;
  const child = fork(await program(), { serialization: "advanced" });
  preferred(child);
  running.add(child);
  child.once("exit", () => running.delete(child));
  const requests = options.requests.map(requestBytes);
  child.send({ host, port, requests, connections, ratePerSecond, patience } satisfies LoadOrder);
  return {
    async stop() {
      const answer = once(child, "message");
      child.send("stop");
      const [raw] = (await answer) as [RawReport];
      return report(raw);
    },
  };
}

/** Load for some seconds. */
export async function load(options: LoadOptions, seconds: number): Promise<LoadReport> {
  const started = await startLoad(options);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return started.stop();
}

export function requestBytes({ method = "GET", path, headers = {}, body }: LoadRequest): Buffer {
  const text = body === undefined ? "" : JSON.stringify(body);
  const lines = Object.entries({
    host: "127.0.0.1",
    accept: "application/json",
    ...(body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`);
}

function report(raw: RawReport): LoadReport {
  const answers = Array.from(raw.statuses, (status, index) => ({
    status,
    at: raw.times[index] ?? 0,
    latency: raw.latencies[index] ?? 0,
  }));
  const byStatus: Record<number, number> = {};
  for (const { status } of answers) byStatus[status] = (byStatus[status] ?? 0) + 1;
  return {
    ...raw,
    seconds: raw.elapsed / 1000,
    byStatus,
    answers,
    quantile(part, wanted) {
      const chosen = answers.filter(({ status }) => wanted === undefined || status === wanted);
      const sorted = chosen.map(({ latency }) => latency).sort((a, b) => a - b);
      return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
    },
  };
}

let path: string | undefined;

/** Node runs no TypeScript on its own, and the build leaves tests out. */
async function program(): Promise<string> {
  if (path !== undefined) return path;
  const source = fileURLToPath(new URL("./load-process.ts", import.meta.url));
  const { code } = await transformWithEsbuild(readFileSync(source, "utf8"), source, { sourcemap: false });
  const folder = mkdtempSync(join(tmpdir(), "withholding-forms-load-"));
  folders.push(folder);
  path = join(folder, "load.mjs");
  writeFileSync(path, code);
  return path;
}
