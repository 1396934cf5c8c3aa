import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Close the connection: before the response, or after its first bytes. */
  readonly cut?: "before" | "within";
  /** Never respond. */
  readonly silent?: boolean;
}

export interface LocalServer {
  readonly origin: string;
  readonly received: readonly Received[];
  /** Number of requests for this path. */
  count(path: string): number;
}

/** A server with scripted responses, for failures that the real service cannot produce on demand. */
export async function startLocalServer(answer: (request: Received) => Reply): Promise<LocalServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const [path = ""] = (request.url ?? "").split("?");
      const one: Received = {
        method: request.method ?? "",
        path,
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      received.push(one);
      send(response, answer(one));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    count: (path) => received.filter((request) => request.path === path).length,
  };
}

function send(response: ServerResponse, { status = 200, headers = {}, body, cut, silent }: Reply): void {
  if (silent) return;
  if (cut === "before") {
    response.socket?.destroy();
    return;
  }
  const text = typeof body === "string" ? body : JSON.stringify(body ?? {});
  response.writeHead(status, { "content-type": "application/json", ...headers });
  if (cut === "within") {
    response.write(text.slice(0, 3), () => response.socket?.destroy());
    return;
  }
  response.end(text);
}

/** A token like the service's, with a signature that is never checked. Times are in seconds. */
export function tokenOf(claims: Readonly<Record<string, unknown>>): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "HS256" })}.${part(claims)}.${Buffer.from("seal").toString("base64url")}`;
}

export function problemDocument(status: number, code: string): Readonly<Record<string, unknown>> {
  return { type: "about:blank", title: "No", status, detail: "No.", code, requestId: "r-1", errors: [] };
}
