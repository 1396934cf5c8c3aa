import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startDeadline } from "./deadline.js";
import { AbortError, TimeoutError } from "./errors.js";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<never>(() => {});

describe("startDeadline", () => {
  it("ends a raced promise when the time is up, and not before", async () => {
    const deadline = startDeadline("forms", 1000, undefined);
    const raced = deadline.race(never).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(999);
    expect(deadline.left()).toBe(1);
    expect(deadline.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await raced).toBeInstanceOf(TimeoutError);
    expect(deadline.signal.reason).toBe(await raced);
  });

  it("ends a sleep when the caller aborts", async () => {
    const { signal, abort } = controllerOf();
    const deadline = startDeadline("forms", 1000, signal);
    const slept = deadline.sleep(500).catch((error: unknown) => error);
    abort();
    expect(await slept).toBeInstanceOf(AbortError);
    deadline.end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("releases timer and signal at the end", async () => {
    const { signal } = controllerOf();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    const deadline = startDeadline("forms", 1000, signal);
    expect(await deadline.race(Promise.resolve("done"))).toBe("done");
    deadline.end();
    expect(vi.getTimerCount()).toBe(0);
    expect(added.mock.calls.map(([, listener]) => listener)).toEqual(
      removed.mock.calls.map(([, listener]) => listener),
    );
    expect(added).toHaveBeenCalledOnce();
  });

  it("has no timer for a limit that is too long for a timer", () => {
    startDeadline("forms", Number.POSITIVE_INFINITY, undefined);
    expect(vi.getTimerCount()).toBe(0);
  });
});

function controllerOf(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
