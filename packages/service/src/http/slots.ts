export interface Slots {
  /** Returns a function that releases the slot, or undefined if none is free for this caller. */
  take(caller: string): (() => void) | undefined;
}

/** Limits how many requests are served at the same time, in total and per caller. */
export function createSlots({
  total,
  perCaller,
}: {
  readonly total: number;
  readonly perCaller: number;
}): Slots {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(caller) {
      const own = taken.get(caller) ?? 0;
      if (all >= total || own >= perCaller) return undefined;
      all += 1;
      taken.set(caller, own + 1);
      let released = false;
      return () => {
        if (released) return;
        released = true;
        all -= 1;
        const left = taken.get(caller)! - 1;
        if (left > 0) taken.set(caller, left);
        else taken.delete(caller);
      };
    },
  };
}
