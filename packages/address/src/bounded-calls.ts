export interface BoundedCallsOptions {
  /** Max calls in progress. */
  readonly concurrency: number;
  /** Max calls in the queue. */
  readonly queue: number;
}

/**
 * Runs a call now, or after an earlier one finishes, in order of arrival. Returns undefined if the queue is full: the
 * caller continues without it.
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
