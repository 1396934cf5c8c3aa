import { AbortError, TimeoutError } from "./errors.js";

/** What ends a request early: its time limit or the caller's signal. `AbortSignal.any` would do, but not on Node 18. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Milliseconds left. */
  left(): number;
  /** The promise's result, or the reason why the request ended early. */
  race<Result>(promise: Promise<Result>): Promise<Result>;
  sleep(milliseconds: number): Promise<void>;
  /** Call it when the request is done: releases timer and signal. */
  end(): void;
}

export function startDeadline(
  operation: string,
  timeoutMs: number,
  outer: AbortSignal | undefined,
): Deadline {
  const controller = new AbortController();
  const endsAt = Date.now() + timeoutMs;
  let fail: (reason: Error) => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    fail = (reason) => {
      reject(reason);
      controller.abort(reason);
    };
  });
  // It may reject while no code awaits it.
  ended.catch(() => {});
  const onAbort = (): void => fail(new AbortError(operation, outer?.reason));
  // A limit that is too long for a timer is no limit.
  const timer =
    timeoutMs < 2 ** 31
      ? setTimeout(() => fail(new TimeoutError(operation, timeoutMs)), timeoutMs)
      : undefined;
  if (outer?.aborted) onAbort();
  else outer?.addEventListener("abort", onAbort, { once: true });
  const race = <Result>(promise: Promise<Result>): Promise<Result> => Promise.race([ended, promise]);
  return {
    signal: controller.signal,
    left: () => endsAt - Date.now(),
    race,
    async sleep(milliseconds) {
      let wake: ReturnType<typeof setTimeout> | undefined;
      try {
        await race(
          new Promise<void>((resolve) => {
            wake = setTimeout(resolve, milliseconds);
          }),
        );
      } finally {
        clearTimeout(wake);
      }
    },
    end() {
      clearTimeout(timer);
      outer?.removeEventListener("abort", onAbort);
    },
  };
}
