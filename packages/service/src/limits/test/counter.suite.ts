import { randomUUID } from "node:crypto";
import { eventually } from "@withholding-forms/testing/eventually";
import { expect, test } from "vitest";
import type { RateCounter } from "../counter.js";

/** What every counter does, however many processes share it. */
export function counterSuite(open: () => Promise<RateCounter>): void {
  const minute = 60_000;

  test("it grants all units of a take, or none", async () => {
    const counter = await open();
    const name = randomUUID();
    expect(await counter.take(name, 3, 5, minute)).toMatchObject({ granted: 3, remaining: 2 });
    expect(await counter.take(name, 3, 5, minute)).toMatchObject({ granted: 0, remaining: 2 });
    expect(await counter.take(name, 2, 5, minute)).toMatchObject({ granted: 2, remaining: 0 });
    expect(await counter.take(name, 1, 5, minute)).toMatchObject({ granted: 0, remaining: 0 });
  });

  test("a take of more than the limit gets the whole limit", async () => {
    const counter = await open();
    expect(await counter.take(randomUUID(), 25, 10, minute)).toMatchObject({ granted: 10, remaining: 0 });
  });

  test("names are counted separately, whatever they contain", async () => {
    const counter = await open();
    for (const name of ["2001:db8:1:2::/64", "a b", "a\nb", "é", randomUUID()])
      expect(await counter.take(`${randomUUID()}${name}`, 1, 1, minute)).toMatchObject({ granted: 1 });
  });

  test("the window starts with the first take and is not made longer by others", async () => {
    const counter = await open();
    const name = randomUUID();
    const first = await counter.take(name, 1, 5, minute);
    expect(first.resetsInMs).toBeGreaterThan(minute - 10_000);
    expect(first.resetsInMs).toBeLessThanOrEqual(minute);
    const isNearer = async (): Promise<boolean> =>
      (await counter.take(name, 1, 5, minute)).resetsInMs < first.resetsInMs;
    await eventually(isNearer, { what: "the end of the window to come nearer" });
  });

  test("after the window everything is there again", async () => {
    const counter = await open();
    const name = randomUUID();
    expect(await counter.take(name, 9, 2, 40)).toMatchObject({ granted: 2 });
    const again = async (): Promise<unknown> => {
      const taken = await counter.take(name, 9, 2, 40);
      return taken.granted > 0 ? taken : undefined;
    };
    expect(await eventually(again, { what: "the next window" })).toMatchObject({ granted: 2, remaining: 0 });
  });

  test("taking 0 units returns what is left", async () => {
    const counter = await open();
    const name = randomUUID();
    expect(await counter.take(name, 0, 5, minute)).toMatchObject({ granted: 0, remaining: 5 });
    await counter.take(name, 4, 5, minute);
    expect(await counter.take(name, 0, 5, minute)).toMatchObject({ granted: 0, remaining: 1 });
  });

  test("a lowered limit leaves 0 units, not a negative number", async () => {
    const counter = await open();
    const name = randomUUID();
    await counter.take(name, 5, 5, minute);
    expect(await counter.take(name, 1, 3, minute)).toMatchObject({ granted: 0, remaining: 0 });
  });

  test("simultaneous takes grant exactly the limit", async () => {
    const counter = await open();
    const name = randomUUID();
    const taken = await Promise.all(Array.from({ length: 50 }, () => counter.take(name, 3, 99, minute)));
    expect(taken.reduce((sum, { granted }) => sum + granted, 0)).toBe(99);
  });
}
