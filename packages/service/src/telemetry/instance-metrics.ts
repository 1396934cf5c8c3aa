import type { MetricJson } from "./metric-json.js";

/** Metrics of the whole instance. */
export function instanceMetrics(workers: number, restarts: number): MetricJson[] {
  const metric = (name: string, type: string, help: string, value: number): MetricJson => ({
    name,
    type,
    help,
    aggregator: "sum",
    values: [{ value, labels: {} }],
  });
  return [
    metric("workers", "gauge", "Processes that answer requests", workers),
    metric("worker_restarts_total", "counter", "Workers started in place of one that had ended", restarts),
  ];
}
