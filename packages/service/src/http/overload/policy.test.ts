import { describe, expect, test } from "vitest";
import type { Client } from "./fair-queue.js";
import { createPolicy, defaultPolicy, policyOf } from "./policy.js";

// The whole algorithm against a scripted clock and scripted callers: every run is the same. A request takes 0.5 ms, and
// reading one that is only rejected 0.02 ms; so the capacity is nearly 2,000 a second.

const serveMs = 0.5;
const readMs = 0.02;
const isKnown = (): boolean => true;

interface Caller {
  readonly client: Client;
  /** When it sends its next request; infinity while it waits for an answer. */
  next: number;
  sentAt: number;
  /** Milliseconds it lets pass on average between an answer and its next request, by chance more or less. */
  readonly pauseMs: number;
}

interface Tally {
  accepted: number;
  refused: number;
  readonly latencies: number[];
}

/** How long refusals are held back at most, by chance less; see `refusals.ts`. */
const maxHoldMs = 2000;

/** The same numbers from 0 to 1 in every run (a linear congruential generator). */
function numbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Runs callers for some seconds and tells by client what they got. */
function simulate(
  callers: readonly Caller[],
  seconds: number,
  { pause = (_time: number): number => 0 } = {},
): ReadonlyMap<string, Tally> {
  let cpu = 0;
  let wall = 0;
  const random = numbers();
  const after = ({ pauseMs }: Caller): number => wall - pauseMs * Math.log(1 - random());
  for (const caller of callers) caller.next = after(caller);
  const policy = createPolicy<Caller>({ ...defaultPolicy, clock: () => cpu, wallClock: () => wall });
  const tallies = new Map<string, Tally>();
  const tallyOf = ({ id }: Client): Tally => {
    const tally = tallies.get(id) ?? { accepted: 0, refused: 0, latencies: [] };
    tallies.set(id, tally);
    return tally;
  };
  let held: { readonly caller: Caller; readonly until: number }[] = [];
  const work = (ms: number): void => {
    cpu += ms;
    wall += ms;
  };
  const answer = (caller: Caller): void => {
    const tally = tallyOf(caller.client);
    work(serveMs);
    tally.accepted++;
    tally.latencies.push(wall - caller.sentAt);
    caller.next = after(caller);
  };
  while (wall < seconds * 1000) {
    for (const { caller, until } of held) if (until <= wall) caller.next = after(caller);
    held = held.filter(({ until }) => until > wall);
    for (const caller of callers.filter(({ next }) => next <= wall)) {
      caller.sentAt = caller.next;
      caller.next = Number.POSITIVE_INFINITY;
      work(readMs);
      if (policy.passes(() => caller.client.known)) answer(caller);
      else policy.enqueue(caller.client, caller);
    }
    const { serve, refuse } = policy.turn(held.length);
    for (const caller of serve) answer(caller);
    for (const { item } of refuse) {
      tallyOf(item.client).refused++;
      held.push({ caller: item, until: wall + maxHoldMs * (0.5 + random() / 2) });
    }
    // Nothing to do until somebody sends, and moments in which the machine runs somebody else.
    wall += policy.waiting() === 0 ? 0.05 : 0;
    wall += pause(wall);
  }
  return tallies;
}

function callersOf(client: Client, count: number, pauseMs = 0): Caller[] {
  return Array.from({ length: count }, () => ({ client, next: 0, sentAt: 0, pauseMs }));
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(part * values.length)] ?? Number.NaN;
}

const key = (id: string): Client => ({ id, known: true });
const address = (id: string): Client => ({ id, known: false });
const none: Tally = { accepted: 0, refused: 0, latencies: [] };
const capacity = 1000 / (serveMs + readMs);
/** A victim sends about 100 requests a second over 50 connections. */
const victimOf = (client: Client) => callersOf(client, 50, 500);
/** With a fifth of the capacity. */
const unloaded = quantile(simulate(callersOf(key("b"), 200, 500), 10).get("b")?.latencies ?? [], 0.99);

