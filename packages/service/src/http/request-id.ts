import { randomUUID } from "node:crypto";

/** The caller's own request id where it is well formed, so that both sides' logs can be joined; else a new one. */
export function requestId(given: string | string[] | undefined): string {
  return typeof given === "string" && shape.test(given) ? given : randomUUID();
}

/** Nothing that could break a log line, a header or a file name. */
const shape = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;
