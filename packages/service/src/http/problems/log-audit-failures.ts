import type { FastifyBaseLogger } from "fastify";
import { StoreError } from "../../store/store.js";

/**
 * Logs why the audit log is unavailable. One line per interval: while the store is down, every signature fails. Nothing
 * from the request is logged, and of an unknown error only its code: its message can quote what a person typed.
 */
export function auditFailureLog(
  log: Pick<FastifyBaseLogger, "error">,
  clock: () => number = () => performance.now(),
): (cause: unknown) => void {
  let notBefore = -Infinity;
  let failures = 0;
  return (cause) => {
    failures += 1;
    if (clock() < notBefore) return;
    log.error({ reason: reasonOf(cause), failures }, "audit log unavailable");
    notBefore = clock() + intervalMs;
    failures = 0;
  };
}

const intervalMs = 10_000;

function reasonOf(cause: unknown): string {
  if (cause instanceof StoreError) return cause.message;
  if (!(cause instanceof Error)) return "unknown";
  return "code" in cause ? String(cause.code) : cause.name;
}
