import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { recentCache } from "../cache.js";
import { readWeighted } from "./quality-values.js";

/** Content codings, best first. */
const encodings = ["br", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

/** Below this size, compression saves nothing. */
export const minCompressedBytes = 1024;

/** The best coding for an `Accept-Encoding` header (RFC 9110, 12.5.3); undefined: send the body as it is. */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined || header === "") return undefined;
  const known = chosen.get(header);
  if (known !== undefined) return known.encoding;
  const encoding = bestOf(header);
  chosen.set(header, { encoding });
  return encoding;
}

/** Callers send few different headers. */
const chosen = recentCache<{ readonly encoding: Encoding | undefined }>(100);

function bestOf(header: string): Encoding | undefined {
  const asked = readWeighted(header);
  const qualityOf = (...names: readonly string[]): number | undefined =>
    asked.find(({ value }) => names.includes(value))?.quality;
  let best: Encoding | undefined;
  // `identity` is acceptable without being listed, but a listed one may have a higher weight.
  let bestQuality = qualityOf("identity") ?? 0;
  for (const encoding of encodings) {
    const quality = qualityOf(encoding, `x-${encoding}`) ?? qualityOf("*") ?? 0;
    if (quality === 0 || (best === undefined ? quality < bestQuality : quality <= bestQuality)) continue;
    best = encoding;
    bestQuality = quality;
  }
  return best;
}

/** Outside of the event loop. `kept`: many responses will share the result, so that it may take longer. */
export function compress(body: string | Buffer, encoding: Encoding, kept: boolean): Promise<Buffer> {
  return encoding === "gzip"
    ? gzipped(body, { level: kept ? 9 : 1 })
    : brotlied(body, {
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_QUALITY]: kept ? 9 : 3,
        },
      });
}

const gzipped = promisify<string | Buffer, { level: number }, Buffer>(gzip);
const brotlied = promisify<string | Buffer, { params: Record<number, number> }, Buffer>(brotliCompress);
