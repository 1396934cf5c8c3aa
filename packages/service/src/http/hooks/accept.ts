import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../../problems/problem.js";

/** Refuses callers who take none of the media types of the route. */
export function checkAccept(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { types = [] } = request.routeOptions.config;
  if (chooseType(request.headers.accept, types) !== undefined) done();
  else done(new Problem("NOT_ACCEPTABLE", { values: { types: types.join(", ") } }));
}

/** Which of the types we can answer with suits an `Accept` header best (RFC 9110, 12.5.1); undefined for none. */
export function chooseType<Type extends string>(
  header: string | undefined,
  offered: readonly Type[],
): Type | undefined {
  if (header === undefined || header === "" || header === "*/*") return offered[0];
  const ranges = parse(header.slice(0, 2000));
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

interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

function parse(header: string): MediaRange[] {
  return header.split(",").map((part) => {
    const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return { range, quality: q === undefined ? 1 : Number.parseFloat(q) || 0 };
  });
}

/** The most specific range that names the type decides. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const family = `${type.slice(0, type.indexOf("/"))}/*`;
  for (const wanted of [type, family, "*/*"]) {
    const found = ranges.find(({ range }) => range === wanted);
    if (found !== undefined) return found.quality;
  }
  return 0;
}
