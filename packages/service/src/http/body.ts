import type { Language } from "@withholding-forms/interview";
import type { FastifyRequest } from "fastify";
import { readTimeZone } from "../app/time-zone.js";
import { trimmed } from "../app/trimmed.js";
import { bodyLimits, bodyUnits, countElements, maxDepth, maxMembers } from "../limits/work.js";
import { readJson } from "../problems/parse-json.js";
import { Problem } from "../problems/problem.js";
import type { Validate } from "../problems/validation.js";

/** A body as it was sent, and the units of the quota that its size costs. Throws a Problem. */
export function readBytes(bytes: Buffer, language: Language): { value: unknown; units: number } {
  const elements = countElements(bytes, maxMembers);
  if (elements > maxMembers) throw new Problem("BODY_TOO_LARGE", { values: bodyLimits });
  return { value: readJson(bytes, language, maxDepth), units: bodyUnits(bytes.length, elements) };
}

/** Returns the body if it matches its schema. */
export function readBody<Body>(
  request: Pick<FastifyRequest, "body">,
  validate: Validate,
  language: Language,
): Body {
  if (request.body === undefined) throw new Problem("MALFORMED_JSON");
  const body = trimmed(request.body);
  const errors = validate(body, language);
  if (errors.length > 0) throw new Problem("INVALID_BODY", { errors });
  return body as Body;
}

export function timeZoneOf(request: Pick<FastifyRequest, "headers">): string {
  const header = request.headers["timezone"];
  const zone = Array.isArray(header) ? undefined : readTimeZone(header);
  if (zone === undefined) throw new Problem("UNKNOWN_TIME_ZONE");
  return zone;
}
