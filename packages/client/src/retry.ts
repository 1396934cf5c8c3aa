/** Statuses after which the same request may succeed. */
export function isPassing(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

const firstDelay = 250;
const longestDelay = 8_000;

/**
 * Milliseconds before the next try. Without a wish of the service, a random part of a span that doubles each time, so
 * that many clients that failed together do not come back together. `tries` were made so far; `random` is from 0 to 1.
 */
export function delayBefore(tries: number, retryAfterMs: number | undefined, random: number): number {
  if (retryAfterMs !== undefined) return retryAfterMs + Math.round(random * firstDelay);
  return Math.round(random * Math.min(longestDelay, firstDelay * 2 ** (tries - 1)));
}

/** `Retry-After` (RFC 9110, 10.2.3), seconds or a date, in milliseconds from now; undefined where there is none. */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^[0-9]{1,9}$/.test(value)) return Number(value) * 1000;
  const until = httpDate(value);
  if (until === undefined) return undefined;
  // The service's own clock, where it tells the time: ours may be wrong.
  return Math.max(0, until - (httpDate(headers.get("date") ?? "") ?? now));
}

/** Date.parse also takes words that are no dates, such as `-5`. */
function httpDate(value: string): number | undefined {
  if (!/^[A-Z][a-z]{2,8},? /.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}
