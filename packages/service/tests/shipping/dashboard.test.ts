import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { readConfig } from "../../src/config.js";
import { startTracing } from "../../src/telemetry/tracing.js";
import { at, type Plain, type PlainObject, read, readYaml } from "./test/files.js";

const dashboard = JSON.parse(read("deploy/grafana/withholding-forms.json")) as PlainObject;
const panels = dashboard["panels"] as PlainObject[];
const rules = at(readYaml("deploy/prometheus/alerts.yaml"), "groups.0.rules") as PlainObject[];

const queries = panels.flatMap(({ title, targets }) =>
  ((targets ?? []) as PlainObject[]).map(({ expr }) => [`panel ${title}`, String(expr)] as const),
);
const conditions = rules.map(({ alert, expr }) => [`alert ${alert}`, String(expr)] as const);

const exposed = await exposedMetrics();

test.each([...queries, ...conditions])("%s uses metrics that the service exposes", (_, query) => {
  const names = metricsIn(query);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !exposed.has(name))).toEqual([]);
});

test("finds a misspelled metric", () => {
  expect(metricsIn('sum by (route) (rate(http_request_total{status="5xx"}[5m])) > 0.5')).toEqual([
    "http_request_total",
  ]);
  expect(exposed.has("http_request_total")).toBe(false);
});

test("every metric of the service is on the dashboard", () => {
  const shown = new Set(queries.flatMap(([, query]) => metricsIn(query)));
  const ours = [...exposed].filter((name) => !/^(?:process|nodejs)_|_(?:sum|count)$/.test(name));
  expect(ours.filter((name) => !shown.has(name))).toEqual([]);
});

test("every alert has a severity and a summary, and the guide names it", () => {
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

test.each(guideAlerts)("$alert has the condition and the severity that the guide states", (row) => {
  const { labels, expr, for: wait = "0m" } = rules.find(({ alert }) => alert === row.alert)!;
  expect(at(labels as Plain, "severity")).toBe(row.severity);
  const minutes = / for (\d+) min$/.exec(row.firesWhen)?.[1];
  // If the guide names no time, the alert fires within a minute.
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

/** Names that are not functions, operators, or labels: labels are in `{}` or in the `()` of `by`. */
function metricsIn(query: string): string[] {
  const bare = query
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, "")
    .replaceAll(/\b(?:by|without|on|ignoring|group_left|group_right) *\([^)]*\)/g, "");
  return [...bare.matchAll(/\b(?!(?:and|or|unless|bool)\b)[a-z]\w*\b(?! *\()/g)].map(([name]) => name);
}

/** What /metrics shows after one request of each kind, and `up` of Prometheus itself. */
async function exposedMetrics(): Promise<ReadonlySet<string>> {
  const { tracing } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    OTEL_TRACES_SAMPLER: "always_off",
  });
  const { app, call } = await startTestServer({ options: { tracing: await startTracing(tracing!) } });
  await call({ method: "POST", url: "/v1/fillPdf", payload: fillAlabama });
  await call({ url: "/nowhere" });
  const { body } = await app.inject({ url: "/metrics" });
  const metrics = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
    (type === "histogram" ? ["_bucket", "_sum", "_count"] : [""]).map((part) => `${name}${part}`),
  );
  return new Set(["up", ...metrics]);
}
