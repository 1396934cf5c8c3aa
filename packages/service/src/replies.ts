import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** An answer that depends on the content only. */
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

/** Sends the answer, or 304 to a caller that has it already. */
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

/** RFC 9110, 13.1.2: a list of tags, weakly compared, or `*`. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((part) => {
    const tag = part.trim();
    return tag === "*" || tag === etag || tag === `W/${etag}`;
  });
}
