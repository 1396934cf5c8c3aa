import { createHash } from "node:crypto";
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
 * Verified tokens are remembered by digest until they end, and the state of keys for two seconds, so that a busy
 * client costs one hash a request. While the store is down, keys known before keep working.
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

  async function check(token: string, digest: string): Promise<string | undefined> {
    const fresh = await tokens.verify(token);
    if (fresh === undefined) return undefined;
    verified.set(digest, fresh, 1);
    return activeKey(fresh.keyId);
  }

  return (authorization) => {
    const token = bearer(authorization);
    if (token === undefined) return undefined;
    const digest = createHash("sha256").update(token).digest("base64");
    const known = verified.get(digest);
    if (known === undefined) return check(token, digest);
    if (clock() >= known.expiresAt) return undefined;
    const state = keys.get(known.keyId);
    // The hot path answers at once, without a promise.
    if (state?.key !== undefined && clock() - state.checkedAt < keyMemory)
      return isActive(state.key, clock()) ? known.keyId : undefined;
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

function bearer(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.length > 4096) return undefined;
  return /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+) *$/i.exec(authorization)?.[1];
}
