import { setTimeout as sleep } from "node:timers/promises";
import { recentCache } from "../cache.js";
import { shareRuns } from "./share-runs.js";
import type { KeyRecord, Store, TokenSecret } from "./store.js";

/**
 * All keys, secrets and token revocations of the store, as they were up to two seconds ago, or when the store was last
 * reached. Requests are authenticated from here, so that callers with a valid token do not notice that the store is
 * down.
 */
export interface Snapshot {
  key(id: string): KeyRecord | undefined;
  keyByHash(hash: string): KeyRecord | undefined;
  secret(kid: string): TokenSecret | undefined;
  newestSecret(): TokenSecret | undefined;
  isRevoked(tokenId: string): boolean;
  /** Whether keys and secrets were ever read. */
  loaded(): boolean;
  /** Reads what changed. It sees everything that was stored before the call. Rejects where the store fails. */
  refresh(): Promise<void>;
  /**
   * Looks for a key or secret not known yet, on behalf of an unauthenticated caller: such lookups are spaced out, and
   * an id that was not found is not looked up again for a while. This is safe: ids are random, and a token with one is
   * only created after the id is stored.
   */
  lookFor(id: string): Promise<void>;
  stop(): void;
}

export interface SnapshotChoices {
  /** Called after the first read, and then whenever the store goes down or comes back. */
  readonly onState?: (up: boolean, error: unknown) => void;
}

/** A revoked key or token stops working everywhere within this time and that of a query. */
const intervalMs = 2000;
/** A store that is down is tried more often. */
const intervalDownMs = 1000;
const distance = 50;
const missingFor = 10_000;

export async function openSnapshot(store: Store, { onState }: SnapshotChoices = {}): Promise<Snapshot> {
  let known = nothingKnown;
  let up: boolean | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const report = (now: boolean, error: unknown): void => {
    if (now === up || stopped) return;
    up = now;
    onState?.(now, error);
  };
  const refresh = shareRuns(async () => {
    try {
      known = await readChanges(store, known);
      report(true, undefined);
    } catch (error) {
      report(false, error);
      throw error;
    }
  });
  const refreshSoon = spaced(refresh, distance);
  const missing = recentCache<number>(1000);
  const plan = (): void => {
    if (stopped) return;
    timer = setTimeout(
      () => void refresh().then(plan, plan),
      up === true ? intervalMs : intervalDownMs,
    ).unref();
  };

  // A store that is down now may be up when the first request arrives.
  await refresh().catch(() => {});
  plan();
  return {
    key: (id) => known.keys.get(id),
    keyByHash: (hash) => known.byHash.get(hash),
    secret: (kid) => known.secrets.get(kid),
    newestSecret: () => known.secrets.values().next().value,
    isRevoked: (tokenId) => known.revoked.has(tokenId),
    loaded: () => known.changes !== undefined,
    refresh,
    async lookFor(id) {
      if (performance.now() < (missing.get(id) ?? 0)) return;
      await refreshSoon();
      if (!known.keys.has(id) && !known.secrets.has(id)) missing.set(id, performance.now() + missingFor);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

interface Known {
  readonly keys: ReadonlyMap<string, KeyRecord>;
  readonly byHash: ReadonlyMap<string, KeyRecord>;
  readonly secrets: ReadonlyMap<string, TokenSecret>;
  readonly revoked: ReadonlySet<string>;
  /** The store's number of changes when this was read. */
  readonly changes: number | undefined;
}

const nothingKnown: Known = {
  keys: new Map(),
  byHash: new Map(),
  secrets: new Map(),
  revoked: new Set(),
  changes: undefined,
};

async function readChanges(store: Store, known: Known): Promise<Known> {
  // Read before the rest: what changes in between is read again the next time.
  const changes = await store.changes();
  if (changes === known.changes) return known;
  const list = await store.list();
  return {
    keys: new Map(list.map((key) => [key.id, key])),
    byHash: new Map(list.map((key) => [key.hash, key])),
    secrets: new Map((await store.secrets()).map((secret) => [secret.kid, secret])),
    revoked: new Set((await store.revocations()).map(({ tokenId }) => tokenId)),
    changes,
  };
}

/** Lookups are some milliseconds apart; callers that arrive in between share one. */
function spaced(work: () => Promise<void>, distanceMs: number): () => Promise<void> {
  let soon: Promise<void> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    soon ??= sleep(Math.max(0, last + distanceMs - performance.now())).then(() => {
      soon = undefined;
      last = performance.now();
      return work();
    });
    return soon;
  };
}