test("without a crowd everybody is served at once, in any number of clients", () => {
  for (const clients of [1, 10]) {
    const callers = Array.from({ length: clients }, (_, number) => victimOf(address(`${number}`))).flat();
    for (const tally of simulate(callers, 5).values()) {
      expect(tally.refused).toBe(0);
      expect(tally.accepted).toBeGreaterThan(400);
    }
  }
});

test("forty connections that are never idle are a busy service, not an overload", () => {
  const { accepted, refused } = simulate(callersOf(key("a"), 40), 5).get("a") ?? none;
  expect(refused).toBe(0);
  expect(accepted).toBeGreaterThan(0.95 * capacity * 5);
});

describe("with far more callers than there is time for", () => {
  // 500 that retry at once; 20,000 requests a second would take ten times the capacity.
  const crowd = simulate(callersOf(key("a"), 500), 10).get("a") ?? none;

  test("at least 70 % of the capacity is served, though all retry at once", () => {
    expect(crowd.accepted).toBeGreaterThan(0.7 * capacity * 10);
    expect(crowd.refused).toBeGreaterThan(0);
  });

  test("what is accepted is answered soon", () => {
    // From the second second on: the first 100 ms show that it is no burst.
    const steady = crowd.latencies.slice(Math.floor(crowd.latencies.length / 5));
    expect(quantile(steady, 0.99)).toBeLessThan(4 * unloaded);
  });

  test("a process that is paused rejects no more for it", () => {
    // 50 ms away after each 50 ms.
    let last = 0;
    const pause = (time: number): number => {
      if (time - last < 50) return 0;
      last = time + 50;
      return 50;
    };
    const forty = simulate(callersOf(key("a"), 40), 5, { pause }).get("a") ?? none;
    expect(forty.refused).toBe(0);
    const paused = simulate(callersOf(key("a"), 500), 10, { pause }).get("a") ?? none;
    expect(paused.accepted).toBeGreaterThan(0.7 * 0.5 * capacity * 10);
  });
});

test.each<readonly [string, Client, number]>([
  ["a known key", key("a"), 500],
  ["an address without a token", address("a"), 500],
  ["an address without a token, with few connections", address("a"), 100],
])("while %s floods, another key is served as if alone", (_, flooder, connections) => {
  const all = simulate([...callersOf(flooder, connections), ...victimOf(key("b"))], 10);
  const { accepted, refused, latencies } = all.get("b") ?? none;
  expect(accepted / (accepted + refused)).toBeGreaterThan(0.95);
  expect(accepted).toBeGreaterThan(0.95 * 10 * 90);
  expect(quantile(latencies, 0.99)).toBeLessThan(4 * unloaded);
});

test("while a key floods and the machine pauses us, another key is not rejected for what arrives in the pauses", () => {
  // 100 ms away after each 100 ms: about ten requests of the victim arrive together, more than may wait in an overload.
  let last = 0;
  const pause = (time: number): number => {
    if (time - last < 100) return 0;
    last = time + 100;
    return 100;
  };
  const all = simulate([...callersOf(key("a"), 500), ...victimOf(key("b"))], 10, { pause });
  const { accepted, refused } = all.get("b") ?? none;
  expect(accepted).toBeGreaterThan(700);
  expect(refused / (accepted + refused)).toBeLessThan(0.005);
});

test("strangers of another address are served while one address floods, or all known keys do", () => {
  for (const flooder of [address("a"), key("a")]) {
    const all = simulate([...callersOf(flooder, 500), ...callersOf(address("b"), 1, 250)], 10);
    const { accepted, refused } = all.get("b") ?? none;
    expect(accepted / (accepted + refused)).toBeGreaterThan(0.95);
    expect(accepted).toBeGreaterThan(25);
  }
});

test("strangers get a tenth while known keys take all they can, and known keys the rest", () => {
  const all = simulate([...callersOf(key("a"), 300), ...callersOf(address("b"), 300)], 10);
  const [known, strangers] = [all.get("a")?.accepted ?? 0, all.get("b")?.accepted ?? 0];
  expect(strangers / (known + strangers)).toBeGreaterThan(0.05);
  expect(strangers / (known + strangers)).toBeLessThan(0.15);
});

