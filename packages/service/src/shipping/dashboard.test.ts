import { parser } from "@prometheus-io/lezer-promql";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { readConfig } from "../config.js";
import { startTracing } from "../telemetry/tracing.js";
import { at, type Plain, type PlainObject, read, readYaml } from "./test/files.js";

const dashboard = JSON.parse(read("deploy/grafana/withholding-forms.json")) as PlainObject;
const panels = dashboard["panels"] as PlainObject[];
const rules = at(readYaml("deploy/prometheus/alerts.yaml"), "groups.0.rules") as PlainObject[];

const queries = panels.flatMap((panel) =>
  ((panel["targets"] ?? []) as PlainObject[]).map(
    ({ expr }) => [`panel ${panel["title"]}`, String(expr).replaceAll("$__rate_interval", "1m")] as const,
  ),
);
const conditions = rules.map(({ alert, expr }) => [`alert ${alert}`, String(expr)] as const);
const lists = (at(dashboard, "templating.list") as PlainObject[]).flatMap(({ definition }) =>
  definition === undefined ? [] : [/^label_values\((.*), \w+\)$/.exec(String(definition))?.[1] ?? ""],
);
const asked = [...queries, ...conditions, ...lists.map((query) => ["variable", query] as const)];

/** Prometheus's own: whether an instance answers. */
const exposed = new Map([["up", new Set<string>()]]);
for (const [name, labels] of await exposedMetrics()) exposed.set(name, labels);

test.each(asked)("%s requests metrics and labels that the service exposes", (_, query) => {
  const { names, labels, errors } = readQuery(query);
  expect(errors).toEqual([]);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !exposed.has(name))).toEqual([]);
  const known = new Set(["job", "instance", ...names.flatMap((name) => [...(exposed.get(name) ?? [])])]);
  expect(labels.filter((label) => !known.has(label))).toEqual([]);
});

test("a query with a misspelt metric, label or bracket would be noticed", () => {
  expect(readQuery("sum by (rout) (rate(http_request_total[5m]))")).toMatchObject({
    names: ["http_request_total"],
    labels: ["rout"],
  });
  expect(exposed.has("http_request_total")).toBe(false);
  expect(readQuery("sum(rate(http_requests_total[5m])").errors).not.toEqual([]);
});

test("panels have numbers of their own, lie on the grid side by side and take their data from the variable", () => {
  const ids = panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const taken = new Set<string>();
  for (const { title, type, gridPos, datasource, targets } of panels) {
    const { x, y, w, h } = gridPos as Record<string, number>;
    expect(x! + w!, String(title)).toBeLessThanOrEqual(24);
    for (let across = x!; across < x! + w!; across++)
      for (let down = y!; down < y! + h!; down++) {
        expect(taken.has(`${across} ${down}`), String(title)).toBe(false);
        taken.add(`${across} ${down}`);
      }
    if (type === "row") continue;
    for (const source of [datasource, ...(targets as PlainObject[]).map((target) => target["datasource"])])
      expect(source).toEqual({ type: "prometheus", uid: expect.stringMatching(/^\$\{datasource\}$/) });
  }
  const variables = (at(dashboard, "templating.list") as PlainObject[]).map(({ name, type }) => [name, type]);
  expect(variables).toEqual([
    ["datasource", "datasource"],
    ["job", "query"],
    ["instance", "query"],
  ]);
});

test("every metric of ours is on the dashboard", () => {
  const shown = new Set(queries.flatMap(([, query]) => readQuery(query).names));
  const ours = [...exposed.keys()].filter((name) => !/^(?:process|nodejs)_|_(?:sum|count)$/.test(name));
  expect(ours.filter((name) => !shown.has(name))).toEqual([]);
});

test("every alert says how urgent it is and what it is about, and the guide names it", () => {
  const guide = read("docs/operating.md");
  for (const { alert, labels, annotations } of rules) {
    expect(at(labels as Plain, "severity")).toMatch(/^(?:page|warn)$/);
    expect(at(annotations as Plain, "summary")).toMatch(/\S/);
    expect(guide).toContain(`\`${alert}\``);
  }
});

