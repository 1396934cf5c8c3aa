import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../../problems/problem.js";
import { readWeighted, type Weighted } from "../quality-values.js";

/** Rejects callers who accept none of the media types of the route. */
export function checkAccept(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { types = [] } = request.routeOptions.config;
  if (chooseType(request.headers.accept, types) !== undefined) done();
  else done(new Problem("NOT_ACCEPTABLE", { values: { types: types.join(", ") } }));
}

/** The available type that matches an `Accept` header best (RFC 9110, 12.5.1); undefined if none does. */
export function chooseType<Type extends string>(
  header: string | undefined,
  offered: readonly Type[],
): Type | undefined {
  if (header === undefined || header === "" || header === "*/*") return offered[0];
  const ranges = readWeighted(header);
  let best: Type | undefined;
  let bestQuality = 0;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > bestQuality) {
      best = type;
      bestQuality = quality;
    }
  }
  return best;
}

/** The most specific range that names the type decides. */
function qualityOf(type: string, ranges: readonly Weighted[]): number {
  const family = `${type.slice(0, type.indexOf("/"))}/*`;
  for (const wanted of [type, family, "*/*"]) {
    const found = ranges.find(({ value }) => value === wanted);
    if (found !== undefined) return found.quality;
  }
  return 0;
}
