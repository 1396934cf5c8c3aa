import { openSync, readSync } from "node:fs";
import { performance } from "node:perf_hooks";

/**
 * What the machine gave a process. Generators, the service and other programs share the processors, and so do other
 * machines of the same host, so a wall clock also measures how long the service waited for one. The time in which it could
 * run is the time in which it ran or had nothing to do. Time in which it waited for its own threads, such as those that
 * collect garbage, is in neither: up to 1 percent of the wall clock in an overload on an idle host.
 */
export interface MachineSample {
  /** Milliseconds on a clock that all processes share. */
  readonly at: number;
  readonly cpuMs: number;
  /** Time in which the event loop waited for something to do. */
  readonly idleMs: number;
}

export function sharedClock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Reads the main thread's times; without the counters of Linux, CPU time is that of all threads. */
export function machineSampler(): () => MachineSample {
  const buffer = Buffer.alloc(100);
  const file = process.platform === "linux" ? openSync("/proc/self/schedstat", "r") : undefined;
  return () => {
    const at = sharedClock();
    const idleMs = performance.nodeTiming.idleTime;
    if (file === undefined) return { at, cpuMs: process.cpuUsage().user / 1000, idleMs };
    const text = buffer.toString("latin1", 0, readSync(file, buffer, 0, buffer.length, 0));
    return { at, cpuMs: Number(text.slice(0, text.indexOf(" "))) / 1e6, idleMs };
  };
}

/** A value at any time between the first sample and the last, by linear interpolation. */
export function valueAt(samples: readonly MachineSample[], at: number, value: "cpuMs" | "idleMs"): number {
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
