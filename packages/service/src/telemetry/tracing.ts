import { AsyncLocalStorage } from "node:async_hooks";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context, Span, Tracer } from "@opentelemetry/api";
import { problemCodes } from "@withholding-forms/contract";
import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { today } from "../app/clock.js";
import type { Forms } from "../app/find-form.js";
import type { TracingConfig } from "../config.js";
import { Problem } from "../problems/problem.js";
import { isObject } from "../problems/validation.js";
import { Counter } from "../vendor/prometheus.js";
import type { Metrics } from "./metrics.js";

/**
 * OpenTelemetry traces. A span says which route, form, mode, status and problem code; it has no text of a caller, not
 * even a path or the request ID, because they may contain names and numbers.
 */
export interface Tracing {
  /** Adds a span for each request except probes. Call it before other hooks, so that the span includes their work. */
  watch(app: FastifyInstance, service: Traced): void;
  /** The same function, with a span for each call of a request. The span of a promise ends when it settles. */
  timed<Use extends (...given: never[]) => unknown>(name: string, use: Use): Use;
  /** The trace of the request in progress. It connects the log lines of a request with its spans. */
  traceId(): string | undefined;
  /** Sends the remaining spans, but does not wait long for a slow collector. */
  stop(): Promise<void>;
}

export interface Traced extends Forms {
  readonly metrics: Metrics;
  /** The code of the problem document that an error becomes. */
  problemCode(error: FastifyError): string;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Only where the service is traced. */
    span?: Span;
  }
}

const maxBatch = 512;
/** Then spans are given up: a collector that is down must cost neither time nor memory. */
const defaultTimeoutMs = 3000;

/** Loads the OpenTelemetry packages, which take a while, so only where traces are wanted. */
export async function startTracing(
  config: TracingConfig,
  exportTimeoutMs = defaultTimeoutMs,
): Promise<Tracing> {
  const packages = await loadPackages();
  const { api } = packages;
  const exports: Exports = { count: () => {} };
  const provider = createProvider(packages, config, { exports, exportTimeoutMs });
  const state: TraceState = {
    api,
    tracer: provider.getTracer("withholding-forms"),
    current: new AsyncLocalStorage(),
  };
  return {
    timed: (name, use) => timed(state, name, use),
    traceId: () => state.current.getStore()?.spanContext().traceId,
    watch(app, service) {
      const spans = new Counter({
        name: "trace_spans_total",
        help: "Spans handed to the collector (sent), and given up because it did not take them (lost)",
        labelNames: ["result"],
        registers: [service.metrics.registry],
      });
      exports.count = (result, count) => spans.inc({ result }, count);
      watchRequests(state, app, service);
    },
    async stop() {
      await Promise.race([
        provider.shutdown().catch(() => {}),
        sleep(exportTimeoutMs, undefined, { ref: false }),
      ]);
    },
  };
}

type Api = typeof import("@opentelemetry/api");

interface TraceState {
  readonly api: Api;
  readonly tracer: Tracer;
  /** The span of the request whose code runs right now. */
  readonly current: AsyncLocalStorage<Span | undefined>;
}

/** Counts exported spans, once there are metrics. */
interface Exports {
  count: (result: "sent" | "lost", spans: number) => void;
}

async function loadPackages() {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  return { api, sdk, OTLPTraceExporter, resourceFromAttributes };
}

function createProvider(
  { sdk, OTLPTraceExporter, resourceFromAttributes }: Awaited<ReturnType<typeof loadPackages>>,
  config: TracingConfig,
  { exports, exportTimeoutMs }: { readonly exports: Exports; readonly exportTimeoutMs: number },
) {
  const exporter = new OTLPTraceExporter({
    url: config.url,
    headers: { ...config.headers },
    timeoutMillis: exportTimeoutMs,
  });
  return new sdk.TracerProvider({
    resource: resourceFromAttributes({
      "service.name": config.serviceName,
      "service.instance.id": `${hostname()}-${process.pid}`,
    }),
    sampler: sampler(sdk, config),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: {
          export(spans, done) {
            exporter.export(spans, (result) => {
              exports.count(result.code === 0 ? "sent" : "lost", spans.length);
              done(result);
            });
          },
          shutdown: () => exporter.shutdown(),
        },
        maxQueueSize: config.maxQueueSize,
        maxExportBatchSize: Math.min(maxBatch, config.maxQueueSize),
        scheduledDelayMillis: config.exportIntervalMs,
        exportTimeoutMillis: exportTimeoutMs + 1000,
      }),
    ],
  });
}

