/** Statuses after which the same request can succeed. */
export function isPassing(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

const firstDelayMs = 250;
const maxDelayMs = 8_000;

/**
 * Milliseconds before the next attempt. Without Retry-After, a random part of a range that doubles each time, so that many
 * clients that failed together do not retry together. `tries` is the number of attempts so far; `random` is from 0 to 1.
 */
export function delayBefore(tries: number, retryAfterMs: number | undefined, random: number): number {
  if (retryAfterMs !== undefined) return retryAfterMs + Math.round(random * firstDelayMs);
  return Math.round(random * Math.min(maxDelayMs, firstDelayMs * 2 ** (tries - 1)));
}

/** `Retry-After` (RFC 9110, 10.2.3), seconds or a date, in milliseconds from now; undefined if there is none. */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^[0-9]{1,9}$/.test(value)) return Number(value) * 1000;
  const until = httpDate(value);
  if (until === undefined) return undefined;
  // Use the service's clock if we know it: ours may be wrong.
  return Math.max(0, until - (httpDate(headers.get("date") ?? "") ?? now));
}

/** Date.parse also accepts text that is not a date, such as `-5`. */
function httpDate(value: string): number | undefined {
  if (!/^[A-Z][a-z]{2,8},? /.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}
