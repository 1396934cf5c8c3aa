import type { FastifyRequest } from "fastify";
import { Problem } from "../problems/problem.js";

/** The `Idempotency-Key` header, with or without the quotation marks of the Internet-Draft; undefined if there is none. */
export function idempotencyKeyOf(request: Pick<FastifyRequest, "headers">): string | undefined {
  const header = request.headers["idempotency-key"];
  if (header === undefined) return undefined;
  const text = typeof header === "string" ? header.trim() : "";
  const [, key] = shape.exec(/^".*"$/.test(text) ? text.slice(1, -1) : text) ?? [];
  if (key === undefined) throw new Problem("INVALID_IDEMPOTENCY_KEY");
  return key;
}

/** Long enough that it cannot be guessed. No comma: Node joins repeated headers with one. */
const shape = /^([A-Za-z0-9._~:+/=-]{16,128})$/;