/** A span below that of the request in progress; undefined if that is not recorded. */
function startStep({ api, tracer, current }: TraceState, name: string): Span | undefined {
  const whole = current.getStore();
  if (whole?.isRecording() !== true) return undefined;
  return tracer.startSpan(name, undefined, api.trace.setSpan(api.ROOT_CONTEXT, whole));
}

function timed<Use extends (...given: never[]) => unknown>(state: TraceState, name: string, use: Use): Use {
  const call = (...given: never[]): unknown => {
    const span = startStep(state, name);
    if (span === undefined) return use(...given);
    const failed = (error: unknown): never => {
      fail(state.api, span, error);
      throw error;
    };
    try {
      const result = use(...given);
      if (!(result instanceof Promise)) {
        span.end();
        return result;
      }
      return result.then((value: unknown) => {
        span.end();
        return value;
      }, failed);
    } catch (error) {
      return failed(error);
    }
  };
  return call as Use;
}

/** Ends a span whose work threw. */
function fail(api: Api, span: Span, error: unknown): void {
  span.setAttribute("error.type", kindOf(error));
  const expected = error instanceof Problem && problemCodes[error.code].status < 500;
  if (!expected) span.setStatus({ code: api.SpanStatusCode.ERROR });
  span.end();
}

/** W3C Trace Context. `tracestate` is free text of the caller, so it is not forwarded. */
function contextOf(api: Api, header: string | string[] | undefined): Context {
  const [, traceId = "", spanId = "", flags = ""] = traceparent.exec(String(header)) ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return api.isSpanContextValid(parent)
    ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent)
    : api.ROOT_CONTEXT;
}

function watchRequests(state: TraceState, app: FastifyInstance, service: Traced): void {
  const { api, tracer, current } = state;
  app.addHook("onRequest", (request, reply, done) => {
    const { url, config } = request.routeOptions;
    if (config.isProbe === true) return done();
    const route = url ?? "unmatched";
    const attributes = { "http.request.method": request.method, "http.route": route };
    request.span = tracer.startSpan(
      `${request.method} ${route}`,
      { kind: api.SpanKind.SERVER, attributes },
      contextOf(api, request.headers["traceparent"]),
    );
    const { span } = request;
    // Fastify reports callers who disconnect only while their request is being read.
    reply.raw.on("close", () => {
      if (span.isRecording()) span.setAttribute("error.type", "aborted").end();
    });
    current.run(span, done);
  });
  // The body was read by code of the connection.
  app.addHook("preHandler", (request, _reply, done) => current.run(request.span, done));
  app.addHook("onError", (request, _reply, error, done) => {
    request.span?.setAttribute("withholding_forms.problem", service.problemCode(error));
    done();
  });
  app.addHook("onResponse", (request, { statusCode }, done) => {
    const { span } = request;
    if (span === undefined) return done();
    if (span.isRecording()) {
      span.setAttributes({ "http.response.status_code": statusCode, ...formOf(request, service) });
      if (statusCode >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
    }
    span.end();
    current.run(span, done);
  });
}

const traceparent = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

type Sdk = typeof import("@opentelemetry/sdk-trace");

function sampler(sdk: Sdk, { sampler: name, ratio }: TracingConfig) {
  const root = name.endsWith("traceidratio")
    ? new sdk.TraceIdRatioBasedSampler(ratio)
    : name.endsWith("always_off")
      ? new sdk.AlwaysOffSampler()
      : new sdk.AlwaysOnSampler();
  return name.startsWith("parentbased_") ? new sdk.ParentBasedSampler({ root }) : root;
}

const modes: readonly unknown[] = ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"];

/** The form's ID, if it exists: an unknown one may be any text. */
function formOf({ params, body }: FastifyRequest, service: Forms): Record<string, string> {
  const sent = isObject(body) ? body : {};
  const id = isObject(params) && "formId" in params ? params["formId"] : sent["formId"];
  if (typeof id !== "string" || !service.catalog.formIds(today(service)).includes(id)) return {};
  const mode = sent["signForm"] ?? "PREVIEW";
  const filled = "formId" in sent && modes.includes(mode);
  return {
    "withholding_forms.form": id,
    ...(filled ? { "withholding_forms.mode": String(mode) } : {}),
  };
}

/** An error code of ours or of the system. Messages of errors may contain what a person typed. */
function kindOf(error: unknown): string {
  const code: unknown = isObject(error) ? error["code"] : undefined;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{1,39}$/.test(code) ? code : "error";
}
