import { once } from "node:events";
import { child, next } from "./children.js";
import { fillW4 } from "./http/requests.js";
import type { LoadOrder, LoadReport } from "./overload/load.js";
import { type MachineSample, valueAt } from "./overload/machine-time.js";
import type { OverloadServer } from "./overload/server.js";
import type { BenchTable } from "./table.js";

const seconds = 2.5;
/**
 * A crowd that starts to send at one moment is read in one turn of the event loop, in which no other caller is served.
 * This first part is reported separately; the targets are about the steady state.
 */
const settleMs = 500;
/** The speed of a shared machine changes by half from one second to the next, so many short rounds are needed. */
const rounds = 12;
/** Each round has half of the floods, and the next round has the others. */
const floodTurns = 2;
const minGoodput = 0.6;
const minServed = 0.95;
/** With one processor for the service and one for two generators, a few percent are normal. */
const maxStolen = 0.2;
const [flooder, victim] = ["127.0.0.2", "127.0.0.3"];

type Target = BenchTable["targets"][number];
type Row = BenchTable["rows"][number];

/**
 * What callers get while others send more than one process can do. The machine is sometimes fast and sometimes slow, so
 * scenarios take turns in short rounds, each with its own baselines. Targets are medians over the rounds, so that a pause
 * of the machine in one round decides nothing. Capacity is that of the crowd's round and of the next one.
 *
 * Generators, the service and other programs share the processors. So goodput is per second in which the service could
 * run: it ran, or had nothing to do. Latency is the CPU time that the service used between a request and its answer.
 * During an overload it never idles, so on its own machine that is the latency that callers see. The wall clock is in
 * the table, too.
 */
export async function benchOverload(): Promise<BenchTable> {
  const server = child("./overload/server.js");
  const { port, tokens } = (await next(server)) as OverloadServer;
  const [first, second] = tokens.map(work) as [string[], string[]];
  const all = new Map<string, Measured[]>();
  const run = async (round: number, scenarios: readonly Scenario[]): Promise<readonly Measured[]> => {
    const reports = await Promise.all(scenarios.map(({ order }) => load({ port, seconds, ...order })));
    server.send("samples");
    const samples = (await next(server)) as MachineSample[];
    // The last group to start sending is the crowd, which opens the most connections.
    const settled = Math.max(...reports.map(({ began }) => began)) + settleMs;
    return scenarios.map(({ name }, number) => {
      const measured = { ...measure(reports[number]!, samples, settled), round };
      all.set(name, [...(all.get(name) ?? []), measured]);
      return measured;
    });
  };
  // Enough to keep the service busy, and too few for an overload.
  const busy = { from: flooder, requests: first, connections: 8, ratePerSecond: 0 };
  const crowd = { from: flooder, requests: first, connections: 500 };
  try {
    // Warm-up.
    for (let round = 0; round < 2; round++) await load({ port, seconds, ...busy });
    server.send("samples");
    await next(server);
    for (let round = 0; round < rounds; round++) {
      const perSecond = wallCapacityOf((await run(round, [{ name: names.full, order: busy }]))[0]!);
      const victimOrder = { from: victim, requests: second, connections: 50, ratePerSecond: perSecond / 10 };
      await run(round, [{ name: names.alone, order: victimOrder }]);
      await run(round, [{ name: names.ten, order: { ...crowd, ratePerSecond: perSecond * 10 } }]);
      await run(round, [{ name: names.retriers, order: { ...crowd, ratePerSecond: 0 } }]);
      const inTurn = floods(first).filter((_, number) => number % floodTurns === round % floodTurns);
      for (const { name, requests, connections } of inTurn)
        await run(round, [
          { name, order: { from: flooder, requests, connections, ratePerSecond: 0 } },
          { name: victimName(name), order: victimOrder },
        ]);
    }
    await run(rounds, [{ name: names.full, order: busy }]);
  } finally {
    server.disconnect();
    if (server.exitCode === null) await once(server, "exit");
  }
  return {
    name: `Overload of one process, ${rounds} rounds of ${seconds} seconds each${warning([...all.values()].flat())}`,
    rows: [...all].map(([name, measured]) => row(name, measured)),
    targets: targetsOf(
      (name) => all.get(name) ?? [],
      floods(first).map(({ name }) => name),
    ),
  };
}

/** Starved generators send less and later than they should, and the service then seems to do less than it can. */
function warning(measured: readonly Measured[]): string {
  const stolen = median(measured.map((one) => one.stolen));
  return stolen < maxStolen
    ? ""
    : `. THE MACHINE WAS BUSY with other work for ${Math.round(stolen * 100)} % of the time: measure again`;
}

interface Scenario {
  readonly name: string;
  readonly order: Omit<LoadOrder, "port" | "seconds">;
}

interface Measured extends LoadReport {
  readonly round: number;
  /** Answers 200 per second in which the service could run. */
  readonly goodput: number;
  /** Milliseconds from sending to the whole answer, for answers 200, sorted: of CPU time, and by the wall clock. */
  readonly latencies: readonly number[];
  readonly wallLatencies: readonly number[];
  /** By the wall clock, of what was sent before the load had settled. */
  readonly firstLatencies: readonly number[];
  /** Part of the time in which the machine ran something else while the service was ready to run. */
  readonly stolen: number;
  /** Part of the remaining time in which the service ran. */
  readonly busy: number;
}

