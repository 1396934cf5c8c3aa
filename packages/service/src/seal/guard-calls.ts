import { boundedCalls, circuitBreaker } from "@withholding-forms/address";

/** Calls in progress and in the queue, per process. */
const bounds = { concurrency: 8, queue: 64 };
const breaking = { failures: 5, pauseMs: 10_000 };

/**
 * Bounds calls to something outside of the service that a seal needs. After five consecutive failures, calls fail
 * immediately for ten seconds, so that requests do not pile up; then one call tries.
 */
export function guardCalls<Value>(
  call: (input: Uint8Array) => Promise<Value>,
  now: () => number = () => performance.now(),
): (input: Uint8Array) => Promise<Value> {
  const bounded = boundedCalls<Value>(bounds);
  const breaker = circuitBreaker({ ...breaking, now });
  const attempt = async (input: Uint8Array): Promise<Value> => {
    if (!breaker.allows()) throw new Error("failed several times, so it is not called for a while");
    try {
      const value = await call(input);
      breaker.succeeded();
      return value;
    } catch (error) {
      breaker.failed();
      throw error;
    }
  };
  return async (input) => {
    const running = bounded(() => attempt(input));
    if (running === undefined) throw new Error("has too many calls in its queue");
    return running;
  };
}
