import { constants, inflateSync } from "node:zlib";

/** Agency forms unpack to a few megabytes. A file made to exhaust memory unpacks to a thousand times its size. */
export const maxInflatedBytes = 100_000_000;

/**
 * Rejects a file whose packed streams unpack to more than the limit in total. The libraries that take it apart have no
 * such limit, so this comes first. It does not see into streams that are also encrypted.
 */
export function requireModestStreams(file: Uint8Array, limit = maxInflatedBytes): void {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  let left = limit;
  let at = bytes.indexOf(keyword);
  while (at >= 0) {
    const start = afterLineEnd(bytes, at + keyword.length);
    const end = bytes.indexOf("endstream", start);
    left -= inflatedLength(bytes.subarray(start, end < 0 ? bytes.length : end), left);
    at = end < 0 ? -1 : bytes.indexOf(keyword, end + "endstream".length);
  }
}

const keyword = "stream";

function afterLineEnd(bytes: Buffer, at: number): number {
  const next = bytes[at] === 0x0d ? at + 1 : at;
  return bytes[next] === 0x0a ? next + 1 : next;
}

/** 0 for what is not packed this way, or damaged: the libraries decide what to do with that. */
function inflatedLength(packed: Buffer, limit: number): number {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, limit), finishFlush: constants.Z_SYNC_FLUSH })
      .length;
  } catch (error) {
    if ((error as { readonly code?: string }).code !== "ERR_BUFFER_TOO_LARGE") return 0;
    throw new Error(`The file unpacks to more than ${maxInflatedBytes / 1e6} MB.`);
  }
}
