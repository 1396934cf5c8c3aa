import { createHash } from "node:crypto";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Language } from "@withholding-forms/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SizedCache } from "../cache.js";
import { asciiJson } from "./ascii-json.js";
import { chooseEncoding, compress, type Encoding, minCompressedBytes } from "./encoding.js";

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

export function constantJson(data: object): Constant {
  return constant(asciiJson(data), jsonType);
}

export const jsonType = "application/json; charset=utf-8";

/** Answers that need a token may be kept by the caller, not by caches in between; the day may change the latest version. */
const revalidate = "private, max-age=300";

/** Sends the response, compressed if the caller wants that, or 304 to a caller that already has it. */
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

/** For handlers that are not async. A reply can be awaited, too, but that costs as much as finding the response. */
export function sendKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Constant,
): Promise<FastifyReply> | undefined {
  const sent = sendConstant(request, reply, response);
  return sent === reply ? undefined : (sent as Promise<FastifyReply>);
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

/** PDF and PNG files are compressed in themselves. */
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

/** A list that is made once a day and language, when it is first requested. */
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

/** As it is: for tokens, and for what is not worth compressing. */
export function sendJson(reply: FastifyReply, json: string | Buffer): FastifyReply {
  return reply.header("content-type", jsonType).header("cache-control", "no-store").send(json);
}

export interface SizedJson {
  readonly text: string;
  /** Bytes of it. */
  readonly size: number;
}

/**
 * Compressed if the caller wants that. Never for a response with a token: its length would say something about it. As with
 * `sendKnown`, there is nothing to wait for if it is sent.
 */
export function sendCompressedJson(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, size }: SizedJson,
): Promise<FastifyReply> | undefined {
  const encoding = negotiate(request, reply, { size, type: jsonType });
  if (encoding === undefined) {
    startJson(reply, size).end(text, textEncoding(text, size));
    return undefined;
  }
  return compress(text, encoding, false).then((body) =>
    sendJson(reply.header("content-encoding", encoding), body),
  );
}

/** A JSON text whose middle is the same for many responses. */
export interface JsonParts {
  /** ASCII. */
  readonly before: string;
  /** Not to be written to. */
  readonly shared: readonly Buffer[];
  readonly after: string;
  /** Bytes of it. */
  readonly afterSize: number;
}

/**
 * Sends a text without putting it together: the kernel reads the shared parts from where they are, and no request leaves a
 * large buffer behind.
 */
export function sendParts(reply: FastifyReply, { before, shared, after, afterSize }: JsonParts): void {
  const size = shared.reduce((sum, { length }) => sum + length, before.length + afterSize);
  const raw = startJson(reply, size);
  raw.write(before, "latin1");
  for (const part of shared) raw.write(part);
  raw.end(after, textEncoding(after, afterSize));
}

/** Past Fastify, which sends a text in one piece and as UTF-8 only. Hooks before and after the answer run as ever. */
function startJson(reply: FastifyReply, size: number): ServerResponse {
  reply.header("content-type", jsonType).header("cache-control", "no-store").header("content-length", size);
  reply.hijack();
  return reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
}

/** Characters of ASCII are the same bytes in both, but Node has to measure UTF-8 before it writes it. */
function textEncoding(text: string, size: number): "latin1" | "utf8" {
  return text.length === size ? "latin1" : "utf8";
}

/** RFC 9110, 13.1.2: a list of tags, weakly compared, or `*`. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((part) => {
    const tag = part.trim();
    return tag === "*" || tag === etag || tag === `W/${etag}`;
  });
}
