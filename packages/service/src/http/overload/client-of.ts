import type { IncomingMessage } from "node:http";
import { countedAddress } from "../../limits/caller-address.js";

/** Who a request is counted against. */
export interface Client {
  readonly id: string;
  /** Whether its token was verified before. */
  readonly known: boolean;
}

export interface ClientOfOptions {
  /** How many proxies in front of us write `X-Forwarded-For`. */
  readonly trustProxy: number;
  /** The key of a token that was verified before and is still valid. Cheap, since it runs for every request. */
  readonly knownKey: (authorization: string | undefined) => string | undefined;
  /** Paths of probes. */
  readonly probes: ReadonlySet<string>;
}

/**
 * The key of the request's token if we know it, otherwise the caller's address. Probes are counted separately from other
 * requests of their address, so that a flood through the same proxy does not make a live process look dead.
 */
export function clientOf(request: IncomingMessage, options: ClientOfOptions): Client {
  const key = options.knownKey(request.headers.authorization);
  if (key !== undefined) return { id: key, known: true };
  const address = countedAddress(callerAddress(request, options.trustProxy));
  return { id: options.probes.has(request.url ?? "") ? `probe ${address}` : address, known: false };
}

/** As Fastify's `request.ip`: as many addresses as there are proxies are theirs; callers can write what is before them. */
function callerAddress({ socket, headers }: IncomingMessage, trustProxy: number): string {
  const peer = socket.remoteAddress ?? "";
  const forwarded = headers["x-forwarded-for"];
  if (trustProxy === 0 || forwarded === undefined) return peer;
  const addresses = String(forwarded).split(",").slice(-trustProxy);
  return addresses[0]?.trim() ?? peer;
}
