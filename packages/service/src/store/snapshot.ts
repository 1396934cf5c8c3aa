import { setTimeout as sleep } from "node:timers/promises";
import { sizedCache } from "../cache.js";
import type { KeyRecord, Store, TokenSecret } from "./store.js";

/**
 * All keys, secrets and token revocations of the store, as they were at most two seconds ago, or when the store was last reached. What a
 * request's caller is known by is looked up here, so that nobody with a live token notices that the store is down.
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
   * Looks for a key or secret not known yet, on behalf of somebody who may be anybody: such looks keep a distance, and an
   * id that was not there is not looked for again for a while. No harm in that: ids are random, and a token with one is
   * only made once it is stored.
   */
  lookFor(id: string): Promise<void>;
  stop(): void;
}

export interface SnapshotChoices {
  /** Told after the first look and then whenever the store goes down or comes back. */
  readonly onState?: (up: boolean, error: unknown) => void;
}

/** A revoked key or token stops working everywhere within this time and that of a query. */
const interval = 2000;
/** A store that is down is tried more often. */
const intervalDown = 1000;
const distance = 50;
const missingFor = 10_000;

export async function openSnapshot(store: Store, { onState }: SnapshotChoices = {}): Promise<Snapshot> {
  let keys: ReadonlyMap<string, KeyRecord> = new Map();
  let byHash: ReadonlyMap<string, KeyRecord> = new Map();
  let secrets: ReadonlyMap<string, TokenSecret> = new Map();
  let revoked: ReadonlySet<string> = new Set();
  let changes: number | undefined;
  let up: boolean | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    try {
      // Asked for before the rest is read: what changes in between is read again the next time.
      const now = await store.changes();
      if (now !== changes) {
        const list = await store.list();
        keys = new Map(list.map((key) => [key.id, key]));
        byHash = new Map(list.map((key) => [key.hash, key]));
        secrets = new Map((await store.secrets()).map((secret) => [secret.kid, secret]));
        revoked = new Set((await store.revocations()).map(({ tokenId }) => tokenId));
        changes = now;
      }
      tell(true, undefined);
    } catch (error) {
      tell(false, error);
      throw error;
    }
  }

  function tell(now: boolean, error: unknown): void {
    if (now === up || stopped) return;
    up = now;
    onState?.(now, error);
  }

  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    const looking = look().finally(() => {
      if (current === looking) current = undefined;
    });
    current = looking;
    return looking;
  };
  /** A look under way may already be past what the caller wants to see; those who come meanwhile share the next one. */
  function refresh(): Promise<void> {
    if (current === undefined) return begin();
    next ??= current
      .catch(() => {})
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
  }

  let soon: Promise<void> | undefined;
  let lastLook = Number.NEGATIVE_INFINITY;
  const missing = sizedCache<number>(1000);
  async function lookFor(id: string): Promise<void> {
    if (performance.now() < (missing.get(id) ?? 0)) return;
    await lookSoon();
    if (!keys.has(id) && !secrets.has(id)) missing.set(id, performance.now() + missingFor, 1);
  }

  function lookSoon(): Promise<void> {
    soon ??= sleep(Math.max(0, lastLook + distance - performance.now())).then(() => {
      soon = undefined;
      lastLook = performance.now();
      return refresh();
    });
    return soon;
  }

  function plan(): void {
    if (stopped) return;
    timer = setTimeout(() => void refresh().then(plan, plan), up === true ? interval : intervalDown).unref();
  }

  // A store that is down now may be back when the first request comes.
  await refresh().catch(() => {});
  plan();
  return {
    key: (id) => keys.get(id),
    keyByHash: (hash) => byHash.get(hash),
    secret: (kid) => secrets.get(kid),
    newestSecret: () => secrets.values().next().value,
    isRevoked: (tokenId) => revoked.has(tokenId),
    loaded: () => changes !== undefined,
    refresh,
    lookFor,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
