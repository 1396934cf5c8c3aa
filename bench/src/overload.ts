import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { fillW4 } from "./http/requests.js";
import type { LoadOrder, LoadReport } from "./overload/load.js";
import type { OverloadServer } from "./overload/server.js";
import type { BenchTable } from "./table.js";

const seconds = 3;
const rounds = 4;
const minGoodput = 0.7;
const minServed = 0.95;
const maxSlowdown = 4;
const [flooder, victim] = ["127.0.0.2", "127.0.0.3"];

type Target = BenchTable["targets"][number];
type Row = BenchTable["rows"][number];

/**
 * What callers get while others send more than one process can do. The machine is now fast and now slow, so scenarios take
 * turns in short rounds: goodput is compared within a round, and latencies are taken over all rounds.
 */
export async function benchOverload(): Promise<BenchTable> {
  const server = child("./overload/server.js");
  const { port, tokens } = (await next(server)) as OverloadServer;
  const [first, second] = tokens.map(work) as [string[], string[]];
  const all = new Map<string, LoadReport[]>();
  const send = async (name: string, order: Omit<LoadOrder, "port" | "seconds">): Promise<LoadReport> => {
    const report = await load({ port, seconds, ...order });
    all.set(name, [...(all.get(name) ?? []), report]);
    return report;
  };
  // Few, so that none of them is too many.
  const busy = { from: flooder, requests: first, connections: 4, ratePerSecond: 0 };
  const crowd = { from: flooder, requests: first, connections: 500 };
  try {
    // Warms the code up.
    for (let round = 0; round < 2; round++) await load({ port, seconds, ...busy });
    for (let round = 0; round < rounds; round++) {
      const capacity = goodput(await send(names.full, busy));
      await send(names.quiet, { ...busy, connections: 50, ratePerSecond: capacity / 5 });
      await send(names.ten, { ...crowd, ratePerSecond: capacity * 10 });
      await send(names.retriers, { ...crowd, ratePerSecond: 0 });
      const beside = { from: victim, requests: second, connections: 50, ratePerSecond: capacity / 10 };
      await send(names.alone, beside);
      for (const { name, requests, connections } of floods(first)) {
        const flood = send(name, { from: flooder, requests, connections, ratePerSecond: 0 });
        await send(besideName(name), beside);
        await flood;
      }
    }
  } finally {
    server.disconnect();
    if (server.exitCode === null) await once(server, "exit");
  }
  return {
    name: `Overload of one process, ${rounds} rounds of ${seconds} seconds each`,
    rows: [...all].map(([name, reports]) => row(name, reports)),
    targets: targetsOf(
      (name) => all.get(name) ?? [],
      floods(first).map(({ name }) => name),
    ),
  };
}

const names = {
  full: "as fast as it answers, 4 connections",
  quiet: "a fifth of capacity",
  ten: "10 times capacity, 500 connections",
  retriers: "500 connections that retry at once",
  alone: "another key, alone",
};
const besideName = (flood: string): string => `  another key beside ${flood}`;

function floods(work: readonly string[]) {
  return [
    { name: "100 without a token on an unknown path", requests: [get("/nowhere")], connections: 100 },
    { name: "100 without a token on /healthz", requests: [get("/healthz")], connections: 100 },
    { name: "100 without a token on /metrics", requests: [get("/metrics")], connections: 100 },
    { name: "one key on 500 connections", requests: work, connections: 500 },
  ];
}

function targetsOf(of: (name: string) => readonly LoadReport[], flooders: readonly string[]): Target[] {
  const part = (name: string): number =>
    median(of(name).map((report, round) => goodput(report) / goodput(of(names.full)[round]!)));
  const slower = (name: string, baseline: string): number =>
    quantile(of(name), 0.99) / quantile(of(baseline), 0.99);
  return [
    atLeast("10 times capacity: goodput of capacity", part(names.ten), minGoodput),
    atMost("10 times capacity: p99 of unloaded", slower(names.ten, names.quiet), maxSlowdown),
    atLeast("retry at once: goodput of capacity", part(names.retriers), minGoodput),
    ...flooders.flatMap((name) => {
      const reports = of(besideName(name));
      const served =
        sum(reports.map(({ byStatus }) => byStatus[200] ?? 0)) / sum(reports.map(({ due }) => due));
      return [
        atLeast(`${name}: another key served`, served, minServed),
        atMost(`${name}: its p99 of unloaded`, slower(besideName(name), names.alone), maxSlowdown),
      ];
    }),
  ];
}

function child(file: string): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

function next(from: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error("A process of the benchmark ended; see above."));
    from.once("exit", ended);
    from.once("message", (message) => {
      from.off("exit", ended);
      resolve(message);
    });
  });
}

async function load(order: LoadOrder): Promise<LoadReport> {
  const process = child("./overload/load.js");
  process.send(order);
  return (await next(process)) as LoadReport;
}

function goodput({ byStatus, seconds: elapsed }: LoadReport): number {
  return (byStatus[200] ?? 0) / elapsed;
}

function quantile(reports: readonly LoadReport[], part: number): number {
  const latencies = reports.flatMap((report) => report.latencies).sort((a, b) => a - b);
  return latencies[Math.min(latencies.length - 1, Math.floor(part * latencies.length))] ?? Number.NaN;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function row(scenario: string, reports: readonly LoadReport[]): Row {
  const perSecond = (count: (report: LoadReport) => number): number =>
    Math.round(sum(reports.map(count)) / sum(reports.map(({ seconds: elapsed }) => elapsed)));
  return {
    scenario,
    "due a second": perSecond(({ due }) => due),
    "sent a second": perSecond(({ sent }) => sent),
    "200 a second": perSecond(({ byStatus }) => byStatus[200] ?? 0),
    "503 a second": perSecond(({ byStatus }) => byStatus[503] ?? 0),
    "p50 ms": quantile(reports, 0.5).toFixed(1),
    "p99 ms": quantile(reports, 0.99).toFixed(1),
  };
}

function atLeast(what: string, measured: number, least: number): Target {
  const percent = (part: number): string => `${Math.round(part * 100)} %`;
  return { what, target: `at least ${percent(least)}`, measured: percent(measured), met: measured >= least };
}

function atMost(what: string, measured: number, most: number): Target {
  return {
    what,
    target: `at most ${most} times`,
    measured: `${measured.toFixed(1)} times`,
    met: measured <= most,
  };
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`;
}

/** Mostly what costs the service much and its answers little, so that the generators can send ten times as much. */
function work(token: string): string[] {
  const post = (path: string, body: object): string => {
    const text = JSON.stringify(body);
    return `POST /v1${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
  };
  const searches = Array.from({ length: 8 }, (_, variant) =>
    post("/forms", {
      homeAddress: address(variant, 0),
      workAddresses: Array.from({ length: 50 }, (_, number) => address(variant, number + 1)),
    }),
  );
  return [...searches, post("/fillPdf", fillW4("PREVIEW"))];
}

function address(variant: number, number: number): object {
  const streetAddress1 = `${100 + variant * 60 + number} Jefferson Davis Boulevard North, Suite ${number}`;
  return { streetAddress1, city: "Montgomery", state: "AL", zipCode: "36130" };
}
