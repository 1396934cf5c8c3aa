import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context, Span } from "@opentelemetry/api";
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
 * OpenTelemetry traces. A span says which route, form, mode, status and problem code; nothing that a caller wrote is in
 * it, not even a path or the request id, because names and numbers may stand there.
 */
export interface Tracing {
  /** A span for each request except probes. Before other hooks, so that their work belongs to it. */
  watch(app: FastifyInstance, service: Traced): void;
  /**
   * The same function; each call on the way of a request has a span of its own, if the handler, or a hook before it,
   * makes it before it first waits for something.
   */
  timed<Use extends (...given: never[]) => unknown>(name: string, use: Use): Use;
  /** The same thing; each call of its methods has a span of its own, under the same condition. */
  timedMethods<Thing extends object>(name: string, thing: Thing): Thing;
  /** Of the request under way: joins its log lines with its spans. */
  traceId(): string | undefined;
  /** Sends what is left, but does not wait long for a collector that is slow. */
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

const mostInBatch = 512;
/** Then spans are given up: a collector that is down must cost neither time nor memory. */
const longestExport = 3000;

/** Loads the OpenTelemetry packages, which take a while, so only where traces are wanted. */
export async function startTracing(config: TracingConfig): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const exporter = new OTLPTraceExporter({
    url: config.url,
    headers: { ...config.headers },
    timeoutMillis: longestExport,
  });
  let exported = (_result: "sent" | "lost", _spans: number): void => {};
  const provider = new sdk.TracerProvider({
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
              exported(result.code === 0 ? "sent" : "lost", spans.length);
              done(result);
            });
          },
          shutdown: () => exporter.shutdown(),
        },
        maxQueueSize: config.mostWaiting,
        maxExportBatchSize: Math.min(mostInBatch, config.mostWaiting),
        scheduledDelayMillis: config.pause,
        exportTimeoutMillis: longestExport + 1000,
      }),
    ],
  });
  const tracer = provider.getTracer("withholding-forms");
  /**
   * Whose work is being done right now. Not AsyncLocalStorage: that makes every promise of the process dearer, which
   * doubles the cost of a small answer even where no trace is kept.
   */
  let current: Span | undefined;

  function within(span: Span | undefined, work: () => void): void {
    const before = current;
    current = span;
    try {
      work();
    } finally {
      current = before;
    }
  }

  function fail(span: Span, error: unknown): void {
    span.setAttribute("error.type", kindOf(error));
    const expected = error instanceof Problem && problemCodes[error.code].status < 500;
    if (!expected) span.setStatus({ code: api.SpanStatusCode.ERROR });
  }

  function timed<Use extends (...given: never[]) => unknown>(name: string, use: Use): Use {
    const call = (...given: never[]): unknown => {
      const parent = current;
      if (parent?.isRecording() !== true) return use(...given);
      const span = tracer.startSpan(name, undefined, api.trace.setSpan(api.ROOT_CONTEXT, parent));
      try {
        const result = use(...given);
        if (!(result instanceof Promise)) {
          span.end();
          return result;
        }
        return result.then(
          (value) => {
            span.end();
            return value;
          },
          (error) => {
            fail(span, error);
            span.end();
            throw error;
          },
        );
      } catch (error) {
        fail(span, error);
        span.end();
        throw error;
      }
    };
    return call as Use;
  }

  /** W3C Trace Context. `tracestate` is free text of the caller's, so it is left behind. */
  function contextOf(header: string | string[] | undefined): Context {
    const [, traceId = "", spanId = "", flags = ""] = traceparent.exec(String(header)) ?? [];
    const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
    return api.isSpanContextValid(parent)
      ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent)
      : api.ROOT_CONTEXT;
  }

  return {
    timed,
    timedMethods(name, thing) {
      const known = new Map<string | symbol, unknown>();
      return new Proxy(thing, {
        get(target, member) {
          const value: unknown = Reflect.get(target, member);
          if (typeof value !== "function" || typeof member === "symbol") return value;
          if (!known.has(member)) known.set(member, timed(`${name} ${member}`, value.bind(target)));
          return known.get(member);
        },
      });
    },
    traceId: () => current?.spanContext().traceId,

    watch(app, service) {
      const spans = new Counter({
        name: "trace_spans_total",
        help: "Spans handed to the collector (sent), and given up because it did not take them (lost)",
        labelNames: ["result"],
        registers: [service.metrics.registry],
      });
      exported = (result, count) => spans.inc({ result }, count);

      app.addHook("onRequest", (request, reply, done) => {
        const { url, config } = request.routeOptions;
        if (config.isProbe === true) return done();
        const route = url ?? "unmatched";
        const attributes = { "http.request.method": request.method, "http.route": route };
        request.span = tracer.startSpan(
          `${request.method} ${route}`,
          { kind: api.SpanKind.SERVER, attributes },
          contextOf(request.headers["traceparent"]),
        );
        const { span } = request;
        // Fastify tells of callers who leave only while their request is being read.
        reply.raw.on("close", () => {
          if (span.isRecording()) span.setAttribute("error.type", "aborted").end();
        });
        within(span, done);
      });
      // The handler begins within this call, as far as it goes without waiting.
      app.addHook("preHandler", (request, _reply, done) => within(request.span, done));
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
        within(span, done);
      });
    },

    async stop() {
      await Promise.race([
        provider.shutdown().catch(() => {}),
        sleep(longestExport, undefined, { ref: false }),
      ]);
    },
  };
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

/** Which form, where it is one of ours: a name that we do not know may be anything. */
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

/** What went wrong in a word of ours or of the system; messages of errors may hold what a person typed. */
function kindOf(error: unknown): string {
  const code: unknown = isObject(error) ? error["code"] : undefined;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{1,39}$/.test(code) ? code : "error";
}
