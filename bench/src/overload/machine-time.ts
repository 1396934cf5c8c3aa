import { openSync, readSync } from "node:fs";

/**
 * What the machine gave a process. Generators, the service and other programs share the processors, so a wall clock also
 * measures how long the service waited for one. `stolenMs` is that time, and is subtracted.
 */
export interface MachineSample {
  /** Milliseconds of a clock that all processes share. */
  readonly at: number;
  readonly cpuMs: number;
  /** Time in which the process was ready to run, and did not. */
  readonly stolenMs: number;
}

export function sharedClock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Reads the main thread's times. Without the counters of Linux nothing counts as stolen. */
export function machineSampler(): () => MachineSample {
  const buffer = Buffer.alloc(100);
  const file = process.platform === "linux" ? openSync("/proc/self/schedstat", "r") : undefined;
  return () => {
    const at = sharedClock();
    if (file === undefined) return { at, cpuMs: process.cpuUsage().user / 1000, stolenMs: 0 };
    const text = buffer.toString("latin1", 0, readSync(file, buffer, 0, buffer.length, 0));
    const [running = 0, ready = 0] = text.split(" ").map(Number);
    return { at, cpuMs: running / 1e6, stolenMs: ready / 1e6 };
  };
}

/** A value at any time between the first sample and the last, by linear interpolation. */
export function valueAt(samples: readonly MachineSample[], at: number, value: "cpuMs" | "stolenMs"): number {
  let [low, high] = [0, samples.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (samples[middle]!.at <= at) low = middle;
    else high = middle;
  }
  const [before, after] = [samples[low]!, samples[high]!];
  const part = Math.min(1, Math.max(0, (at - before.at) / (after.at - before.at || 1)));
  return before[value] + part * (after[value] - before[value]);
}