/** The rows of the guide's table of alerts. */
const guideAlerts = [
  ...read("docs/operating.md").matchAll(/^\| `(Forms\w+)` \| ([^|]+) \| (\w+) \| [^|]+ \|$/gm),
].map(([, alert, firesWhen, severity]) => ({ alert, firesWhen: firesWhen!, severity }));

test("the guide has every alert once, and no others", () => {
  expect(guideAlerts.map(({ alert }) => alert).sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

test.each(guideAlerts)("$alert fires when the guide says, as urgently as it says", (row) => {
  const { labels, expr, for: wait = "0m" } = rules.find(({ alert }) => alert === row.alert)!;
  expect(at(labels as Plain, "severity")).toBe(row.severity);
  const minutes = / for (\d+) min$/.exec(row.firesWhen)?.[1];
  // Where the guide names no time, an alert comes within a minute.
  expect(minutes === undefined ? ["0m", "1m"] : [`${minutes}m`]).toContain(wait);
  const limit = /(?:>|==) [\d.* ]+\)?$/.exec(String(expr).trim())?.[0];
  expect(guideLimit(row.firesWhen) ?? expect.stringMatching(/^(?:> 0|== 0|== 1\))$/)).toEqual(limit);
  const window = / in (\d+) min$/.exec(row.firesWhen)?.[1];
  if (window !== undefined) expect(expr).toContain(`[${window}m]`);
  const percentile = /^p(\d+) /.exec(row.firesWhen)?.[1];
  if (percentile !== undefined) expect(expr).toContain(`histogram_quantile(0.${percentile},`);
});

/** The end of the rule that a row such as "over 1% of responses are 5xx for 5 min" describes; undefined if it has no limit. */
function guideLimit(firesWhen: string): string | undefined {
  const [, number, unit] = /(?:over|more than) ([\d.]+)(%| MB)?/.exec(firesWhen) ?? [];
  if (number === undefined) return undefined;
  const factors = { "%": `${Number(number) / 100}`, " MB": `${number} * 1024 * 1024` };
  return `> ${factors[unit as keyof typeof factors] ?? number}`;
}

/** Names of the metrics and labels in a query, and where it is no PromQL. */
function readQuery(query: string) {
  const found = { names: [] as string[], labels: [] as string[], errors: [] as string[] };
  const text = query.replaceAll("$job", "job").replaceAll("$instance", "instance");
  parser.parse(text).iterate({
    enter(node) {
      const words = text.slice(node.from, node.to);
      const { parent } = node.node;
      if (node.type.isError) found.errors.push(text.slice(node.from - 10, node.to + 10) || "end");
      else if (node.name === "Identifier" && parent?.name === "VectorSelector") found.names.push(words);
      else if (node.name === "LabelName") found.labels.push(words);
    },
  });
  return { ...found, labels: found.labels.filter((label) => label !== "le") };
}

/** What /metrics shows after one request of each kind, with the labels of each metric. */
async function exposedMetrics(): Promise<[string, Set<string>][]> {
  const { tracing } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    OTEL_TRACES_SAMPLER: "always_off",
  });
  const { app, call } = await startTestServer({ options: { tracing: await startTracing(tracing!) } });
  await call({ method: "POST", url: "/v1/fillPdf", payload: fillAlabama });
  await call({ url: "/nowhere" });
  const { body } = await app.inject({ url: "/metrics" });
  const metrics = new Map<string, Set<string>>();
  const [types, samples] = [/^# TYPE (\w+) (\w+)$/gm, /^(\w+)(?:\{(.*)\})? /gm];
  for (const [, name, type] of body.matchAll(types))
    for (const part of type === "histogram" ? ["_bucket", "_sum", "_count"] : [""])
      metrics.set(`${name}${part}`, new Set(name === "trace_spans_total" ? ["result"] : []));
  for (const [, name, labels] of body.matchAll(samples))
    for (const [, label] of (labels ?? "").matchAll(/(\w+)="/g)) metrics.get(name!)?.add(label!);
  return [...metrics];
}
