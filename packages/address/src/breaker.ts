/** Circuit breaker: blocks calls to a service that keeps failing, and lets one call try again after a delay. */
export interface CircuitBreaker {
  /** Whether to call now. After `true`, the caller must call exactly one of the other two. */
  allows(): boolean;
  succeeded(): void;
  failed(): void;
  /** Whether the circuit is closed: too few consecutive failures to block calls. */
  isClosed(): boolean;
}

export interface CircuitBreakerOptions {
  /** Consecutive failures that open the circuit. */
  readonly failures: number;
  readonly pauseMs: number;
  readonly now: () => number;
}

export function circuitBreaker({ failures, pauseMs, now }: CircuitBreakerOptions): CircuitBreaker {
  let inARow = 0;
  let closedAgainAt = 0;
  let isTrying = false;
  return {
    allows() {
      if (inARow < failures) return true;
      if (isTrying || now() < closedAgainAt) return false;
      isTrying = true;
      return true;
    },
    succeeded() {
      inARow = 0;
      isTrying = false;
    },
    failed() {
      inARow++;
      isTrying = false;
      if (inARow >= failures) closedAgainAt = now() + pauseMs;
    },
    isClosed: () => inARow < failures,
  };
}
