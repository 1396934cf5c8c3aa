import { AggregatorRegistry } from "prom-client";
import { expect, test } from "vitest";
import type { MetricJson } from "../telemetry/metric-json.js";
import { createGathering, type Reporter } from "./gathering.js";

const report = (requests: number, inFlight: number): MetricJson[] => [
  {
    name: "http_requests_total",
    help: "Requests",
    type: "counter",
    aggregator: "sum",
    values: [
      { value: requests, labels: { route: "/a" } },
      { value: 1, labels: { route: "/b" } },
    ],
  },
  {
    name: "http_requests_in_flight",
    help: "In flight",
    type: "gauge",
    aggregator: "sum",
    values: [{ value: inFlight, labels: {} }],
  },
];

/** A worker that reports at once. */
function worker(gathering: ReturnType<typeof createGathering>, requests: number, inFlight: number): Reporter {
  const reporter: Reporter = { inspect: () => gathering.reported(reporter, report(requests, inFlight)) };
  gathering.joined(reporter);
  return reporter;
}

async function text(gathering: ReturnType<typeof createGathering>): Promise<string> {
  const all = await gathering.gather();
  return AggregatorRegistry.aggregate(all.map((metrics) => [...metrics])).metrics();
}

test("metrics are the sum over workers", async () => {
  const gathering = createGathering();
  worker(gathering, 10, 1);
  worker(gathering, 5, 2);
  const sum = await text(gathering);
  expect(sum).toContain('http_requests_total{route="/a"} 15');
  expect(sum).toContain('http_requests_total{route="/b"} 2');
  expect(sum).toContain("http_requests_in_flight 3");
  expect(sum).toContain("workers 2");
  expect(sum).toContain("worker_restarts_total 0");
});

test("what a worker counted stays when it ends, and what it was doing does not", async () => {
  const gathering = createGathering();
  const ending = worker(gathering, 10, 1);
  const other = worker(gathering, 7, 4);
  await gathering.gather();
  gathering.ended(ending);
  gathering.restarted();
  worker(gathering, 5, 2);
  let sum = await text(gathering);
  expect(sum).toContain('http_requests_total{route="/a"} 22');
  expect(sum).toContain("http_requests_in_flight 6");
  expect(sum).toContain("worker_restarts_total 1");
  gathering.ended(other);
  sum = await text(gathering);
  expect(sum).toContain('http_requests_total{route="/a"} 22');
  expect(sum).toContain("workers 1");
});

test("a worker that does not answer is counted as it was before", async () => {
  const gathering = createGathering();
  worker(gathering, 5, 2);
  const silent: Reporter = { inspect() {} };
  gathering.joined(silent);
  gathering.reported(silent, report(3, 1));
  expect(await text(gathering)).toContain('http_requests_total{route="/a"} 8');
});
