import type { FillMode } from "@withholding-forms/pdf";
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from "../vendor/prometheus.js";
import { instanceMetrics } from "./instance-metrics.js";
import type { MetricJson } from "./metric-json.js";

/** Prometheus metrics. Labels are route patterns, form ids and codes: never text of a caller. */
export interface Metrics {
  readonly registry: Registry;
  /** Of all processes of this instance, as Prometheus reads them. */
  text(): Promise<string>;
  readonly requests: Counter<"method" | "route" | "status">;
  readonly durations: Histogram<"route">;
  /** One more form filled. */
  filled(form: string, mode: FillMode): void;
  readonly refusals: Counter<"code">;
  readonly storeUp: Gauge;
  readonly queueDelays: Histogram;
}

/** Values that are read when metrics are requested. */
export interface State {
  inFlight(): number;
  /** Requests rejected so far. */
  shed(): number;
  limitsUp(): boolean;
  addressesUp(): boolean;
}

export type Gather = () => Promise<readonly (readonly MetricJson[])[]>;

/** More frequent requests get the same text: computing it takes as long as filling some forms. */
const defaultMaxAgeMs = 1000;

export function createMetrics(gather?: Gather, maxAgeMs = defaultMaxAgeMs): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const compute = async (): Promise<string> => {
    if (gather !== undefined) {
      try {
        return await sum(await gather());
      } catch {
        // The primary did not respond; metrics of this process are better than none.
      }
    }
    const own = [registry.metrics(), sum([instanceMetrics(1, 0)])];
    return (await Promise.all(own)).join("\n");
  };
  return {
    registry,
    text: reused(compute, maxAgeMs),
    requests: new Counter({
      name: "http_requests_total",
      help: "Requests answered",
      labelNames: ["method", "route", "status"],
      registers,
    }),
    durations: new Histogram({
      name: "http_request_duration_seconds",
      help: "Time from the first byte of a request to the last byte of its answer",
      labelNames: ["route"],
      buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    filled: countFills(registers),
    refusals: new Counter({
      name: "problems_total",
      help: "Requests answered with a problem document",
      labelNames: ["code"],
      registers,
    }),
    storeUp: new Gauge({
      name: "store_up",
      help: "Whether keys and audit events could be reached when last tried; live tokens work on where not",
      aggregator: "min",
      registers,
    }),
    queueDelays: new Histogram({
      name: "http_queue_delay_seconds",
      help: "Time that requests waited before they were served",
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
      registers,
    }),
  };
}

/** Requests share one computation until it is too old. A failed one is not kept. */
function reused(compute: () => Promise<string>, maxAgeMs: number): () => Promise<string> {
  let last: { readonly text: Promise<string>; readonly until: number } | undefined;
  return () => {
    const now = performance.now();
    if (last === undefined || now >= last.until) {
      const text = compute();
      last = { text, until: now + maxAgeMs };
      text.catch(() => {
        last = undefined;
      });
    }
    return last.text;
  };
}

/** Counted here until metrics are requested: prom-client's labeled counters are slow. */
function countFills(registers: Registry[]): Metrics["filled"] {
  const counted = new Map<string, Record<FillMode, number>>();
  new Counter({
    name: "forms_filled_total",
    help: "Forms filled",
    labelNames: ["form", "mode"],
    registers,
    collect() {
      for (const [form, counts] of counted)
        for (const mode of ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"] as const)
          if (counts[mode] > 0) this.inc({ form, mode }, counts[mode]);
      counted.clear();
    },
  });
  return (form, mode) => {
    let counts = counted.get(form);
    if (counts === undefined) {
      counts = { PREVIEW: 0, SIGN: 0, SIGN_EXTERNALLY: 0 };
      counted.set(form, counts);
    }
    counts[mode]++;
  };
}

export function watchState({ registry }: Metrics, state: State): void {
  const registers = [registry];
  const gauge = (name: string, help: string, aggregator: "sum" | "min", value: () => number) =>
    new Gauge({
      name,
      help,
      aggregator,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge("http_requests_in_flight", "Requests in progress", "sum", state.inFlight);
  gauge(
    "limits_up",
    "Whether limits are counted together with the other processes and instances, as configured",
    "min",
    () => (state.limitsUp() ? 1 : 0),
  );
  gauge(
    "address_provider_up",
    "Whether the address provider responds; if not, the embedded data is used",
    "min",
    () => (state.addressesUp() ? 1 : 0),
  );
  let counted = 0;
  new Counter({
    name: "http_requests_shed_total",
    help: "Requests refused because there was no time for them",
    registers,
    collect() {
      const shed = state.shed();
      this.inc(shed - counted);
      counted = shed;
    },
  });
}

function sum(all: readonly (readonly MetricJson[])[]): Promise<string> {
  return AggregatorRegistry.aggregate(all.map((metrics) => [...metrics])).metrics();
}
