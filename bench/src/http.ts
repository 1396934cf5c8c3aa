import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { child, next } from "./children.js";
import type { LoadOrder, LoadReport } from "./http/load.js";
import { allKinds, type Kind, methodOf } from "./http/requests.js";
import type { ServerMessage } from "./http/server.js";
import { median } from "./median.js";
import type { BenchTable } from "./table.js";

/** From start to start, V8 compiles and places the same code differently, and its speed differs by a few percent. */
const processes = 6;
const rounds = 10;
const requestsPerRound = 250;
/** A service runs for weeks; what it does in its first seconds, before its code is compiled, is not what is measured. */
const warmUp = 60;
/** MiB that `deploy/kubernetes` requests for a worker. */
const maxMemory = 384;

/**
 * The whole service against ordinary routes of its server: an empty answer, and one of the size of a completed W-4,
 * each to the very request that it is compared with, body and all. Ratios are of CPU time, since that is what
 * bounds the requests a second of a process, and the machine is shared.
 */
export async function benchHttp(): Promise<BenchTable> {
  const start = await fastestStart();
  const { samples, rss, size } = await measure();
  const cpu = (kind: Kind): number => median(samples.get(kind)!.map((one) => one.cpu));
  // Within a round, because the machine is now fast and now slow, for seconds at a time.
  const part = (baseline: Kind, kind: Kind): number =>
    median(samples.get(kind)!.map((one, round) => samples.get(baseline)![round]!.cpu / one.cpu));
  return {
    name: `HTTP, ${processes} processes, ${rounds} rounds of ${requestsPerRound} requests each, answers of a W-4 of ${size} bytes`,
    rows: allKinds.map((kind) => {
      const own = samples.get(kind)!;
      const times = own.flatMap((one) => one.times).sort((a, b) => a - b);
      return {
        request: kind,
        "CPU µs": rounded(cpu(kind)),
        "of the empty route": percent(part(emptyFor(kind), kind)),
        "of the constant body": percent(part(constantFor(kind), kind)),
        "requests a second": Math.round(median(own.map((one) => one.perSecond))),
        "p50 ms": times[Math.floor(times.length / 2)]!.toFixed(2),
        "p99 ms": times[Math.floor(times.length * 0.99)]!.toFixed(2),
      };
    }),
    targets: [
      ...(["forms", "guided-flows", "flowQuestionSet", "formQuestionSet"] as const).map((kind) =>
        ratio(kind, 0.6, emptyFor(kind), part),
      ),
      ...(["fillPdf PREVIEW", "fillPdf SIGN_EXTERNALLY"] as const).map((kind) =>
        ratio(kind, 0.5, constantFor(kind), part),
      ),
      ratio("fillPdf SIGN", 0.4, constantFor("fillPdf SIGN"), part),
      {
        what: "start to ready, fastest of five",
        target: "under 1500 ms",
        measured: `${Math.round(start)} ms`,
        met: start < 1500,
      },
      {
        what: "memory of the process, all forms in use in all languages, after all requests",
        target: `under ${maxMemory} MiB`,
        measured: `${Math.round(rss / 2 ** 20)} MiB`,
        met: rss < maxMemory * 2 ** 20,
      },
    ],
  };
}

interface Sample {
  /** Microseconds of the server's CPU time per request. */
  readonly cpu: number;
  readonly perSecond: number;
  readonly times: readonly number[];
}

interface Measured {
  readonly samples: ReadonlyMap<Kind, Sample[]>;
  readonly rss: number;
  readonly size: number;
}

/** One process after the other: between two that take turns, each would find the other's data in the processor's caches. */
async function measure(): Promise<Measured> {
  const all: Measured[] = [];
  for (let number = 0; number < processes; number += 1) all.push(await measureProcess());
  return {
    samples: new Map(allKinds.map((kind) => [kind, all.flatMap(({ samples }) => samples.get(kind)!)])),
    rss: Math.max(...all.map(({ rss }) => rss)),
    size: all[0]!.size,
  };
}

/** Kinds take turns in short rounds, so that a busy moment of the machine affects all of them. */
async function measureProcess(): Promise<Measured> {
  const server = child("./http/server.js");
  const load = child("./http/load.js");
  const at = (await next(server)) as Extract<ServerMessage, { port: number }>;
  const used = async (): Promise<Extract<ServerMessage, { cpu: number }>> => {
    server.send("used");
    return (await next(server)) as Extract<ServerMessage, { cpu: number }>;
  };
  const samples = new Map<Kind, Sample[]>(allKinds.map((kind) => [kind, []]));
  try {
    for (let round = -warmUp; round < rounds; round += 1) {
      for (const kind of allKinds) {
        const before = await used();
        const { size: _, ...order } = at;
        load.send({ ...order, kind, requests: requestsPerRound } satisfies LoadOrder);
        const { times, elapsed } = (await next(load)) as LoadReport;
        const cpu = ((await used()).cpu - before.cpu) / requestsPerRound;
        if (round >= 0)
          samples.get(kind)!.push({ cpu, perSecond: (requestsPerRound / elapsed) * 1000, times });
      }
    }
    return { samples, rss: (await used()).rss, size: at.size };
  } finally {
    load.disconnect();
    server.disconnect();
    await Promise.all([server, load].map((one) => one.exitCode ?? once(one, "exit")));
  }
}

/** From the command to the line that says it is ready, in milliseconds. */
async function fastestStart(): Promise<number> {
  const command = fileURLToPath(new URL("main.js", import.meta.resolve("@withholding-forms/service")));
  const dataDir = mkdtempSync(join(tmpdir(), "withholding-forms-bench-"));
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const begin = performance.now();
    const service = spawn(process.execPath, [command, "serve"], {
      // No other variables of this shell: Node reads settings there, and loading extra certificates takes time.
      env: { PATH: process.env["PATH"], DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    for await (const chunk of service.stdout) {
      output += String(chunk);
      if (output.includes("is ready")) break;
    }
    times.push(performance.now() - begin);
    service.kill("SIGINT");
    if (service.exitCode === null) await once(service, "exit");
  }
  rmSync(dataDir, { recursive: true, force: true });
  return Math.min(...times);
}

function emptyFor(kind: Kind): Kind {
  return methodOf(kind) === "POST" ? "empty route, POST" : "empty route";
}

function constantFor(kind: Kind): Kind {
  return methodOf(kind) === "POST" ? "constant body, POST" : "constant body";
}

/** Against the same request; and, where that has a body, also against one that has none to read. */
function ratio(
  kind: Kind,
  min: number,
  baseline: Kind,
  part: (baseline: Kind, kind: Kind) => number,
): BenchTable["targets"][number] {
  const measured = part(baseline, kind);
  const bare = baseline.replace(", POST", "") as Kind;
  const comparedWithGet = bare === baseline ? "" : `, ${percent(part(bare, kind))} of it as a GET`;
  return {
    what: `${kind}, of the ${baseline}`,
    target: `at least ${percent(min)}`,
    measured: `${percent(measured)}${comparedWithGet}`,
    met: measured >= min,
  };
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
