import { LRUCache } from "lru-cache";

/** Evicts the least recently used entries when the sum of their sizes exceeds the limit. */
export interface SizedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value, size: number): void;
  readonly size: number;
}

export function sizedCache<Value extends NonNullable<unknown>>(limit: number): SizedCache<Value> {
  const entries = new LRUCache<string, Value>({ maxSize: limit });
  return {
    get: (key) => entries.get(key),
    set: (key, value, size) => void entries.set(key, value, { size }),
    get size() {
      return entries.calculatedSize;
    },
  };
}

/** Keeps at least `size` of the last used entries, and up to twice as many. Cheaper to read than the other. */
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
