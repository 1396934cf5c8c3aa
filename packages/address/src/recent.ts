/** A small memory of recent answers: bounded, short-lived, never on disk. */
export interface Recent<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  clear(): void;
}

export interface RecentOptions {
  readonly entries: number;
  readonly maxAgeMs: number;
  readonly now: () => number;
}

export function recent<Value>({ entries, maxAgeMs, now }: RecentOptions): Recent<Value> {
  // A Map keeps insertion order: the first key is the one that was not asked for longest.
  const kept = new Map<string, { readonly value: Value; readonly until: number }>();
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
    },
    clear() {
      kept.clear();
    },
  };
}
