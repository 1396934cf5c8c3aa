import { setFlagsFromString } from "node:v8";

/**
 * Keeps the heap close to its live size. By default V8 lets the long-lived part of its heap grow to four times that
 * before it clears it. Clearing it slows all requests of the next 50 to 100 ms, so it must not happen more often than
 * every few seconds.
 */
export function boundHeap(): void {
  setFlagsFromString("--heap-growing-percent=100");
  // Otherwise V8 decides in some processes, from what it saw at their start, to put parts of requests into the long-lived part
  // right away. These keep what they refer to, which then moves there, too: a fifth of all that requests allocate.
  setFlagsFromString("--no-allocation-site-pretenuring");
}
