import { describe, expect, it } from "vitest";
import { delayBefore, isPassing, readRetryAfter } from "./retry.js";

describe("isPassing", () => {
  it("names the four statuses after which the same request may succeed", () => {
    const passing = [200, 400, 401, 404, 408, 422, 429, 500, 501, 502, 503, 504, 505].filter(isPassing);
    expect(passing).toEqual([429, 502, 503, 504]);
  });
});

describe("delayBefore", () => {
  it("doubles the range each time and takes a random part of it", () => {
    expect(delayBefore(1, undefined, 1)).toBe(250);
    expect(delayBefore(2, undefined, 1)).toBe(500);
    expect(delayBefore(3, undefined, 1)).toBe(1000);
    expect(delayBefore(3, undefined, 0.25)).toBe(250);
    expect(delayBefore(3, undefined, 0)).toBe(0);
  });

  it("waits up to eight seconds unless the service asks for more", () => {
    expect(delayBefore(6, undefined, 1)).toBe(8000);
    expect(delayBefore(60, undefined, 1)).toBe(8000);
  });

  it("waits at least as long as the service asks, plus some jitter", () => {
    expect(delayBefore(1, 3000, 0)).toBe(3000);
    expect(delayBefore(1, 3000, 1)).toBe(3250);
    expect(delayBefore(5, 0, 0)).toBe(0);
  });
});

describe("readRetryAfter", () => {
  const now = Date.parse("2026-11-16T18:30:00Z");
  const read = (headers: Record<string, string>): number | undefined =>
    readRetryAfter(new Headers(headers), now);

  it("reads seconds", () => {
    expect(read({ "retry-after": "120" })).toBe(120_000);
    expect(read({ "retry-after": " 0 " })).toBe(0);
  });

  it("reads a date", () => {
    expect(read({ "retry-after": "Mon, 16 Nov 2026 18:30:45 GMT" })).toBe(45_000);
  });

  it("measures a date by the service's clock if it is known", () => {
    const headers = { "retry-after": "Mon, 16 Nov 2026 20:00:10 GMT", date: "Mon, 16 Nov 2026 20:00:00 GMT" };
    expect(read(headers)).toBe(10_000);
  });

  it("treats a date in the past as now", () => {
    expect(read({ "retry-after": "Mon, 16 Nov 2026 18:00:00 GMT" })).toBe(0);
  });

  it.each(["", "soon", "-5", "1.5", "Someday, later"])("ignores %j", (value) => {
    expect(read({ "retry-after": value })).toBeUndefined();
  });
});
