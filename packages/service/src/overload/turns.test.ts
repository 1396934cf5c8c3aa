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
    turns,
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
    /** The same where requests do their work together, at the end of the turn. */
    async turnTogether(requests: number): Promise<number> {
      let served = 0;
      for (let request = 0; request < requests; request++) {
        if (turns.admits()) {
          served++;
          void turns.together().then(() => {
            time++;
          });
        }
        // As between two sockets.
        await settled();
      }
      end?.();
      await settled();
      return served;
    },
    end: () => end?.(),
    wait(milliseconds: number) {
      time += milliseconds;
    },
  };
}

/** Whatever was resolved has been heard of. */
const settled = () => new Promise(setImmediate);

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

test("who works together begins when the turn has ended, and their work is a part of it", async () => {
  const { turns, turn, end, wait, lengths } = loop();
  const began: string[] = [];
  turns.admits();
  void turns.together().then(() => {
    began.push("first");
    wait(3);
  });
  turns.admits();
  void turns.together().then(() => {
    began.push("second");
    wait(4);
  });
  await settled();
  expect(began).toEqual([]);
  end();
  await settled();
  expect(began).toEqual(["first", "second"]);
  expect(lengths).toEqual([7]);
  turn(2);
  expect(lengths).toEqual([7, 2]);
});

test("a body that arrives after its request's turn has a turn of its own", async () => {
  const { turns, end, wait, lengths } = loop();
  const work = turns.together().then(() => wait(5));
  end();
  await work;
  await settled();
  expect(lengths).toEqual([5]);
});

test("who begins to wait while others work is let go as well, though nobody else arrives", async () => {
  const { turns, end, lengths, wait } = loop();
  let done = false;
  turns.admits();
  void turns.together().then(async () => {
    wait(1);
    await turns.together();
    done = true;
  });
  end();
  await settled();
  expect(done).toBe(false);
  end();
  await settled();
  expect(done).toBe(true);
  expect(lengths).toEqual([1, 0]);
});

test("not more than 32 wait for each other", async () => {
  const { turns, end } = loop();
  let began = 0;
  const arrive = (): void => {
    turns.admits();
    void turns.together().then(() => {
      began++;
    });
  };
  for (let number = 0; number < 32; number++) arrive();
  await settled();
  expect(began).toBe(0);
  arrive();
  await settled();
  expect(began).toBe(32);
  end();
  await settled();
  expect(began).toBe(33);
});

test("work put off to the end of a turn counts for whoever arrives after it", async () => {
  const { turnTogether, changes, wait } = loop();
  // Until it is known what the work of one takes.
  for (let number = 0; number < 100; number++) {
    expect(await turnTogether(4)).toBe(4);
    wait(1);
  }
  expect(changes).toEqual([]);
  for (let number = 0; number < 10; number++) await turnTogether(30);
  expect(changes).toEqual([true]);
  // As without: at 0, 1 and 2 ms of work, and not at 3.
  expect(await turnTogether(100)).toBe(3);
  expect(await turnTogether(100)).toBe(3);
});

test("a turn whose work would take all of an interval is an overload before the work begins", async () => {
  const { turnTogether, changes } = loop();
  for (let number = 0; number < 100; number++) await turnTogether(4);
  // 100 ms after the target of 5 ms, a little more since 31 of 32 are only expected to take their time.
  const served = await turnTogether(400);
  expect(served).toBeGreaterThanOrEqual(105);
  expect(served).toBeLessThanOrEqual(107);
  expect(changes).toEqual([true]);
});

test("when nobody else is admitted, those who wait begin before all the others are turned away", async () => {
  const { turns, turnTogether, end } = loop();
  for (let number = 0; number < 100; number++) await turnTogether(4);
  for (let number = 0; number < 10; number++) await turnTogether(30);
  let began = 0;
  const seen: number[] = [];
  for (let number = 0; number < 6; number++) {
    if (turns.admits())
      void turns.together().then(() => {
        began++;
      });
    await settled();
    seen.push(began);
  }
  expect(seen).toEqual([0, 0, 0, 3, 3, 3]);
  end();
});

test("bodies that arrive after the turns of their requests make an overload like any others", async () => {
  const { turns, end, wait, changes } = loop();
  const arrive = async (bodies: number): Promise<void> => {
    for (let number = 0; number < bodies; number++) void turns.together().then(() => wait(1));
    await settled();
  };
  for (let number = 0; number < 4; number++) {
    await arrive(30);
    end();
    await settled();
  }
  expect(changes).toEqual([]);
  // At 120 ms, 90 after the end of the first long turn: another 32 begin before the last one of these arrives.
  await arrive(33);
  expect(turns.admits()).toBe(false);
  expect(changes).toEqual([true]);
});

test("what worked together in a turn does not count in the next one", async () => {
  const { turnTogether, turn, changes } = loop();
  await turnTogether(10);
  for (let number = 0; number < 50; number++) turn(7);
  expect(changes).toEqual([]);
});

test("what is done for those admitted, after others have been turned away, is no time of turning away", async () => {
  const { turnTogether, wait, changes } = loop();
  for (let number = 0; number < 100; number++) await turnTogether(4);
  for (let number = 0; number < 10; number++) await turnTogether(30);
  // 8 ms of work come in 4 ms: 3 are served and nothing happens for 1 ms.
  for (let number = 0; number < 300; number++) {
    await turnTogether(8);
    wait(1);
  }
  expect(changes).toEqual([true]);
});

test("requests sent ahead on one connection, turned away before the work of others begins, are no part of it", async () => {
  const { turns, turnTogether, end, wait } = loop();
  for (let number = 0; number < 100; number++) await turnTogether(4);
  for (let number = 0; number < 10; number++) await turnTogether(30);
  for (let number = 0; number < 3; number++) {
    turns.admits();
    void turns.together().then(() => wait(1));
  }
  // Read in one go, so that nothing else happens before all of them are answered.
  for (let number = 0; number < 1000; number++) {
    expect(turns.admits()).toBe(false);
    wait(0.05);
  }
  await settled();
  end();
  await settled();
  expect(await turnTogether(100)).toBe(3);
});

test("it ends as well where work is done together", async () => {
  const { turnTogether, wait, changes } = loop();
  for (let number = 0; number < 100; number++) await turnTogether(4);
  for (let number = 0; number < 10; number++) await turnTogether(30);
  for (let number = 0; number < 200; number++) expect(await turnTogether(8)).toBe(3);
  expect(changes).toEqual([true]);
  for (let number = 0; number < 10; number++) {
    await turnTogether(8);
    wait(10);
  }
  await turnTogether(1);
  wait(100);
  await turnTogether(1);
  expect(changes).toEqual([true, false]);
  expect(await turnTogether(8)).toBe(8);
});
