import { expect, test } from "vitest";
import { nextStep, watchTurns } from "./turns.js";

/** An event loop whose turns end when the test says so. */
function loop(isAwaited = false) {
  const ends: (() => void)[] = [];
  const log: string[] = [];
  const turns = watchTurns({
    ended: () => log.push("ended"),
    isAwaited: () => isAwaited,
    atEnd: (end) => ends.push(end),
  });
  const join = (name: string): void => void turns.together().then(() => log.push(name));
  const end = async (): Promise<void> => {
    ends.shift()?.();
    await settled();
  };
  /** The turn that brought them, and one that brings nobody. */
  const endQuietly = async (): Promise<void> => {
    await end();
    await end();
  };
  return { turns, join, end, endQuietly, log, pending: () => ends.length };
}

/** A tick that is asked for here comes after all microtasks and the ticks that they have asked for. */
async function settled(): Promise<void> {
  for (let count = 0; count < 10; count++) await new Promise<void>((resolve) => process.nextTick(resolve));
}

test("a turn is ended once, however many requests arrive in it", async () => {
  const { turns, end, log, pending } = loop();
  turns.begin();
  turns.begin();
  expect(pending()).toBe(1);
  await end();
  expect(log).toEqual(["ended"]);
  turns.begin();
  expect(pending()).toBe(1);
});

test("those who work together start at the end of a turn that brings nobody, before it is ended", async () => {
  const { turns, join, end, log } = loop();
  turns.begin();
  join("first");
  join("second");
  await end();
  join("third");
  await end();
  expect(log).toEqual([]);
  await end();
  expect(log).toEqual(["first", "second", "third", "ended"]);
});

test("they start after four turns, though each brings somebody", async () => {
  const { join, end, log } = loop();
  for (const name of ["first", "second", "third", "fourth"]) {
    expect(log).toEqual([]);
    join(name);
    await end();
  }
  expect(log).toEqual(["first", "second", "third", "fourth", "ended"]);
});

test("they start at the end of their turn if somebody waits for that", async () => {
  const { join, end, log } = loop(true);
  join("first");
  await end();
  expect(log).toEqual(["first", "ended"]);
});

test("a body that arrives after the turn of its request has a turn of its own", async () => {
  const { join, endQuietly, log } = loop();
  join("late");
  await endQuietly();
  expect(log).toEqual(["late", "ended"]);
});

test("those who start to wait during the work of others wait for no arrival", async () => {
  const { turns, join, endQuietly, log, pending } = loop();
  turns.begin();
  void turns.together().then(() => join("again"));
  await endQuietly();
  expect(log).toEqual(["ended"]);
  expect(pending()).toBe(1);
  await endQuietly();
  expect(log).toEqual(["ended", "again", "ended"]);
});

test("all finish a step before one starts the next, and the turn ends after the last step", async () => {
  const { turns, endQuietly, log } = loop();
  const work = async (name: string): Promise<void> => {
    await turns.together();
    for (const step of [1, 2, 3]) {
      log.push(`${name}${step}`);
      await nextStep();
    }
  };
  void work("a");
  void work("b");
  await endQuietly();
  expect(log).toEqual(["a1", "b1", "a2", "b2", "a3", "b3", "ended"]);
});

test("not more than 32 wait for each other", async () => {
  const { join, endQuietly, log } = loop();
  for (let number = 0; number < 32; number++) join("work");
  await settled();
  expect(log).toHaveLength(0);
  join("work");
  await settled();
  expect(log).toHaveLength(32);
  await endQuietly();
  expect(log).toHaveLength(34);
});
