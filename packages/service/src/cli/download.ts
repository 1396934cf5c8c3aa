/** Why a download failed, as the end of a sentence. */
export class DownloadError extends Error {}

export interface DownloadOptions {
  readonly seconds: number;
  readonly maxBytes: number;
}

const maxRedirects = 5;

/**
 * Downloads a file completely or fails. Redirects to any https URL are followed, since the file is identified by its hash;
 * other redirects only within the same host, and never from https to http.
 */
export async function download(address: string, { seconds, maxBytes }: DownloadOptions): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(seconds * 1000);
  let url = new URL(address);
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await fetch(url, {
        redirect: "manual",
        signal,
        headers: { accept: "application/pdf" },
      });
      if (response.status === 200) return await bodyOf(response, maxBytes);
      await response.body?.cancel();
      if (!redirectStatuses.has(response.status))
        throw new DownloadError(`the server returned status ${response.status}`);
      url = followed(url, response.headers.get("location"));
    }
  } catch (error) {
    if (error instanceof DownloadError) throw error;
    if (signal.aborted) throw new DownloadError(`it took longer than ${seconds} seconds`);
    throw new DownloadError(reasonOf(error));
  }
  throw new DownloadError(`it redirects more than ${maxRedirects} times`);
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function followed(from: URL, location: string | null): URL {
  const to = location !== null && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (to === undefined) throw new DownloadError("it redirects without a valid Location");
  if (to.protocol === "https:" || (to.protocol === from.protocol && to.host === from.host)) return to;
  throw new DownloadError(`it redirects to ${to.origin}, which is neither https nor the same host`);
}

async function bodyOf(response: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    length += part.length;
    if (length > maxBytes) throw new DownloadError(`it is larger than ${Math.floor(maxBytes / 1e6)} MB`);
  }
  return Buffer.concat(parts);
}

/** Node hides the cause of a failed request below "fetch failed". */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const { code, message: inner } = (cause ?? {}) as { code?: string; message?: string };
  if (code === "UND_ERR_SOCKET" || message === "terminated")
    return "the connection closed before the download finished";
  return inner === undefined || inner === "" ? (code ?? message) : inner;
}
