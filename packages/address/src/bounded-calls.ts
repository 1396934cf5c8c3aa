export interface BoundedCallsOptions {
  /** Calls under way at the same time. */
  readonly concurrency: number;
  /** Calls that wait for their turn. */
  readonly queue: number;
}

/**
 * Runs a call at once, or when one before it ends, in order of arrival. Undefined where too many wait already: the caller
 * goes on without.
 */
export function boundedCalls<Value>({
  concurrency,
  queue,
}: BoundedCallsOptions): (call: () => Promise<Value>) => Promise<Value> | undefined {
  let running = 0;
  const pending: (() => void)[] = [];

  function run(call: () => Promise<Value>): Promise<Value> {
    running += 1;
    return call().finally(() => {
      running -= 1;
      pending.shift()?.();
    });
  }

  return (call) => {
    if (running < concurrency) return run(call);
    if (pending.length >= queue) return undefined;
    return new Promise((resolve, reject) => {
      pending.push(() => run(call).then(resolve, reject));
    });
  };
}
