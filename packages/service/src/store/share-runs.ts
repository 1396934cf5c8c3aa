/**
 * One run at a time. A run in progress may already be past what a caller wants to see, so callers that come in the meantime
 * share the next run.
 */
export function shareRuns<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;
  const start = (): Promise<Result> => {
    const running = work().finally(() => {
      if (current === running) current = undefined;
    });
    current = running;
    return running;
  };
  return () => {
    if (current === undefined) return start();
    next ??= current
      .catch(() => {})
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}
