import { createHash } from "node:crypto";
import type { Language } from "@withholding-forms/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SizedCache } from "../cache.js";
import { chooseEncoding, compress, type Encoding, minCompressedBytes } from "./encoding.js";

/** A response that depends only on the content. */
export interface Constant {
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

export function constantJson(data: object): Constant {
  return constant(JSON.stringify(data), jsonType);
}

export const jsonType = "application/json; charset=utf-8";

/**
 * The caller may cache responses that need a token, but shared caches may not; the latest version can change each day.
 */
const revalidate = "private, max-age=300";

/** Sends the response, compressed if the caller accepts that, or 304 if the caller already has it. */
export function sendConstant(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Constant,
  cacheControl: string = revalidate,
): FastifyReply | Promise<FastifyReply> {
  const encoding = negotiate(request, reply, response);
  // Two representations must not share a strong tag (RFC 9110, 8.8.3.3).
  const etag = encoding === undefined ? response.etag : `${response.etag.slice(0, -1)}-${encoding}"`;
  reply.header("etag", etag).header("cache-control", cacheControl);
  if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  reply.header("content-type", response.type);
  if (encoding === undefined) return reply.header("content-length", response.size).send(response.body);
  return compressedOf(response, encoding).then((body) =>
    reply.header("content-encoding", encoding).header("content-length", body.length).send(body),
  );
}

/** The coding of a response, which depends on the caller's header from a certain size on. */
function negotiate(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, type }: Pick<Constant, "size" | "type">,
): Encoding | undefined {
  if (size < minCompressedBytes || !isText.test(type)) return undefined;
  const vary = reply.getHeader("vary");
  reply.header("vary", vary === undefined ? "accept-encoding" : `${String(vary)}, accept-encoding`);
  return chooseEncoding(request.headers["accept-encoding"] as string | undefined);
}

/** PDF and PNG files are already compressed. */
const isText = /^(?:text\/|application\/(?:json|yaml|x-yaml|javascript)\b)/;

const compressed = new WeakMap<Constant, Map<Encoding, Promise<Buffer>>>();

/** Compressed once, and kept as long as the response itself. */
function compressedOf(response: Constant, encoding: Encoding): Promise<Buffer> {
  const known = compressed.get(response) ?? new Map<Encoding, Promise<Buffer>>();
  compressed.set(response, known);
  const made = known.get(encoding) ?? compress(response.body, encoding, true);
  known.set(encoding, made);
  return made;
}

/** A list that is created once per day and language, when it is first requested. */
export function sendDaily(
  request: FastifyRequest,
  reply: FastifyReply,
  constants: SizedCache<Constant>,
  { key, language = "en" }: { readonly key: string; readonly language?: Language },
  make: () => object,
): FastifyReply | Promise<FastifyReply> {
  const name = `${key} ${language}`;
  let made = constants.get(name);
  if (made === undefined) {
    made = constantJson(make());
    constants.set(name, made, made.size);
  }
  return sendConstant(request, reply.header("content-language", language), made);
}

/** Uncompressed: for tokens, and for what is not worth compressing. */
export function sendJson(reply: FastifyReply, json: string | Buffer): FastifyReply {
  return reply.header("content-type", jsonType).header("cache-control", "no-store").send(json);
}

/**
 * Compressed if the caller accepts that. Never for a response with a token: its length would reveal information about
 * the token.
 */
export function sendCompressedJson(
  request: FastifyRequest,
  reply: FastifyReply,
  data: object,
): FastifyReply | Promise<FastifyReply> {
  const json = JSON.stringify(data);
  const encoding = negotiate(request, reply, { size: Buffer.byteLength(json), type: jsonType });
  if (encoding === undefined) return sendJson(reply, json);
  return compress(json, encoding, false).then((body) =>
    sendJson(reply.header("content-encoding", encoding), body),
  );
}

/** RFC 9110, 13.1.2: a list of tags, weakly compared, or `*`. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((part) => {
    const tag = part.trim();
    return tag === "*" || tag === etag || tag === `W/${etag}`;
  });
}
