/** A small cache of recent results: bounded, short-lived, never on disk. */
export interface Recent<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  size(): number;
  clear(): void;
}

export interface RecentOptions {
  readonly entries: number;
  readonly maxAgeMs: number;
  readonly now: () => number;
}

export function recent<Value>({ entries, maxAgeMs, now }: RecentOptions): Recent<Value> {
  // A Map keeps insertion order: the first key is the least recently used.
  const kept = new Map<string, { readonly value: Value; readonly until: number }>();
  let timer: NodeJS.Timeout | undefined;

  /**
   * Expired entries are removed actively: an address must not stay in memory just because it is never requested again.
   */
  function sweep(): void {
    timer = undefined;
    let next = Number.POSITIVE_INFINITY;
    for (const [key, { until }] of kept) {
      if (until <= now()) kept.delete(key);
      else next = Math.min(next, until);
    }
    if (kept.size > 0) plan(next - now());
  }

  function plan(delayMs: number): void {
    timer ??= setTimeout(sweep, delayMs).unref();
  }

  return {
    get(key) {
      const entry = kept.get(key);
      if (entry === undefined) return undefined;
      kept.delete(key);
      if (entry.until <= now()) return undefined;
      kept.set(key, entry);
      return entry.value;
    },
    set(key, value) {
      kept.delete(key);
      kept.set(key, { value, until: now() + maxAgeMs });
      if (kept.size > entries) kept.delete(kept.keys().next().value!);
      plan(maxAgeMs);
    },
    size: () => kept.size,
    clear() {
      clearTimeout(timer);
      timer = undefined;
      kept.clear();
    },
  };
}
