import { expect, test } from "vitest";
import { watchTurns } from "./turns.js";

/** A loop whose requests take 1 ms each and whose clock stands still otherwise. */
function loop() {
  let time = 0;
  let end: (() => void) | undefined;
  const changes: boolean[] = [];
  const lengths: number[] = [];
  const turns = watchTurns({
    target: 5,
    interval: 100,
    budget: 2.5,
    now: () => time,
    atEnd: (ended) => {
      end = ended;
    },
    observe: (length) => lengths.push(length),
    changed: (overloaded) => changes.push(overloaded),
  });
  return {
    changes,
    lengths,
    /** Of so many requests in one turn, how many are served. */
    turn(requests: number): number {
      let served = 0;
      for (let request = 0; request < requests; request++) {
        if (!turns.admits()) continue;
        served++;
        time++;
      }
      end?.();
      return served;
    },
    wait(milliseconds: number) {
      time += milliseconds;
    },
  };
}

test("one long turn is a burst, and everybody is served", () => {
  const { turn, lengths, changes } = loop();
  expect(turn(105)).toBe(105);
  expect(turn(3)).toBe(3);
  expect(lengths).toEqual([105, 3]);
  expect(changes).toEqual([]);
});

test("a turn that is too long for all of an interval is an overload by itself", () => {
  const { turn, changes } = loop();
  expect(turn(400)).toBe(105);
  expect(changes).toEqual([true]);
});

test("bursts with calm between them are served, however often they come", () => {
  const { turn } = loop();
  for (let burst = 0; burst < 50; burst++) {
    expect(turn(50)).toBe(50);
    expect(turn(2)).toBe(2);
  }
});

test("when turns stay long each one serves only what its budget has time for", () => {
  const { turn, changes } = loop();
  expect([turn(30), turn(30), turn(30)]).toEqual([30, 30, 30]);
  // 100 ms after the end of the first long turn, in the middle of one: 40 fit before.
  expect(turn(30)).toBe(30);
  expect(turn(100)).toBe(10);
  expect(changes).toEqual([true]);
  // The first at 0, then at 1 and 2 ms; at 3 ms the budget is used up.
  expect([turn(100), turn(100), turn(10)]).toEqual([3, 3, 3]);
});

test("it serves everybody again once there is time for everybody, and not before", () => {
  const { turn, wait, changes } = loop();
  for (let number = 0; number < 10; number++) turn(30);
  expect(changes).toEqual([true]);
  // What was turned away counts as if it had been served: 3 of 8 are, so a turn of 3 ms would have taken 8 ms.
  for (let number = 0; number < 200; number++) expect(turn(8)).toBe(3);
  expect(changes).toEqual([true]);
  // Now 8 ms of work come in 13 ms.
  for (let number = 0; number < 8; number++) {
    turn(8);
    wait(10);
  }
  turn(1);
  wait(100);
  turn(1);
  expect(changes).toEqual([true, false]);
  expect(turn(8)).toBe(8);
});

test("slow turns with few requests are no overload", () => {
  const { turn, wait, changes } = loop();
  for (let number = 0; number < 50; number++) {
    expect(turn(7)).toBe(7);
    wait(1);
  }
  expect(changes).toEqual([]);
});

test("the first request of a turn is always served", () => {
  const { turn, wait } = loop();
  for (let number = 0; number < 10; number++) turn(30);
  wait(1000);
  expect(turn(1)).toBe(1);
});
