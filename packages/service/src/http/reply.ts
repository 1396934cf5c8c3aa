import { createHash } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A response that depends only on the content. */
export interface Constant {
  /** Text stays a string: Node sends it in one piece with the headers, which is much faster than a buffer. */
  readonly body: Buffer | string;
  readonly size: number;
  readonly etag: string;
  readonly type: string;
}

export function constant(body: string | Uint8Array, type: string): Constant {
  const bytes =
    typeof body === "string" ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  return { body: typeof body === "string" ? body : bytes, size: bytes.length, etag, type };
}

export const jsonType = "application/json; charset=utf-8";

/** Answers that need a token may be kept by the caller, not by caches in between; the day may change the latest version. */
const revalidate = "private, max-age=300";

/** Sends the response, or 304 to a caller that already has it. */
export function sendConstant(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, size, etag, type }: Constant,
  cacheControl: string = revalidate,
): FastifyReply {
  reply.header("etag", etag).header("cache-control", cacheControl);
  if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.header("content-type", type).header("content-length", size).send(body);
}

export function sendJson(reply: FastifyReply, json: string | Buffer): FastifyReply {
  return reply.header("content-type", jsonType).header("cache-control", "no-store").send(json);
}

/** A JSON text whose middle is the same for many responses. */
export interface JsonParts {
  readonly before: string;
  /** Not to be written to. */
  readonly shared: Buffer;
  readonly after: string;
  /** Bytes of all three. */
  readonly size: number;
}

/**
 * Sends a text without putting it together: the kernel reads the shared part from where it is, and no request leaves a
 * large buffer behind. Fastify sends one piece only, so this is past it; hooks before and after the answer run as ever.
 */
export function sendParts(reply: FastifyReply, { before, shared, after, size }: JsonParts): void {
  reply.header("content-type", jsonType).header("cache-control", "no-store").header("content-length", size);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  raw.write(before, "latin1");
  raw.write(shared);
  raw.end(after);
}

/** RFC 9110, 13.1.2: a list of tags, weakly compared, or `*`. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((part) => {
    const tag = part.trim();
    return tag === "*" || tag === etag || tag === `W/${etag}`;
  });
}
