import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { median } from "./median.js";
import type { BenchTable } from "./table.js";

const targetTimes = 1.7;
/**
 * Relative to the speedup of a counting loop on the second core: less than 2 if the host gives a part of it to other
 * machines.
 */
const targetPart = targetTimes / 2;
const lineCount = 100_000;
const rounds = 5;
const memoryFolder = "/dev/shm";

/**
 * The command `batch` as it is shipped, start of its threads included, on one core and on two: it is limited to these
 * (`taskset`), because garbage collection and compilation would otherwise use a second core even with one worker. It
 * writes to memory if the system has a folder there: this compares cores, not disks.
 */
export async function benchBatch(): Promise<BenchTable> {
  const folder = mkdtempSync(
    join(existsSync(memoryFolder) ? memoryFolder : tmpdir(), "withholding-forms-bench-"),
  );
  try {
    const input = join(folder, "answers.ndjson");
    writeFileSync(input, `${JSON.stringify(answers)}\n`.repeat(lineCount));
    const rates: Record<number, number[]> = { 1: [], 2: [] };
    const spins: Record<number, number[]> = { 1: [], 2: [] };
    for (let round = 0; round < rounds; round++) {
      for (const cores of [1, 2]) rates[cores]!.push(formsPerSecond(input, join(folder, "out"), cores));
      for (const cores of [1, 2]) spins[cores]!.push(await spinsPerSecond(cores));
    }
    // The speed of a core changes from minute to minute, so each run is compared with the one next to it.
    const twoOfOne = (of: typeof rates): number => median(of[2]!.map((rate, round) => rate / of[1]![round]!));
    const [times, machine] = [twoOfOne(rates), twoOfOne(spins)];
    return {
      name: "batch",
      rows: [1, 2].map((cores) => ({
        cores,
        "forms a second": Math.round(median(rates[cores]!)),
        "all rounds": rates[cores]!.map(Math.round).join(" "),
        "mere counting, in all rounds": spins[cores]!.map((rate) => rate.toFixed(2)).join(" "),
      })),
      targets: [
        {
          what: "throughput of batch on two cores against one",
          target: `at least ${targetTimes} times, or ${targetPart * 100} % of what counting had`,
          measured: `${times.toFixed(2)} times, where mere counting in two threads had ${machine.toFixed(2)} times`,
          met: times >= Math.min(targetTimes, targetPart * machine),
        },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const command = fileURLToPath(new URL("../../packages/service/dist/main.js", import.meta.url));

function formsPerSecond(input: string, output: string, cores: number): number {
  const args = [command, "batch", input, "-o", output, "--workers", String(cores), "--json"];
  const kept = ["-c", `0-${cores - 1}`, process.execPath, ...args];
  const { filled, seconds } = JSON.parse(execFileSync("taskset", kept, { encoding: "utf8" })) as {
    readonly filled: number;
    readonly seconds: number;
  };
  rmSync(output, { recursive: true });
  if (filled !== lineCount) throw new Error(`${filled} of ${lineCount} were filled`);
  return filled / seconds;
}

/** What the machine can do at this moment: threads that only count, in billions per second. */
async function spinsPerSecond(threads: number): Promise<number> {
  const script = `
    let sum = 0;
    for (let index = 0; index < 1e9; index++) sum = (sum + index) | 0;
    require("node:worker_threads").parentPort.postMessage(sum);`;
  const start = performance.now();
  const workers = Array.from({ length: threads }, () => new Worker(script, { eval: true }));
  await Promise.all(workers.map((worker) => once(worker, "exit")));
  return threads / ((performance.now() - start) / 1000);
}

const address = { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" };
const answers = {
  formId: "AL101",
  formVersion: "2025.4.0",
  employee: {
    firstName: "John",
    lastName: "Smith",
    socialSecurityNumber: "123-45-6789",
    address: address,
  },
  employer: {
    name: "Example Payroll Inc.",
    federalEIN: "98-7654321",
    telephoneNumber: "456-867-5309",
    address: address,
  },
  fields: { filingStatus: "SINGLE", dependents: 1 },
};
