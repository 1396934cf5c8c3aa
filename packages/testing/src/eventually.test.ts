import { expect, it } from "vitest";
import { eventually } from "./eventually.js";

it("returns the first value that meets the condition", async () => {
  const values = [undefined, null, false, 0];
  expect(await eventually(() => values.shift(), { what: "a value" })).toBe(0);
});

it("tries again after a condition that throws", async () => {
  let attempts = 0;
  const condition = async (): Promise<string> => {
    if (++attempts < 3) throw new Error("not yet");
    return "ready";
  };
  expect(await eventually(condition, { what: "the third attempt" })).toBe("ready");
});

it("says what it waited for", async () => {
  await expect(eventually(() => false, { what: "the door to open", timeoutMs: 1 })).rejects.toThrow(
    /^Waited 0.001 s for the door to open$/,
  );
});

it("says why the last attempt failed", async () => {
  const refused = (): never => {
    throw new Error("connection refused");
  };
  await expect(eventually(refused, { what: "the server", timeoutMs: 1 })).rejects.toThrow(
    "Waited 0.001 s for the server; the last attempt failed: connection refused",
  );
});

it("looks several times, however short the time is", async () => {
  let attempts = 0;
  await expect(
    eventually(() => ++attempts >= 11 || undefined, { what: "the eleventh attempt", timeoutMs: 0 }),
  ).rejects.toThrow();
  expect(attempts).toBe(10);
});
