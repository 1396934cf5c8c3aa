import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  type Client,
  createClient,
  UnauthorizedError,
  WithholdingFormsError,
} from "@withholding-forms/client";
import { LRUCache } from "lru-cache";
import { readConfig } from "../config.js";
import { OperatorError } from "../operator-error.js";
import { createMcpServer } from "./mcp/tools.js";
import { printError } from "./print.js";

export interface McpOptions {
  readonly service: string;
  readonly http?: number;
  readonly host: string;
}

/** Offers the service to AI agents: on standard input and output, or over HTTP with the caller's own API key. */
export async function mcp({ service, http, host }: McpOptions): Promise<void> {
  if (http !== undefined) return listen(service, http, host);
  const { apiKey } = readConfig(process.env);
  if (apiKey === undefined) throw new OperatorError("Set API_KEY to the key that the agent uses.");
  await createMcpServer(createClient({ baseUrl: service, apiKey, timeoutMs })).connect(
    new StdioServerTransport(),
  );
}

/** As long as agents wait by default. */
const timeoutMs = 60_000;

/** Clients by API key, so that not every request logs in. */
type Clients = LRUCache<string, Client>;

/** Max bytes of a request. The service accepts less. */
const maxBodyBytes = 512 * 1024;

async function listen(service: string, port: number, host: string): Promise<void> {
  const clients: Clients = new LRUCache({ max: 100 });
  const server = createServer((request, response) => {
    answer(request, response, service, clients).catch((error: unknown) => {
      if (response.headersSent) return;
      // Also if others tried wrong keys until the service counts no more logins from here.
      if (error instanceof WithholdingFormsError)
        refuse(response, 503, "The service is busy or cannot be reached");
      else refuse(response, 500, "Internal error");
    });
  });
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  printError(`MCP: http://${host}:${typeof address === "object" ? address?.port : port}/mcp`);
  process.once("SIGINT", () => server.close()).once("SIGTERM", () => server.close());
}

/** Without sessions: each request says everything, so nothing has to be kept between two. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  service: string,
  clients: Clients,
): Promise<void> {
  if (request.url?.split("?")[0] !== "/mcp") return refuse(response, 404, "Not found");
  if (request.method !== "POST") return refuse(response, 405, "Method not allowed");
  if (!(Number(request.headers["content-length"]) <= maxBodyBytes))
    return refuse(response, 413, "Too large, or without a length");
  const client = await clientFor(request, service, clients);
  if (client === undefined) return refuse(response, 401, "Unauthorized");
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createMcpServer(client);
  response.once("close", () => void server.close());
  await server.connect(transport as Transport);
  await transport.handleRequest(request, response);
}

async function clientFor(
  { headers }: IncomingMessage,
  service: string,
  clients: Clients,
): Promise<Client | undefined> {
  const apiKey = /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? headers["api-key"];
  if (typeof apiKey !== "string" || apiKey === "") return undefined;
  const client = clients.get(apiKey) ?? createClient({ baseUrl: service, apiKey, timeoutMs });
  try {
    await client.accessToken();
  } catch (error) {
    if (error instanceof UnauthorizedError) return undefined;
    throw error;
  }
  clients.set(apiKey, client);
  return client;
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const error = { code: -32000, message };
  response
    .writeHead(status, {
      "content-type": "application/json",
      ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
      ...(status === 405 ? { allow: "POST" } : {}),
    })
    .end(JSON.stringify({ jsonrpc: "2.0", error, id: null }));
}
