import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stopOnSignal } from "./signals.js";

const never = new Promise<void>(() => {});
/** What happened, in order. */
let calls: string[];
let send: (signal: "SIGTERM" | "SIGINT") => void;

beforeEach(() => {
  calls = [];
  const handlers = new Map<unknown, () => void>();
  send = (signal) => handlers.get(signal)?.();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  vi.spyOn(process, "on").mockImplementation((signal: unknown, handler: () => void) => {
    handlers.set(signal, handler);
    return process;
  });
  vi.spyOn(process, "exit").mockImplementation((code) => {
    calls.push(`exit ${code}`);
    return undefined as never;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function stopAfter(drained: Promise<void>): void {
  stopOnSignal(
    (noticeMs) => {
      calls.push(`drain ${noticeMs}`);
      return drained;
    },
    () => calls.push("kill"),
  );
}

test("exits with 0 after a drain", async () => {
  stopAfter(Promise.resolve());
  send("SIGTERM");
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toEqual(["drain 3000", "exit 0"]);
});

test("after SIGTERM, requests are accepted for 3 seconds and have 30 more to finish; then it is forced to exit", async () => {
  stopAfter(never);
  send("SIGTERM");
  await vi.advanceTimersByTimeAsync(32_999);
  expect(calls).toEqual(["drain 3000"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toEqual(["drain 3000", "kill", "exit 1"]);
});

test("after SIGINT, requests have 30 seconds", async () => {
  stopAfter(never);
  send("SIGINT");
  await vi.advanceTimersByTimeAsync(29_999);
  expect(calls).toEqual(["drain 0"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toEqual(["drain 0", "kill", "exit 1"]);
});

test.each([
  ["SIGTERM", "SIGTERM"],
  ["SIGTERM", "SIGINT"],
  ["SIGINT", "SIGTERM"],
  ["SIGINT", "SIGINT"],
] as const)("after %s, %s forces the exit immediately", (first, second) => {
  stopAfter(never);
  send(first);
  send(second);
  expect(calls.slice(1, 3)).toEqual(["kill", "exit 1"]);
});
