import { hash } from "node:crypto";
import { recentCache } from "../cache.js";
import { Problem } from "../problems/problem.js";
import type { Snapshot } from "../store/snapshot.js";
import { isActive } from "./keys.js";
import type { Tokens, VerifiedToken } from "./tokens.js";

/** Who sent a request, and what it allows. */
export type Caller = Pick<VerifiedToken, "keyId" | "scope">;

/** The caller by the `Authorization` header; undefined without a valid token. */
export type Authenticate = (
  authorization: string | undefined,
) => Promise<Caller | undefined> | Caller | undefined;

export interface Authentication {
  readonly authenticate: Authenticate;
  /** The key of a token that was verified before and is still valid. Makes no query; undefined for others. */
  readonly knownKey: (authorization: string | undefined) => string | undefined;
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
    if (token.tokenId !== undefined && snapshot.isRevoked(token.tokenId)) return undefined;
    // No token allows more than its key.
    return key.scope === "wizard" && token.scope === "full" ? { keyId: key.id, scope: "wizard" } : token;
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

  function authenticate(authorization: string | undefined): ReturnType<Authenticate> {
    if (authorization === undefined) return undefined;
    const digest = hash("sha256", authorization, "binary");
    const known = verified.get(digest);
    // Removing a secret revokes its tokens.
    if (known === undefined || snapshot.secret(known.kid) === undefined) {
      const token = bearer(authorization);
      return token === undefined ? undefined : check(token, digest);
    }
    if (!isCurrent(known)) return undefined;
    // The hot path is synchronous, without a promise.
    return snapshot.key(known.keyId) === undefined ? ask(known) : activeCaller(known);
  }

  return {
    authenticate,
    knownKey(authorization) {
      if (authorization === undefined) return undefined;
      const known = verified.get(hash("sha256", authorization, "binary"));
      if (known === undefined || snapshot.secret(known.kid) === undefined) return undefined;
      return isCurrent(known) ? activeCaller(known)?.keyId : undefined;
    },
  };
}

/** Callers only learn that the store failed, not why. */
export async function available<Result>(use: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await use();
  } catch {
    throw new Problem("KEYS_UNAVAILABLE", { retryAfterSeconds: 5 });
  }
}

function bearer(authorization: string): string | undefined {
  if (authorization.length > 4096) return undefined;
  return /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+) *$/i.exec(authorization)?.[1];
}
