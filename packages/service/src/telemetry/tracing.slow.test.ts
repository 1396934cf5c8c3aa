import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Collector,
  type ReceivedSpan,
  startCollector,
} from "@withholding-forms/testing/daemons/collector";
import { eventually } from "@withholding-forms/testing/eventually";
import { makeCertificate } from "@withholding-forms/testing/pdf/certificates";
import {
  alabama,
  americanEmployee,
  fillAlabama,
  montgomery,
} from "@withholding-forms/testing/people/samples";
import { runNode } from "@withholding-forms/testing/programs";
import { sendFill, slowStore } from "@withholding-forms/testing/service/leaving";
import { sealFiles } from "@withholding-forms/testing/service/seal";
import { startTestServer, type TestServer } from "@withholding-forms/testing/service/server";
import { expect, test } from "vitest";
import { readConfig } from "../config.js";
import type { ServerOptions } from "../http/server.js";
import { openSeal } from "../seal/open-seal.js";
import { openSqliteStore } from "../store/sqlite.js";
import { startTracing } from "./tracing.js";

async function startTraced(
  url: string,
  env: Readonly<Record<string, string>> = {},
  options: Partial<ServerOptions> = {},
  exportTimeoutMs = 60_000,
) {
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...env });
  const tracing = await startTracing(config.tracing!, exportTimeoutMs);
  return startTestServer({ env: { LOG_LEVEL: "trace" }, options: { tracing, ...options } });
}

async function traced(env: Readonly<Record<string, string>> = {}, options: Partial<ServerOptions> = {}) {
  const collector = await startCollector();
  const server = await startTraced(collector.url, env, options);
  return { collector, ...server, spans: () => delivered(server, collector) };
}

/** The spans that the collector has after a drain, without the login with which every test server starts. */
async function delivered({ app }: Pick<TestServer, "app">, { spans }: Collector): Promise<ReceivedSpan[]> {
  await app.close();
  const logins = spans.filter(({ name }) => name === "GET /authentication/login").map((span) => span.traceId);
  return spans.filter(({ traceId }) => !logins.slice(0, 1).includes(traceId));
}

/** Spans of whole requests, not of their steps. */
const requests = (spans: readonly ReceivedSpan[]) => spans.filter(({ kind }) => kind === 2);
/** A new token may cause a store lookup, which most tests are not about. */
const isLookUp = ({ name }: ReceivedSpan) => name.startsWith("store ") && name !== "store record";

const callersTrace = "0af7651916cd43dd8448eb211c80319c";
const callersSpan = "b7ad6b7169203331";
const traceparent = `00-${callersTrace}-${callersSpan}-01`;
const fill = (payload: object, headers = {}) =>
  ({ method: "POST", url: "/v1/fillPdf", payload, headers }) as const;

test("a request is one span of the caller's trace, named by method and route pattern", async () => {
  const { call, spans, collector } = await traced({ OTEL_SERVICE_NAME: "forms-north" });
  await call({ url: "/v1/formQuestionSet/AL101/QS1", headers: { traceparent } });
  expect(requests(await spans())).toEqual([
    expect.objectContaining({
      traceId: callersTrace,
      parentSpanId: callersSpan,
      name: "GET /v1/formQuestionSet/:formId/:questionSetId",
      kind: 2,
      attributes: {
        "http.request.method": "GET",
        "http.route": "/v1/formQuestionSet/:formId/:questionSetId",
        "http.response.status_code": 200,
        "withholding_forms.form": "AL101",
      },
      status: { code: 0 },
    }),
  ]);
  expect(collector.resources[0]).toMatchObject({ "service.name": "forms-north" });
});

