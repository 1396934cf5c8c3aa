import { bodyOf, DownloadError, reasonOf, redirectStatuses, requestAgency } from "./request-agency.js";

export interface DownloadOptions {
  readonly seconds: number;
  readonly maxBytes: number;
  readonly allowPrivate: boolean;
}

const maxRedirects = 5;

/**
 * Downloads a file completely or fails. Redirects to any https URL are followed, since the file is identified by its hash;
 * other redirects only within the same host, and never from https to http.
 */
export async function download(
  address: string,
  { seconds, maxBytes, allowPrivate }: DownloadOptions,
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(seconds * 1000);
  const headers = { accept: "application/pdf" };
  let url = new URL(address);
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await requestAgency(url, { headers, signal, allowPrivate });
      if (response.statusCode === 200) return await bodyOf(response, maxBytes);
      response.destroy();
      if (!redirectStatuses.has(response.statusCode))
        throw new DownloadError(`the server returned status ${response.statusCode}`);
      url = followed(url, response.headers.location);
    }
  } catch (error) {
    throw new DownloadError(reasonOf(error, seconds));
  }
  throw new DownloadError(`it redirects more than ${maxRedirects} times`);
}

function followed(from: URL, location: string | undefined): URL {
  const to =
    location !== undefined && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (to === undefined) throw new DownloadError("it redirects without a valid Location");
  if (to.protocol === "https:" || (to.protocol === from.protocol && to.host === from.host)) return to;
  throw new DownloadError(`it redirects to ${to.origin}, which is neither https nor the same host`);
}