test("keys share evenly, however many connections each has", () => {
  const all = simulate([...callersOf(key("a"), 400), ...callersOf(key("b"), 50)], 10);
  const [many, few] = [all.get("a")?.accepted ?? 0, all.get("b")?.accepted ?? 0];
  expect(few / (many + few)).toBeGreaterThan(0.4);
});

test("another target changes what may wait in proportion, and no turn is longer than it", () => {
  const [short, long] = [policyOf(5), policyOf(250)];
  expect([short.targetMs, short.overloadMs, short.batchMs]).toEqual([5, 0.3, 5]);
  expect([long.targetMs, long.overloadMs, long.batchMs]).toEqual([250, 15, 10]);
});

describe("state", () => {
  function policyAt() {
    const time = { cpu: 0, wall: 0 };
    const changes: boolean[] = [];
    const policy = createPolicy<number>({
      ...defaultPolicy,
      clock: () => time.cpu,
      wallClock: () => time.wall,
      onChange: (overloaded) => changes.push(overloaded),
    });
    return { policy, time, changes };
  }

  /** Puts it into an overload: 200 wait, each takes 1 ms, for more than 100 ms. */
  function overload({ policy, time }: ReturnType<typeof policyAt>): void {
    for (let turn = 0; turn < 1000 && !policy.overloaded(); turn++) {
      while (policy.waiting() < 200) policy.enqueue(key("a"), 0);
      time.cpu += policy.turn(0).serve.length;
    }
    expect(policy.overloaded()).toBe(true);
  }

  test("a new process rejects nobody because its first requests take long", () => {
    const { policy, time } = policyAt();
    let refused = 0;
    // Nine wait, each takes 40 ms: 360 ms, which is longer than a request may wait later.
    for (let number = 0; number < 9; number++) policy.enqueue(key("a"), number);
    time.cpu += 300;
    for (let served = 0; served < 90; ) {
      while (policy.waiting() < 9) policy.enqueue(key("a"), served);
      const { serve, refuse } = policy.turn(0);
      served += serve.length;
      time.cpu += 40 * serve.length;
      refused += refuse.length;
    }
    expect([refused, policy.overloaded()]).toEqual([0, false]);
  });

  test("an overload is reported once when it starts and once when it ends", () => {
    const at = policyAt();
    overload(at);
    const { policy, time, changes } = at;
    expect(changes).toEqual([true]);
    // All that waits is served, and for a second nobody comes. Processor time is still.
    while (policy.waiting() > 0) policy.turn(0);
    policy.turn(0);
    time.wall += 999;
    policy.turn(0);
    expect(changes).toEqual([true]);
    time.wall += 1;
    policy.turn(0);
    expect(changes).toEqual([true, false]);
    expect(policy.passes(isKnown)).toBe(true);
  });

  test("it continues while rejected callers are held back who will come again", () => {
    const at = policyAt();
    overload(at);
    const { policy, time, changes } = at;
    for (let second = 0; second < 10; second++) {
      time.wall += 1000;
      policy.turn(500);
    }
    expect(changes).toEqual([true]);
  });

  test("during an overload nobody passes the queue", () => {
    const at = policyAt();
    expect(at.policy.passes(isKnown)).toBe(true);
    overload(at);
    while (at.policy.waiting() > 0) at.policy.turn(500);
    expect(at.policy.passes(isKnown)).toBe(false);
  });

  test("a request that has waited too long is rejected instead of served", () => {
    const { policy, time } = warm();
    policy.enqueue(key("a"), 1);
    time.cpu += defaultPolicy.maxAgeMs + 1;
    policy.enqueue(key("a"), 2);
    const decision = policy.turn(0);
    expect(decision.serve).toEqual([2]);
    expect(decision.refuse.map(({ item }) => item)).toEqual([1]);
  });

  /** A policy that has measured: a thousand requests. */
  function warm(requestMs = 0.5): ReturnType<typeof policyAt> {
    const at = policyAt();
    for (let number = 0; number < 1000; number++) {
      at.policy.passes(isKnown);
      at.time.cpu += requestMs;
      at.policy.turn(0);
    }
    return at;
  }

  /** How many of those that arrive pass the queue. */
  function arrive({ policy, time }: ReturnType<typeof policyAt>, count: number, requestMs = 0.5): number {
    let passed = 0;
    for (let number = 0; number < count; number++)
      if (policy.passes(isKnown)) passed++;
      else policy.enqueue(key("a"), number);
    time.cpu += passed * requestMs;
    return passed;
  }

  test("a crowd whose work cannot be done in time is rejected at once", () => {
    const at = warm();
    // 10 ms of work pass, 240 ms wait.
    expect(arrive(at, 500)).toBe(20);
    const { serve, refuse } = at.policy.turn(0);
    expect(at.changes).toEqual([true]);
    expect(refuse).toHaveLength(477);
    expect(serve.length + at.policy.waiting()).toBe(3);
  });

  test("of cheap requests as many are left during an overload as 1.5 ms are enough for", () => {
    const at = warm(0.2);
    expect(arrive(at, 1000, 0.2)).toBe(32);
    const { serve, refuse } = at.policy.turn(0);
    expect(at.changes).toEqual([true]);
    expect(refuse).toHaveLength(961);
    expect(serve.length + at.policy.waiting()).toBe(7);
  });

  test("of expensive requests three are left during an overload, though they take longer than may wait", () => {
    const at = warm(20);
    expect(arrive(at, 500)).toBe(1);
    const { serve, refuse } = at.policy.turn(0);
    expect(at.changes).toEqual([true]);
    expect(refuse).toHaveLength(496);
    expect(serve.length + at.policy.waiting()).toBe(3);
  });

  test("of expensive requests that arrive together only 10 ms of work pass the queue", () => {
    expect(arrive(warm(2), 500)).toBe(5);
  });

  test("a burst that is done in time is served as a whole", () => {
    const at = warm();
    // 10 ms of work pass, and 115 ms wait: after 100 ms it is less than 25.
    let served = arrive(at, 250);
    while (at.policy.waiting() > 0) {
      const { serve, refuse } = at.policy.turn(0);
      expect(refuse).toEqual([]);
      served += serve.length;
      at.time.cpu += serve.length * 0.5;
    }
    expect(served).toBe(250);
    expect(at.changes).toEqual([]);
  });

  test("four strangers of a turn pass the queue, known clients also behind them", () => {
    const at = warm(0.1);
    const passed = Array.from({ length: 20 }, (_, number) => {
      const client = number === 10 || number === 15 ? key("b") : address("a");
      const passes = at.policy.passes(() => client.known);
      if (!passes) at.policy.enqueue(client, number);
      return passes ? [number] : [];
    }).flat();
    expect(passed).toEqual([0, 1, 2, 3, 10, 15]);
  });

  test("strangers do not lengthen a turn in which a known client is served, beyond their share", () => {
    const at = warm(0.1);
    for (let number = 0; number < 20; number++) at.policy.enqueue(address("a"), number);
    for (const number of [100, 101]) at.policy.enqueue(key("b"), number);
    expect(at.policy.turn(0).serve).toEqual([100, 101]);
    // Alone they fill a turn, of one millisecond.
    expect(at.policy.turn(0).serve).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("a process that has just started waits for the interval, since its first requests take long", () => {
    const at = policyAt();
    arrive(at, 500);
    at.time.cpu += 200;
    const { refuse } = at.policy.turn(0);
    expect(refuse).toEqual([]);
    expect(at.changes).toEqual([]);
  });

  test("never more than 1,000 wait, and those of the largest client go first", () => {
    const { policy } = policyAt();
    policy.enqueue(key("b"), -1);
    for (let number = 0; number < 1500; number++) policy.enqueue(key("a"), number);
    const { serve, refuse } = policy.turn(0);
    expect(refuse).toHaveLength(501);
    expect(refuse.map(({ item }) => item)).not.toContain(-1);
    expect(serve.length + policy.waiting()).toBe(1000);
  });
});
