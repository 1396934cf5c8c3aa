import { instanceMetrics } from "../telemetry/instance-metrics.js";
import type { MetricJson } from "../telemetry/metric-json.js";
import { addTotals } from "./totals.js";

/** A process that returns its metrics. */
export interface Reporter {
  inspect(): void;
}

export interface Gathering {
  /** Metrics of all, by whatever workers report in time, else as they reported before. */
  gather(): Promise<readonly (readonly MetricJson[])[]>;
  joined(reporter: Reporter): void;
  reported(reporter: Reporter, metrics: readonly MetricJson[]): void;
  ended(reporter: Reporter): void;
  restarted(): void;
}

/** A worker that does not answer for so long is busy; what it reported before is. */
const timeoutMs = 1000;

export function createGathering(): Gathering {
  const known = new Map<Reporter, readonly MetricJson[]>();
  let totals: readonly MetricJson[] = [];
  let restarts = 0;
  let missing = new Set<Reporter>();
  let running: Promise<void> | undefined;
  let finish = (): void => {};

  /** One round for all who ask at the same time. */
  function round(): Promise<void> {
    if (running !== undefined) return running;
    missing = new Set(known.keys());
    const current = new Promise<void>((resolve) => {
      const timer = setTimeout(() => finish(), timeoutMs);
      finish = () => {
        clearTimeout(timer);
        running = undefined;
        resolve();
      };
    });
    running = current;
    if (missing.size === 0) finish();
    for (const reporter of [...missing]) reporter.inspect();
    return current;
  }
  function answered(reporter: Reporter): void {
    if (missing.delete(reporter) && missing.size === 0) finish();
  }

  return {
    async gather() {
      await round();
      return [...known.values(), totals, instanceMetrics(known.size, restarts)];
    },
    joined(reporter) {
      known.set(reporter, []);
    },
    reported(reporter, metrics) {
      if (known.has(reporter)) known.set(reporter, metrics);
      answered(reporter);
    },
    ended(reporter) {
      totals = addTotals(totals, known.get(reporter) ?? []);
      known.delete(reporter);
      answered(reporter);
    },
    restarted() {
      restarts++;
    },
  };
}