function measure(
  report: LoadReport,
  samples: readonly MachineSample[],
  began: number,
): Omit<Measured, "round"> {
  const { ended } = report;
  const accepted = report.accepted.filter(([sentAt]) => sentAt >= began);
  const between = (from: number, to: number, value: "cpuMs" | "idleMs"): number =>
    valueAt(samples, to, value) - valueAt(samples, from, value);
  const cpuMs = between(began, ended, "cpuMs");
  const ownMs = cpuMs + between(began, ended, "idleMs");
  const inTime = accepted.filter(([, answeredAt]) => answeredAt >= began && answeredAt <= ended).length;
  const sorted = (
    times: LoadReport["accepted"],
    of: (sentAt: number, answeredAt: number) => number,
  ): number[] => times.map((one) => of(...one)).sort((a, b) => a - b);
  const wall = (from: number, to: number): number => to - from;
  return {
    ...report,
    goodput: (inTime / ownMs) * 1000,
    latencies: sorted(accepted, (from, to) => between(from, to, "cpuMs")),
    wallLatencies: sorted(accepted, wall),
    firstLatencies: sorted(
      report.accepted.filter(([sentAt]) => sentAt < began),
      wall,
    ),
    stolen: Math.max(0, 1 - ownMs / (ended - began)),
    busy: cpuMs / ownMs,
  };
}

/** What callers can send: as much as the service can do with what the machine gives it now. */
function wallCapacityOf(full: Measured): number {
  return capacityOf(full) * (1 - full.stolen);
}

/** If the generator could not keep the service busy, the service could have done more. */
function capacityOf({ goodput, busy }: Measured): number {
  return goodput / busy;
}

const names = {
  full: "as fast as it answers, 8 connections",
  ten: "10 times capacity, 500 connections",
  retriers: "500 connections that retry immediately",
  alone: "unloaded: another key alone, a tenth of capacity",
};
const victimName = (flood: string): string => `  another key next to ${flood}`;

function floods(work: readonly string[]) {
  return [
    { name: "100 without a token on an unknown path", requests: [get("/nowhere")], connections: 100 },
    { name: "100 without a token on /healthz", requests: [get("/healthz")], connections: 100 },
    { name: "100 without a token on /metrics", requests: [get("/metrics")], connections: 100 },
    { name: "one key on 500 connections", requests: work, connections: 500 },
  ];
}

function targetsOf(of: (name: string) => readonly Measured[], flooders: readonly string[]): Target[] {
  const capacity = (round: number): number =>
    mean([round, round + 1].map((at) => capacityOf(of(names.full)[at]!)));
  const part = (name: string): number =>
    median(of(name).map(({ goodput, round }) => goodput / capacity(round)));
  return [
    atLeast("10 times capacity: goodput of capacity", part(names.ten), minGoodput),
    atLeast("retry immediately: goodput of capacity", part(names.retriers), minGoodput),
    ...flooders.map((name) => {
      const victimLoads = of(victimName(name));
      const served = median(victimLoads.map(({ byStatus, due }) => (byStatus[200] ?? 0) / due));
      return atLeast(`${name}: another key served`, served, minServed);
    }),
  ];
}

async function load(order: LoadOrder): Promise<LoadReport> {
  const process = child("./overload/load.js");
  process.send(order);
  return (await next(process)) as LoadReport;
}

function p99(sorted: readonly number[]): number {
  return quantile(sorted, 0.99);
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function row(scenario: string, rounds: readonly Measured[]): Row {
  const perSecond = (count: (one: Measured) => number): number =>
    Math.round(sum(rounds.map(count)) / sum(rounds.map(({ began, ended }) => (ended - began) / 1000)));
  const typical = (value: (one: Measured) => number): number => median(rounds.map(value));
  return {
    scenario,
    "due /s": perSecond(({ due }) => due),
    "sent /s": perSecond(({ sent }) => sent),
    "200 /s": perSecond(({ byStatus }) => byStatus[200] ?? 0),
    "503 /s": perSecond(({ byStatus }) => byStatus[503] ?? 0),
    "200 /s, own time": Math.round(typical(({ goodput }) => goodput)),
    "p50 CPU ms": typical(({ latencies }) => quantile(latencies, 0.5)).toFixed(1),
    "p99 CPU ms": typical(({ latencies }) => p99(latencies)).toFixed(1),
    "p99 wall ms": typical(({ wallLatencies }) => p99(wallLatencies)).toFixed(1),
    "p99 wall ms, first 0.5 s": typical(({ firstLatencies }) => p99(firstLatencies)).toFixed(1),
    "stolen %": Math.round(typical(({ stolen }) => stolen) * 100),
    "busy %": Math.round(typical(({ busy }) => busy) * 100),
    "generator %": Math.round(typical(({ generatorBusy }) => generatorBusy) * 100),
  };
}

function atLeast(what: string, measured: number, min: number): Target {
  const percent = (part: number): string => `${Math.round(part * 100)} %`;
  return { what, target: `at min ${percent(min)}`, measured: percent(measured), met: measured >= min };
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
      workAddresses: Array.from({ length: 20 }, (_, number) => address(variant, number + 1)),
    }),
  );
  return [...searches, post("/fillPdf", fillW4("PREVIEW"))];
}

function address(variant: number, number: number): object {
  const streetAddress1 = `${100 + variant * 60 + number} Jefferson Davis Boulevard North, Suite ${number}`;
  return { streetAddress1, city: "Montgomery", state: "AL", zipCode: "36130" };
}
