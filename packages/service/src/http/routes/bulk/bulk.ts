import { PassThrough, Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { BulkFillPdfRequest, BulkLocationRequest, BulkResponse } from "@withholding-forms/contract/schemas";
import type { TSchema } from "@withholding-forms/contract/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requestLine } from "../../../app/request-line.js";
import { bodyLimit, maxDepth } from "../../../limits/work.js";
import { parseJson } from "../../../problems/parse-json.js";
import { Problem } from "../../../problems/problem.js";
import { type Line, linesOf, ndjsonType } from "../../ndjson.js";
import { acceptLanguage, operation, timezone } from "../../openapi/operation.js";
import type { Operation } from "../../openapi/operation-parts.js";
import type { Service } from "../../service.js";
import { createSlots } from "../../slots.js";

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
export function bulkRoutes(app: FastifyInstance, service: Service): void {
  const slots = createSlots(slotCounts);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(ndjsonType, (_request, payload, done) => done(null, payload));
    const route = (endpoint: string, parts: Parts): void => {
      scope.post(`/bulk/${endpoint}`, {
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
          const url = `${service.config.basePath}/${endpoint}`;
          const stream = answers(request.body, { scope, service, request, reply, url });
          return reply
            .header("content-type", ndjsonType)
            .header("cache-control", "no-store")
            .send(Readable.from(stream, { objectMode: false }));
        },
      });
    };
    route("guided-flows", guidedFlows);
    route("fillPdf", fillPdf);
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
  readonly scope: FastifyInstance;
  readonly service: Service;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Of the single request. */
  readonly url: string;
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

async function answer({ number, bytes }: Line, bulk: Bulk): Promise<Buffer> {
  const parsed = bytes === undefined ? undefined : parseJson(bytes, maxDepth);
  const { id, idempotencyKey, body } = requestLine(parsed?.value);
  // What cannot be read is rejected by the endpoint, in its own words.
  const readable = parsed !== undefined && parsed.duplicate === undefined;
  const headers = {
    ...forwarded(bulk.request),
    "x-request-id": `${bulk.request.id.slice(0, 50)}-${number}`,
    "content-type": "application/json",
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    ...(bytes === undefined ? { "content-length": String(bodyLimit + 1) } : {}),
  };
  const payload = readable ? JSON.stringify(body) : (bytes ?? "{}");
  for (let waits = 0; ; waits += 1) {
    await bulk.service.turn(bulk.request.keyId);
    if (bulk.reply.raw.destroyed) return Buffer.alloc(0);
    const response = await bulk.scope.inject({ method: "POST", url: bulk.url, headers, payload });
    const { statusCode: status, rawPayload } = response;
    const retryAfter = Number(response.headers["retry-after"]);
    if (status !== 429 || waits === maxWaits || isOver(bulk)) {
      const start = JSON.stringify({ id, line: number, status, ...(retryAfter > 0 ? { retryAfter } : {}) });
      return Buffer.concat([Buffer.from(`${start.slice(0, -1)},"body":`), rawPayload, Buffer.from("}\n")]);
    }
    for (let left = retryAfter; left > 0 && !isOver(bulk); left -= 1) await sleep(1000);
  }
}

function forwarded({ headers }: FastifyRequest): Record<string, string> {
  const names = ["authorization", "accept-language", "timezone", "traceparent", "host"];
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}

/** Undefined if it takes longer. */
async function within<Result>(promise: Promise<Result>, ms: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
