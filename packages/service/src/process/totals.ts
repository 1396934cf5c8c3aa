import type { MetricJson, MetricValue } from "../telemetry/metric-json.js";

/**
 * Adds the counts of a worker that has exited to those of earlier ones. If the sum over all workers dropped with each
 * exit, every rate computed from it would show a burst of requests.
 */
export function addTotals(totals: readonly MetricJson[], ended: readonly MetricJson[]): MetricJson[] {
  const byName = new Map(totals.map((metric) => [metric.name, metric]));
  for (const metric of ended) {
    if (metric.type !== "counter" && metric.type !== "histogram") continue;
    const before = byName.get(metric.name)?.values ?? [];
    byName.set(metric.name, { ...metric, values: addValues(before, metric.values) });
  }
  return [...byName.values()];
}

function addValues(before: readonly MetricValue[], more: readonly MetricValue[]): MetricValue[] {
  const sums = new Map<string, MetricValue>();
  for (const value of [...before, ...more]) {
    const key = JSON.stringify([value.metricName, Object.entries(value.labels).sort()]);
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? value : { ...sum, value: sum.value + value.value });
  }
  return [...sums.values()];
}
