import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { fillW4 } from "./http/requests.js";
import type { LoadOrder, LoadReport } from "./overload/load.js";
import type { OverloadServer } from "./overload/server.js";
import type { BenchTable } from "./table.js";

const seconds = 6;
const minGoodput = 0.7;
const minServed = 0.95;
const maxSlowdown = 4;
const [flooder, victim] = ["127.0.0.2", "127.0.0.3"];

type Target = BenchTable["targets"][number];
type Row = BenchTable["rows"][number];

/** What callers get while others send more than one process can do. All figures are compared within this run. */
export async function benchOverload(): Promise<BenchTable> {
  const server = child("./overload/server.js");
  const { port, tokens } = (await next(server)) as OverloadServer;
  const send = (order: Omit<LoadOrder, "port" | "seconds">): Promise<LoadReport> =>
    load({ port, seconds, ...order });
  const [first, second] = tokens.map(work) as [string[], string[]];
  const rows: Row[] = [];
  const targets: Target[] = [];
  try {
    // The first round warms the code up.
    await send({ from: flooder, requests: first, connections: 32, ratePerSecond: 0 });
    const full = await send({ from: flooder, requests: first, connections: 32, ratePerSecond: 0 });
    const capacity = goodput(full);
    rows.push(row("as fast as it answers, 32 connections", full));

    const quiet = await send({
      from: flooder,
      requests: first,
      connections: 50,
      ratePerSecond: capacity / 5,
    });
    rows.push(row("a fifth of capacity", quiet));

    const crowd = { from: flooder, requests: first, connections: 500 };
    const ten = await send({ ...crowd, ratePerSecond: capacity * 10 });
    rows.push(row("10 times capacity", ten));
    targets.push(
      atLeast("10 times capacity: goodput of capacity", goodput(ten) / capacity, minGoodput),
      atMost("10 times capacity: p99 of unloaded", quantile(ten, 0.99) / quantile(quiet, 0.99), maxSlowdown),
    );

    const retriers = await send({ ...crowd, ratePerSecond: 0 });
    rows.push(row("500 callers that retry at once", retriers));
    targets.push(atLeast("retry at once: goodput of capacity", goodput(retriers) / capacity, minGoodput));

    const beside = { from: victim, requests: second, connections: 20, ratePerSecond: capacity / 20 };
    const alone = await send(beside);
    rows.push(row("another key, alone", alone));
    const floods: readonly (readonly [string, readonly string[], number])[] = [
      ["100 without a token on an unknown path", [get("/nowhere")], 100],
      ["100 without a token on /healthz", [get("/healthz")], 100],
      ["100 without a token on /metrics", [get("/metrics")], 100],
      ["one key on 500 connections", first, 500],
    ];
    for (const [name, requests, connections] of floods) {
      const flood = send({ from: flooder, requests, connections, ratePerSecond: 0 });
      const report = await send(beside);
      rows.push(row(name, await flood), row("  another key beside it", report));
      targets.push(
        atLeast(`${name}: another key served`, (report.byStatus[200] ?? 0) / report.due, minServed),
        atMost(`${name}: its p99 of unloaded`, quantile(report, 0.99) / quantile(alone, 0.99), maxSlowdown),
      );
    }
  } finally {
    server.disconnect();
    if (server.exitCode === null) await once(server, "exit");
  }
  return { name: `Overload of one process, ${seconds} seconds each`, rows, targets };
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

function quantile({ latencies }: LoadReport, part: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(part * latencies.length))] ?? Number.NaN;
}

function row(scenario: string, report: LoadReport): Row {
  const { due, sent, byStatus, seconds: elapsed } = report;
  return {
    scenario,
    "due a second": Math.round(due / elapsed),
    "sent a second": Math.round(sent / elapsed),
    "200 a second": Math.round(goodput(report)),
    "503 a second": Math.round((byStatus[503] ?? 0) / elapsed),
    "p50 ms": quantile(report, 0.5).toFixed(1),
    "p99 ms": quantile(report, 0.99).toFixed(1),
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
