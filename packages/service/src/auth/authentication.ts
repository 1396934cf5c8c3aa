import { hash } from "node:crypto";
import { recentCache } from "../cache.js";
import { Problem } from "../problems/problem.js";
import type { Snapshot } from "../store/snapshot.js";
import { isActive } from "./keys.js";
import type { Tokens, VerifiedToken } from "./tokens.js";

/** Who sent a request, and what it allows. */
export type Caller = Pick<VerifiedToken, "keyId" | "scope" | "employeeReference" | "tokenId">;

/**
 * Finds the caller by the `Authorization` header. There are two functions, because a request with a known token should not wait for
 * a promise.
 */
export interface Authentication {
  /** The caller, if the token was verified before and is still valid. Makes no query. */
  knownCaller(authorization: string | undefined): Caller | undefined;
  /** The caller, or undefined without a valid token. Makes a query if this process does not know the token's key. */
  authenticate(authorization: string | undefined): Promise<Caller | undefined>;
}

/**
 * Headers with a verified token are cached until it expires, by their SHA-256, so that memory contains no usable token. A
 * busy client costs that hash and four lookups per request; only an unknown caller needs a query.
 */
export function createAuthentication(
  tokens: Tokens,
  snapshot: Snapshot,
  clock: () => number,
): Authentication {
  const verified = recentCache<VerifiedToken>(10_000);

  function activeCaller(token: VerifiedToken): Caller | undefined {
    const key = snapshot.key(token.keyId);
    if (key === undefined || !isActive(key, clock())) return undefined;
    if (snapshot.isRevoked(token.tokenId)) return undefined;
    // No token allows more than its key.
    return key.scope === "wizard" && token.scope === "full"
      ? { keyId: key.id, scope: "wizard", tokenId: token.tokenId }
      : token;
  }

  /** Another instance may just have created the key. */
  async function ask(token: VerifiedToken): Promise<Caller | undefined> {
    await snapshot.lookFor(token.keyId);
    return activeCaller(token);
  }

  async function check(token: string, digest: string): Promise<Caller | undefined> {
    const fresh = await tokens.verify(token);
    if (fresh === undefined) return undefined;
    verified.set(digest, fresh);
    return snapshot.key(fresh.keyId) === undefined ? ask(fresh) : activeCaller(fresh);
  }

  /** Clocks can be set back. Even then, a cached token is accepted only if it would be accepted when new. */
  function isCurrent({ validFrom, expiresAt }: VerifiedToken): boolean {
    const now = clock();
    return now < expiresAt && now >= validFrom;
  }

  function verifiedBefore(digest: string): VerifiedToken | undefined {
    const token = verified.get(digest);
    // Removing a secret revokes its tokens.
    return token === undefined || snapshot.secret(token.kid) === undefined ? undefined : token;
  }

  return {
    knownCaller(authorization) {
      if (authorization === undefined) return undefined;
      const known = verifiedBefore(digestOf(authorization));
      return known !== undefined && isCurrent(known) ? activeCaller(known) : undefined;
    },
    async authenticate(authorization) {
      if (authorization === undefined) return undefined;
      const digest = digestOf(authorization);
      const known = verifiedBefore(digest);
      if (known === undefined) {
        const token = bearer(authorization);
        return token === undefined ? undefined : check(token, digest);
      }
      if (!isCurrent(known)) return undefined;
      return snapshot.key(known.keyId) === undefined ? ask(known) : activeCaller(known);
    },
  };
}

/** Callers only learn that the store failed, not why. */
export async function available<Result>(use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch {
    throw new Problem("KEYS_UNAVAILABLE", { retryAfterSeconds: 5 });
  }
}

function digestOf(authorization: string): string {
  return hash("sha256", authorization, "binary");
}

function bearer(authorization: string): string | undefined {
  if (authorization.length > 4096) return undefined;
  return /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+) *$/i.exec(authorization)?.[1];
}
