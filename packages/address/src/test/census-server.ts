import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Answer = (query: URLSearchParams, response: ServerResponse, request: IncomingMessage) => void;

/** A local HTTP server in place of the Census Bureau's host that records the requests. */
export interface CensusServer {
  readonly baseUrl: string;
  readonly requests: URL[];
  /** Responses for the next requests; the last one repeats. */
  answers(...answers: readonly Answer[]): void;
  close(): Promise<void>;
}

export async function censusServer(): Promise<CensusServer> {
  const requests: URL[] = [];
  let queue: Answer[] = [noMatch];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://census.test");
    requests.push(url);
    const answer = queue.length > 1 ? queue.shift()! : queue[0]!;
    answer(url.searchParams, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/geocoder`,
    requests,
    answers: (...answers) => {
      queue = [...answers];
    },
    close: () => stop(server),
  };
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** One element of `addressMatches`, all fields as the service documents them. */
export function matchOf(
  matchedAddress: string,
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  const [, city, state, zip] = matchedAddress.split(", ");
  return {
    tigerLine: { side: "L", tigerLineId: "2733215" },
    coordinates: { x: -86.300_912_345_6, y: 32.377_123_456_7 },
    addressComponents: {
      zip,
      streetName: "DEXTER",
      preType: "",
      city,
      preDirection: "",
      suffixDirection: "",
      fromAddress: "500",
      state,
      suffixType: "AVE",
      toAddress: "698",
      suffixQualifier: "",
      preQualifier: "",
    },
    matchedAddress,
    ...change,
  };
}

export function matches(...found: readonly Record<string, unknown>[]): Answer {
  return (query, response) => {
    const input = {
      address: {
        street: query.get("street"),
        city: query.get("city"),
        state: query.get("state"),
        zip: query.get("zip"),
      },
      benchmark: {
        isDefault: true,
        benchmarkDescription: "Public Address Ranges - Current Benchmark",
        id: "4",
        benchmarkName: query.get("benchmark"),
      },
    };
    send(response, 200, { result: { input, addressMatches: found } });
  };
}

export const noMatch: Answer = matches();

/** HTTP 400 as the service documents it. */
export const refused: Answer = (_query, response) => {
  send(response, 400, {
    errors: ["Street address cannot be empty and cannot exceed 100 characters"],
    status: "400",
  });
};

export function status(code: number): Answer {
  return (_query, response) =>
    send(response, code, { errors: ["Internal Server Error"], status: String(code) });
}

export function body(text: string, type = "application/json"): Answer {
  return (_query, response) => response.writeHead(200, { "content-type": type }).end(text);
}

/** Accepts the request and never responds. */
export const silence: Answer = () => undefined;

export const hangUp: Answer = (_query, _response, request) => request.socket.destroy();

function send(response: ServerResponse, code: number, value: unknown): void {
  response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(value));
}
