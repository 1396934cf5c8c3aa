import { sizedCache } from "./cache.js";
import { isActive } from "./keys/keys.js";
import type { KeyRecord, KeyStore } from "./keys/store.js";
import { Problem } from "./problems.js";
import type { Tokens, VerifiedToken } from "./tokens.js";

/** Who a request comes from, by its `Authorization` header; undefined for nobody we know. */
export type Authenticate = (
  authorization: string | undefined,
) => Promise<string | undefined> | string | undefined;

/** A revoked key stops working everywhere within this time. */
const keyMemory = 2000;

/**
 * Headers with a verified token are remembered until it ends, and the state of keys for two seconds, so that a busy
 * client costs two look-ups a request. While the store is down, keys known before keep working.
 */
export function createAuthentication(tokens: Tokens, store: KeyStore, clock: () => number): Authenticate {
  const verified = sizedCache<VerifiedToken>(20_000);
  const keys = sizedCache<{ readonly key: KeyRecord | undefined; readonly checkedAt: number }>(20_000);

  async function activeKey(keyId: string): Promise<string | undefined> {
    const known = keys.get(keyId);
    let key = known?.key;
    if (known === undefined || clock() - known.checkedAt >= keyMemory) {
      try {
        key = await store.find(keyId);
        keys.set(keyId, { key, checkedAt: clock() }, 1);
      } catch (error) {
        if (known === undefined) throw error;
        keys.set(keyId, { key, checkedAt: clock() }, 1);
      }
    }
    return key !== undefined && isActive(key, clock()) ? keyId : undefined;
  }

  async function check(token: string, authorization: string): Promise<string | undefined> {
    const fresh = await tokens.verify(token);
    if (fresh === undefined) return undefined;
    verified.set(authorization, fresh, 1);
    return activeKey(fresh.keyId);
  }

  return (authorization) => {
    if (authorization === undefined) return undefined;
    const known = verified.get(authorization);
    if (known === undefined) {
      const token = bearer(authorization);
      return token === undefined ? undefined : check(token, authorization);
    }
    const now = clock();
    if (now >= known.expiresAt) return undefined;
    const state = keys.get(known.keyId);
    // The hot path answers at once, without a promise.
    if (state?.key !== undefined && now - state.checkedAt < keyMemory)
      return isActive(state.key, now) ? known.keyId : undefined;
    return activeKey(known.keyId);
  };
}

/** Whatever a store says when it fails, the caller hears only that it did. */
export async function available<Result>(use: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await use();
  } catch {
    throw new Problem("KEYS_UNAVAILABLE", { values: { seconds: 5 }, headers: { "retry-after": "5" } });
  }
}

function bearer(authorization: string): string | undefined {
  if (authorization.length > 4096) return undefined;
  return /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+) *$/i.exec(authorization)?.[1];
}
