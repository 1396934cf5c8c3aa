import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** One span as a collector receives it, with its attributes as plain members. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly events?: readonly unknown[];
  readonly traceState?: string;
}

export interface Collector {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  readonly resources: Readonly<Record<string, unknown>>[];
  readonly headers: IncomingHttpHeaders[];
  /** Everything received, as it came. */
  text(): string;
}

/** A collector of traces that takes OTLP as JSON over HTTP; `answer` may make it slow or broken. */
export async function startCollector(answer = (): number | Promise<number> => 200): Promise<Collector> {
  const bodies: string[] = [];
  const spans: ReceivedSpan[] = [];
  const resources: Readonly<Record<string, unknown>>[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    bodies.push(body);
    headers.push(request.headers);
    const { resourceSpans } = JSON.parse(body) as Delivery;
    for (const { resource, scopeSpans } of resourceSpans) {
      resources.push(members(resource.attributes));
      for (const scope of scopeSpans)
        spans.push(...scope.spans.map((span) => ({ ...span, attributes: members(span.attributes) })));
    }
    response.writeHead(await answer(), { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spans, resources, headers, text: () => bodies.join("\n") };
}

interface Delivery {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, "attributes"> & {
        readonly attributes: readonly Attribute[];
      })[];
    }[];
  }[];
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

function members(attributes: readonly Attribute[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
