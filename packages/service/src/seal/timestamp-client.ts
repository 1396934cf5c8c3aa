import { readTimestampResponse, timestampRequest } from "@withholding-forms/pdf/seal";

const maxResponseBytes = 64 * 1024;

/** Asks a timestamp server (RFC 3161) when a signature existed. It sees only a hash. */
export function timestampClient(
  url: string,
  timeoutMs: number,
): (signature: Uint8Array) => Promise<Uint8Array> {
  return async (signature) => {
    const { request, nonce } = timestampRequest(signature);
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/timestamp-query", accept: "application/timestamp-reply" },
      body: new Uint8Array(request),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`responded with ${response.status}`);
    }
    return readTimestampResponse(await readBounded(response), signature, nonce);
  };
}

async function readBounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxResponseBytes) throw new Error(`responded with more than ${maxResponseBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
