import { PassThrough, Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { BulkFillPdfRequest, BulkLocationRequest, BulkResponse } from "@withholding-forms/contract/schemas";
import type { TSchema } from "@withholding-forms/contract/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RateLimit } from "../../../limits/limit-rate.js";
import { bodyLimit, fillUnits, locationUnits } from "../../../limits/work.js";
import { Problem } from "../../../problems/problem.js";
import { type Line, linesOf, ndjsonType } from "../../ndjson.js";
import { acceptLanguage, operation, timezone } from "../../openapi/operation.js";
import type { Operation } from "../../openapi/operation-parts.js";
import type { Service } from "../../service.js";
import { createSlots } from "../../slots.js";
import { serveFillPdf } from "../fill-pdf/fill-pdf.js";
import { serveGuidedFlows } from "../guided-flows/guided-flows.js";
import { type LineEndpoint, type ServeLine, serveLines } from "./serve-line.js";

/** Bulk requests that a process serves at the same time. */
const slotCounts = { total: 32, perCaller: 4 };
const busySeconds = 5;
/** Lines of one bulk request that are served at the same time: a signature waits for the disk, an address for its source. */
const concurrency = 8;
/** Read ahead for callers that send the whole body before they read the response. */
const maxReadAhead = 1024 * 1024;
/** A response without a byte for longer ends connections, ours and those of proxies. JSON can have spaces before it. */
const keepAliveMs = 10_000;
/** How often a line waits for the next minute of the quota. */
const maxWaits = 3;

/** Serves each line as if it were a request of its own: with the same checks, quota, log line, and response. */
export function bulkRoutes(app: FastifyInstance, service: Service, spend: RateLimit["spend"]): void {
  const slots = createSlots(slotCounts);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(ndjsonType, (_request, payload, done) => done(null, payload));
    const route = (path: string, parts: Parts, endpoint: Pick<LineEndpoint, "units" | "serve">): void => {
      const serve = serveLines(service, { route: `${service.config.basePath}${path}`, spend, ...endpoint });
      scope.post(`/bulk${path}`, {
        schema: operation({
          ...parts,
          consumes: [ndjsonType],
          ok: { schema: BulkResponse, types: [ndjsonType], example: parts.example },
          problems: [403, 415],
        }),
        config: { types: [ndjsonType] },
        handler: async (request, reply) => {
          if (!(request.body instanceof Readable)) throw new Problem("MALFORMED_JSON");
          const release = slots.take(request.keyId);
          if (release === undefined) throw new Problem("OVERLOADED", { retryAfterSeconds: busySeconds });
          reply.raw.once("close", release);
          const stream = answers(request.body, { service, serve, request, reply });
          return reply
            .header("content-type", ndjsonType)
            .header("cache-control", "no-store")
            .send(Readable.from(stream, { objectMode: false }));
        },
      });
    };
    const fill = serveFillPdf(service);
    route("/guided-flows", guidedFlows, {
      units: locationUnits,
      serve: async (line) => JSON.stringify(await serveGuidedFlows(service, line)),
    });
    route("/fillPdf", fillPdf, { units: fillUnits, serve: async (line) => (await fill(line)).json });
  });
}

type Parts = Pick<Operation, "operationId" | "tag" | "summary" | "description" | "headers"> & {
  readonly body: TSchema;
  readonly example: string;
};

const shared =
  "Each line of the body is a request with the caller's id, and each line of the response is {id, line, status, body}, in the same order, with what the single request would return. A line that cannot be read has its own error. Each line costs what the single request costs, and waits if the quota of the minute is used up.";

const guidedFlows: Parts = {
  operationId: "bulkGuidedFlows",
  tag: "Forms",
  summary: "Guided flows for many employees",
  description: `Each line is a LocationRequest. ${shared}`,
  headers: acceptLanguage,
  body: BulkLocationRequest,
  example: '{"id":"emp-1","line":1,"status":200,"body":{"flows":[{"id":"FEDERAL"...',
};

const fillPdf: Parts = {
  operationId: "bulkFillPdf",
  tag: "PDF and Tax Parameters",
  summary: "Complete many forms",
  description: `Each line is a FillPdfRequest. For SIGN, a line can have an idempotencyKey. ${shared}`,
  headers: { ...timezone, ...acceptLanguage },
  body: BulkFillPdfRequest,
  example: '{"id":"emp-1","line":1,"status":200,"body":{"pdf":"JVBERi0xLjcK...',
};

interface Bulk {
  readonly service: Service;
  readonly serve: ServeLine;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The response as it is made. Input is read only as far as the caller reads the output. */
async function* answers(body: Readable, bulk: Bulk): AsyncGenerator<Buffer | string> {
  const readAhead = new PassThrough({ readableHighWaterMark: maxReadAhead });
  body.once("error", () => readAhead.destroy()).pipe(readAhead);
  let running = 0;
  const lines = Readable.from(untilOver(readAhead, bulk)).map(
    async (line: Line) => {
      running += 1;
      return answer(line, bulk).finally(() => {
        running -= 1;
      });
    },
    { concurrency },
  );
  const iterator = lines[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    let next = iterator.next();
    for (;;) {
      const result = await within(next, keepAliveMs);
      if (result?.done) return;
      if (result !== undefined) {
        yield result.value;
        next = iterator.next();
      } else if (running > 0) yield " ";
    }
  } finally {
    lines.destroy();
  }
}

/** Ends when the caller is gone or the service is stopping: the caller sends the lines without a response again. */
async function* untilOver(body: Readable, bulk: Bulk): AsyncGenerator<Line> {
  try {
    for await (const line of linesOf(body, bodyLimit)) {
      if (isOver(bulk)) return;
      yield line;
    }
  } catch (error) {
    if (!isOver(bulk)) throw error;
  }
}

function isOver({ reply, service }: Bulk): boolean {
  return reply.raw.destroyed || service.isStopping();
}

async function answer(line: Line, bulk: Bulk): Promise<Buffer> {
  for (let waits = 0; ; waits += 1) {
    await bulk.service.turn(bulk.request.keyId);
    if (bulk.reply.raw.destroyed) return Buffer.alloc(0);
    const { id, status, retryAfter = 0, json } = await bulk.serve(line, bulk.request);
    if (status !== 429 || waits === maxWaits || isOver(bulk)) {
      const start = JSON.stringify({
        id,
        line: line.number,
        status,
        ...(retryAfter > 0 ? { retryAfter } : {}),
      });
      return Buffer.concat([
        Buffer.from(`${start.slice(0, -1)},"body":`),
        Buffer.from(json),
        Buffer.from("}\n"),
      ]);
    }
    for (let left = retryAfter; left > 0 && !isOver(bulk); left -= 1) await sleep(1000);
  }
}

/** Undefined if it takes longer. */
async function within<Result>(promise: Promise<Result>, ms: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
