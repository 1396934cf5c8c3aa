import type { OwnCounter, SharedCounter, Taken } from "./counter.js";

/** What a worker sends to its primary process, and what comes back. */
export interface TakeMessage {
  readonly type: "take";
  readonly id: number;
  readonly name: string;
  readonly amount: number;
  readonly limit: number;
  readonly windowMs: number;
}

export interface TakenMessage extends Taken {
  readonly type: "taken";
  readonly id: number;
}

/** The worker's end of the line. `on` adds a listener for messages of the primary. */
export interface PrimaryLine {
  send(message: TakeMessage): void;
  on(listener: (message: TakenMessage) => void): void;
}

/** For a primary that hangs. Not shorter: a worker with much to do reads the answer late. */
const timeoutMs = 500;

/** Counts in the primary process, for all workers of an instance. */
export function primaryCounter(line: PrimaryLine): SharedCounter {
  const waiting = new Map<number, (message: TakenMessage) => void>();
  let last = 0;
  line.on((message) => {
    waiting.get(message.id)?.(message);
  });

  function take(name: string, amount: number, limit: number, windowMs: number): Promise<Taken> {
    last = (last + 1) % 1_000_000_000;
    const id = last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error("The primary process did not respond."));
      }, timeoutMs);
      waiting.set(id, ({ granted, remaining, resetsInMs }) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve({ granted, remaining, resetsInMs });
      });
      line.send({ type: "take", id, name, amount, limit, windowMs });
    });
  }

  return {
    take,
    async check() {
      await take("check", 0, 1, 1000);
    },
    close() {},
  };
}

/** The primary's end: what to answer a worker. */
export function answerTake(
  counter: OwnCounter,
  { id, name, amount, limit, windowMs }: TakeMessage,
): TakenMessage {
  return { type: "taken", id, ...counter.take(name, amount, limit, windowMs) };
}
