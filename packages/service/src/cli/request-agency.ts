import { lookup } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { addAbortSignal } from "node:stream";
import { isPublicAddress } from "./public-address.js";

/** Why a request failed, as the end of a sentence. */
export class DownloadError extends Error {}

export interface AgencyRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Also requests addresses that are not public, such as those of this machine and this network. */
  readonly allowPrivate: boolean;
}

/**
 * One GET request to a site of an agency; redirects are up to the caller. By default, it connects to public addresses only:
 * neither an address in the content nor a redirect can reach what only this machine can reach. The addresses that are
 * checked are those that are connected to.
 */
export function requestAgency(
  url: URL,
  { headers, signal, allowPrivate }: AgencyRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (!/^https?:$/.test(url.protocol)) throw new DownloadError(`${url.protocol} is neither http nor https`);
    // No name is looked up for an address.
    if (!allowPrivate && isIP(host) !== 0) requirePublic(host, host);
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const options = { headers, signal, agent: false, ...(allowPrivate ? {} : { lookup: lookupPublic }) };
    send(url, options)
      .on("response", (response) => resolve(addAbortSignal(signal, response)))
      .on("error", reject)
      .end();
  });
}

const lookupPublic: LookupFunction = (host, options, callback) =>
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    try {
      for (const { address } of addresses) requirePublic(host, address);
    } catch (refusal) {
      return callback(refusal as DownloadError, []);
    }
    const [first] = addresses;
    if (options.all === true) callback(null, addresses);
    else callback(null, first?.address ?? "", first?.family);
  });

function requirePublic(host: string, address: string): void {
  if (!isPublicAddress(address)) throw new DownloadError(`${host} is not a public address`);
}

export async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
    if (length > maxBytes) throw new DownloadError(`it is larger than ${Math.floor(maxBytes / 1e6)} MB`);
  }
  return Buffer.concat(parts);
}

/** The end of a sentence. */
export function reasonOf(error: unknown, seconds: number): string {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === "AbortError") return `it took longer than ${seconds} seconds`;
  return code === "ECONNRESET" ? "the connection closed before the download finished" : message;
}

export const redirectStatuses: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);