test("a signed form has separate spans for completion, fill and audit", async () => {
  const { call, spans } = await traced();
  const body = { ...fillAlabama, signForm: "SIGN" };
  expect((await call(fill(body, { traceparent }))).statusCode).toBe(200);
  const all = await spans();
  const whole = all.find(({ name }) => name === "POST /v1/fillPdf");
  expect(whole?.attributes).toEqual({
    "http.request.method": "POST",
    "http.route": "/v1/fillPdf",
    "http.response.status_code": 200,
    "withholding_forms.form": "AL101",
    "withholding_forms.mode": "SIGN",
  });
  const steps = all.filter((span) => span !== whole && !isLookUp(span));
  expect(steps.map(({ name }) => name).sort()).toEqual(["complete", "fill", "store record"]);
  for (const step of steps) {
    expect([step.traceId, step.parentSpanId]).toEqual([callersTrace, whole?.spanId]);
    expect(BigInt(step.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(whole!.startTimeUnixNano));
    expect(BigInt(step.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(whole!.endTimeUnixNano));
  }
});

test("a form that is sealed has the same spans", async () => {
  const file = sealFiles();
  const { certificate, certificatePem, keyPem } = makeCertificate({ key: "RSA" });
  const env = {
    SEAL_CERTIFICATE: file("certificate.pem", certificatePem),
    SEAL_KEY: file("key.pem", keyPem),
  };
  const { call, setTime, spans } = await traced({}, { seal: await openSeal(readConfig(env)) });
  setTime(new Date(Date.parse(certificate.validFrom) + 1000));
  expect((await call(fill({ ...fillAlabama, signForm: "SIGN" }))).statusCode).toBe(200);
  const steps = (await spans()).filter((span) => span.kind !== 2 && !isLookUp(span));
  expect(steps.map(({ name }) => name).sort()).toEqual(["complete", "fill", "store record"]);
});

test("looking up a key and asking the address provider are steps", async () => {
  const { app, call, apiKey, spans } = await traced();
  await app.inject({ url: "/authentication/login", headers: { "api-key": apiKey, traceparent } });
  await call({ method: "POST", url: "/v1/forms", payload: alabama });
  const all = await spans();
  const stepsOf = (name: string) => {
    const whole = all.find((span) => span.name === name);
    return all.filter((span) => span.parentSpanId === whole?.spanId).map((span) => span.name);
  };
  expect(stepsOf("GET /authentication/login")).toContain("store findByHash");
  expect(stepsOf("POST /v1/forms").slice(-2)).toEqual(["addresses locate", "addresses locate"]);
});

test("a rejection has its code; only an internal error is an error", async () => {
  const { call, spans } = await traced();
  await call(fill({ ...fillAlabama, fields: { filingStatus: "NONE" } }));
  await call({ url: "/v1/formQuestionSet/XX999/QS1" });
  await call({ url: "/nowhere" });
  const outline = (await spans())
    .filter((span) => !isLookUp(span))
    .map(({ name, attributes, status }) => [
      name,
      attributes["http.response.status_code"],
      attributes["withholding_forms.problem"] ?? attributes["error.type"],
      attributes["withholding_forms.form"],
      status.code,
    ]);
  expect(outline).toEqual([
    ["complete", undefined, "ANSWERS_REFUSED", undefined, 0],
    ["POST /v1/fillPdf", 422, "ANSWERS_REFUSED", "AL101", 0],
    ["GET /v1/formQuestionSet/:formId/:questionSetId", 404, "UNKNOWN_FORM", undefined, 0],
    ["GET unmatched", 404, "NOT_FOUND", undefined, 0],
  ]);
});

test("an audit log that fails is an error of the step and of the request", async () => {
  const collector = await startCollector();
  const { tracing } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const server = await startTestServer({
    options: {
      tracing: await startTracing(tracing!),
      store: {
        ...openSqliteStore(mkdtempSync(join(tmpdir(), "withholding-forms-tracing-"))),
        record: async () => Promise.reject(Object.assign(new Error("x"), { code: "ENOSPC" })),
      },
    },
  });
  expect((await server.call(fill({ ...fillAlabama, signForm: "SIGN" }))).statusCode).toBe(503);
  const all = await delivered(server, collector);
  expect(all.find(({ name }) => name === "store record")).toMatchObject({
    attributes: { "error.type": "ENOSPC" },
    status: { code: 2 },
  });
  expect(all.find(({ name }) => name === "POST /v1/fillPdf")).toMatchObject({
    attributes: { "http.response.status_code": 503, "withholding_forms.problem": "AUDIT_UNAVAILABLE" },
    status: { code: 2 },
  });
});

test("no text of a caller is in a span", async () => {
  const { app, call, token, apiKey, spans, collector } = await traced();
  const canaries = ["Canaryname", "219-09-9999", "219099999", "Canary Lane", "canary-answer", "Canaryville"];
  const address = { ...montgomery, streetAddress1: "77 Canary Lane", city: "Canaryville" };
  const employee = {
    ...americanEmployee,
    firstName: "Canaryname",
    socialSecurityNumber: "219-09-9999",
    address,
  };
  const headers = {
    traceparent,
    tracestate: "canary-answer=Canaryname",
    baggage: "name=Canaryname",
    "x-request-id": "Canaryname-219-09-9999",
    "user-agent": "Canaryname",
  };
  for (const signForm of ["PREVIEW", "SIGN", "SIGN_EXTERNALLY", "canary-answer"])
    await call(fill({ ...fillAlabama, employee, signForm }, headers));
  await call(fill({ ...fillAlabama, formId: "Canaryname", employee }, headers));
  await call(fill({ ...fillAlabama, employee, fields: { "canary-answer": "canary-answer" } }, headers));
  await call(fill({ ...fillAlabama, employee: { ...employee, lastName: "Canaryname".repeat(9) } }, headers));
  await call(fill({ ...fillAlabama, employee }, { ...headers, timezone: "Canaryname/219-09-9999" }));
  const addresses = { homeAddress: address, workAddresses: [address] };
  for (const url of ["/v1/forms", "/v1/guided-flows"])
    await call({ method: "POST", url, payload: addresses, headers });
  for (const url of [
    "/v1/formQuestionSet/Canaryname/219-09-9999?formVersion=219099999",
    "/v1/formQuestionSet/AL101/canary-answer?x=Canaryname",
    "/Canaryname/219-09-9999?canary-answer=1",
    "/images/Canaryname/219099999/1.png",
  ])
    await app.inject({ url, headers: { ...headers, authorization: `Bearer ${token}` } });
  await app.inject({ url: "/authentication/login", headers: { ...headers, "api-key": "Canaryname" } });

  expect((await spans()).length).toBeGreaterThan(25);
  for (const secret of [...canaries, token, apiKey, "tracestate"]) {
    expect(collector.text().includes(secret)).toBe(false);
  }
});

test("log lines of a request have its trace ID, including that of an internal error", async () => {
  const routes: ServerOptions["routes"] = (scope) => {
    scope.get("/broken", { config: { types: ["application/json"] } }, async () => {
      await Promise.resolve();
      throw new Error("x");
    });
  };
  const { app, call, token, log, spans } = await traced({}, { routes });
  await call(fill(fillAlabama, { traceparent, "x-request-id": "request-0001" }));
  const broken = await app.inject({
    url: "/v1/broken",
    headers: { authorization: `Bearer ${token}`, traceparent },
  });
  expect(broken.statusCode).toBe(500);
  await spans();
  const lines = log()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.find(({ requestId }) => requestId === "request-0001")).toMatchObject({
    traceId: callersTrace,
    route: "/v1/fillPdf",
  });
  expect(lines.find(({ msg }) => msg === "internal error")).toMatchObject({ traceId: callersTrace });
});

test("without a valid traceparent, a new trace starts", async () => {
  const { call, spans } = await traced();
  const given = [
    undefined,
    `00-${"0".repeat(32)}-${callersSpan}-01`,
    `00-${callersTrace}-${"0".repeat(16)}-01`,
    traceparent.toUpperCase(),
    traceparent.replace(/^00/, "ff"),
    `${traceparent}, ${traceparent}`,
    "Canaryname",
  ];
  for (const value of given)
    await call({ url: "/v1/getAllFormIds", headers: value === undefined ? {} : { traceparent: value } });
  const all = requests(await spans());
  expect(all).toHaveLength(given.length);
  for (const span of all) {
    expect(span.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    expect(span.traceId).not.toBe(callersTrace);
    expect(span.parentSpanId).toBeUndefined();
  }
  expect(new Set(all.map(({ traceId }) => traceId)).size).toBe(given.length);
});

const asked = "1".repeat(32);
const notAsked = "2".repeat(32);

// Kept of three requests: one whose caller keeps its trace, one whose caller does not, one without a trace.
test.each([
  ["parentbased_always_on", "1", [true, false, true]],
  ["parentbased_always_off", "1", [true, false, false]],
  ["parentbased_traceidratio", "0", [true, false, false]],
  ["parentbased_traceidratio", "1", [true, false, true]],
  ["traceidratio", "0", [false, false, false]],
  ["always_on", "1", [true, true, true]],
  ["always_off", "1", [false, false, false]],
])("sampler %s with %s keeps %j", async (name, ratio, kept) => {
  const { call, spans } = await traced({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio });
  const url = "/v1/getAllFormIds";
  await call({ url, headers: { traceparent: `00-${asked}-${callersSpan}-01` } });
  await call({ url, headers: { traceparent: `00-${notAsked}-${callersSpan}-00` } });
  await call({ url });
  const traces = requests(await spans()).flatMap((span) =>
    span.name === `GET ${url}` ? [span.traceId] : [],
  );
  const others = traces.filter((trace) => trace !== asked && trace !== notAsked);
  expect([traces.includes(asked), traces.includes(notAsked), others.length === 1]).toEqual(kept);
});

test("probes leave no spans", async () => {
  const { app, spans } = await traced();
  for (const url of ["/healthz", "/readyz", "/metrics"]) await app.inject({ url });
  expect(await spans()).toEqual([]);
});

test("spans are sent in batches while the service runs, with the headers that were set", async () => {
  const { call, app, collector } = await traced({
    OTEL_BSP_SCHEDULE_DELAY: "10",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector",
  });
  await call({ url: "/v1/getAllFormIds" });
  await eventually(() => collector.spans.some(({ name }) => name === "GET /v1/getAllFormIds"), {
    what: "the span of the request",
  });
  expect(collector.headers[0]).toMatchObject({ authorization: "Bearer collector" });
  await eventually(
    async () => /trace_spans_total\{result="sent"\} [1-9]/.test((await app.inject({ url: "/metrics" })).body),
    { what: "a span that counts as sent" },
  );
});

test("an unreachable collector does not affect callers, and the service still exits", async () => {
  const { app, call } = await startTraced("http://127.0.0.1:9", { OTEL_BSP_SCHEDULE_DELAY: "10" }, {}, 3000);
  for (let count = 0; count < 20; count++) expect((await call(fill(fillAlabama))).statusCode).toBe(200);
  await eventually(
    async () => /trace_spans_total\{result="lost"\} [1-9]/.test((await app.inject({ url: "/metrics" })).body),
    { what: "a span that counts as lost" },
  );
  await app.close();
});

test("while a collector hangs, the service responds, queued spans stay bounded, and the service still exits", async () => {
  let release = (_status: number): void => {};
  const hang = new Promise<number>((done) => {
    release = done;
  });
  const collector = await startCollector(() => hang);
  const settings = { OTEL_BSP_SCHEDULE_DELAY: "0", OTEL_BSP_MAX_QUEUE_SIZE: "50" };
  const timeoutMs = 3000;
  const { app, call } = await startTraced(collector.url, settings, {}, timeoutMs);
  const began = Date.now();
  for (let count = 0; count < 1000; count++) await app.inject({ url: "/" });
  expect((await call(fill(fillAlabama))).statusCode).toBe(200);
  await app.close();
  release(200);
  // Of more than 1000 spans 50 wait; a batch of as many is given up each time the limit is over.
  const given = 1 + Math.ceil((Date.now() - began) / timeoutMs);
  expect(collector.spans.length).toBeLessThanOrEqual(50 + given * 50);
});

test("the span of a caller who disconnects ends then, and has that status", async () => {
  const { store, recording, goOn } = slowStore();
  const { app, token, spans } = await traced({}, { store });
  const body = { ...fillAlabama, signForm: "SIGN" };
  const impatient = await sendFill(app, { token, id: "left", body });
  await eventually(() => recording() > 0, { what: "the audit event" });
  impatient.destroy();
  await eventually(
    async () => (await app.inject({ url: "/metrics" })).body.includes("http_requests_in_flight 0\n"),
    { what: "no request to be under way" },
  );
  goOn();
  expect(requests(await spans()).find(({ name }) => name === "POST /v1/fillPdf")).toMatchObject({
    attributes: { "error.type": "aborted" },
    status: { code: 0 },
  });
});

test("without a collector's URL, OpenTelemetry's SDK is not loaded, and log lines have no trace ID", async () => {
  const { call, log } = await startTestServer();
  expect((await call({ url: "/v1/getAllFormIds", headers: { traceparent } })).statusCode).toBe(200);
  expect(log()).not.toContain("traceId");
  const { stdout } = await runNode(["--input-type=module", "--eval", loaded]);
  expect(JSON.parse(stdout)).toEqual([false, true]);
});

/** Whether the SDK is among the modules of a process, before and after tracing starts. */
const loaded = `
import { createRequire } from "node:module";
const dist = ${JSON.stringify(new URL("../../dist/", import.meta.url).href)};
const { cache } = createRequire(dist);
const isLoaded = () => Object.keys(cache).some((file) => file.includes("@opentelemetry/sdk-trace"));
await import(dist + "cli/serve.js");
const before = isLoaded();
const { startTracing } = await import(dist + "telemetry/tracing.js");
const settings = { url: "http://127.0.0.1:9", headers: {}, serviceName: "x", sampler: "always_on", ratio: 1, exportIntervalMs: 5000, maxQueueSize: 1 };
await startTracing(settings);
console.log(JSON.stringify([before, isLoaded()]));
`;
