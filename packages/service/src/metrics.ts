import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** Prometheus metrics. Labels are route patterns, form ids and codes: never anything a caller wrote. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Counter<"method" | "route" | "status">;
  readonly durations: Histogram<"route">;
  readonly fills: Counter<"form" | "mode">;
  readonly refusals: Counter<"code">;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
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
    fills: new Counter({
      name: "forms_filled_total",
      help: "Forms filled",
      labelNames: ["form", "mode"],
      registers,
    }),
    refusals: new Counter({
      name: "problems_total",
      help: "Requests answered with a problem document",
      labelNames: ["code"],
      registers,
    }),
  };
}
