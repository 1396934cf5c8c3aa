import type { Language } from "@withholding-forms/interview";
import type { FastifyRequest } from "fastify";
import { readTimeZone } from "../app/time-zone.js";
import { trimmed } from "../app/trimmed.js";
import { Problem } from "../problems/problem.js";
import type { Validate } from "../problems/validation.js";

/** Returns the body if it matches its schema. */
export function readBody<Body>(request: FastifyRequest, validate: Validate, language: Language): Body {
  if (request.body === undefined) throw new Problem("MALFORMED_JSON");
  const body = trimmed(request.body);
  const errors = validate(body, language);
  if (errors.length > 0) throw new Problem("INVALID_BODY", { errors });
  return body as Body;
}

export function timeZoneOf(request: FastifyRequest): string {
  const header = request.headers["timezone"];
  const zone = Array.isArray(header) ? undefined : readTimeZone(header);
  if (zone === undefined) throw new Problem("UNKNOWN_TIME_ZONE");
  return zone;
}
