import type { SharedCounter, Taken } from "./counter.js";

/** What a worker asks its primary process. */
export interface TakeQuestion {
  readonly type: "take";
  readonly name: string;
  readonly amount: number;
  readonly limit: number;
  readonly windowMs: number;
}

/** Rejects if the primary does not respond. */
export type AskToTake = (question: TakeQuestion) => Promise<Taken>;

/** Counts in the primary process, for all workers of an instance. */
export function primaryCounter(ask: AskToTake): SharedCounter {
  return {
    take: (name, amount, limit, windowMs) => ask({ type: "take", name, amount, limit, windowMs }),
    async check() {
      await ask({ type: "take", name: "check", amount: 0, limit: 1, windowMs: 1000 });
    },
    close() {},
  };
}
