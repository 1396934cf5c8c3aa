/** Least recently used entries go first once the sum of their sizes passes the limit. */
export interface SizedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value, size: number): void;
  readonly size: number;
}

export function sizedCache<Value>(limit: number): SizedCache<Value> {
  // A Map iterates in order of insertion, so the first key is the least recently used one.
  const entries = new Map<string, { readonly value: Value; readonly size: number }>();
  let size = 0;
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, entrySize) {
      const old = entries.get(key);
      if (old !== undefined) {
        entries.delete(key);
        size -= old.size;
      }
      if (entrySize > limit) return;
      entries.set(key, { value, size: entrySize });
      size += entrySize;
      for (const [oldest, entry] of entries) {
        if (size <= limit) break;
        entries.delete(oldest);
        size -= entry.size;
      }
    },
    get size() {
      return size;
    },
  };
}

/** Remembers at least as many of the last used as `size` says, at most twice as many. Cheaper to read than the other. */
export function recentCache<Value>(size: number): Pick<Map<string, Value>, "get"> & {
  set(key: string, value: Value): void;
} {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  const set = (key: string, value: Value): void => {
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
  };
}
