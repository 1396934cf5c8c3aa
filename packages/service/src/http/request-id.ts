import { randomUUID } from "node:crypto";

/**
 * The caller's own request id if it is well formed, so that the logs of both sides can be matched; otherwise a new one.
 */
export function requestId(given: string | string[] | undefined): string {
  return typeof given === "string" && shape.test(given) ? given : randomUUID();
}

/** Nothing that could break a log line, a header or a file name. */
const shape = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;
