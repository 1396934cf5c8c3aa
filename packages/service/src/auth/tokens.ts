import { randomBytes } from "node:crypto";
import { defined } from "@withholding-forms/interview";
import type { Snapshot } from "../store/snapshot.js";
import { type Store, scopes, type TokenScope, type TokenSecret } from "../store/store.js";
import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from "../vendor/jose.js";

/** Issues and verifies access tokens: JWT, HS256 only, valid for up to 24 hours, signed with a secret of the store. */
export interface Tokens {
  /** A full token for 24 hours by default. */
  issue(keyId: string, choices?: TokenChoices): Promise<string>;
  /** The key and expiration of the token, or undefined if it is not a valid token of this service. */
  verify(token: string): Promise<VerifiedToken | undefined>;
}

export interface TokenChoices {
  readonly scope?: TokenScope;
  /** Milliseconds. */
  readonly lifetimeMs?: number;
  /** Whom a wizard token was issued for; see `employee-reference.ts`. */
  readonly employeeReference?: string;
}

export interface VerifiedToken {
  readonly keyId: string;
  readonly scope: TokenScope;
  /** The token's `jti`. */
  readonly tokenId: string;
  /** Whom the token was issued for, if the login named someone. */
  readonly employeeReference?: string;
  /** Id of the secret that it was signed with. */
  readonly kid: string;
  /** Milliseconds since 1970: valid from the first, and no longer from the second. */
  readonly validFrom: number;
  readonly expiresAt: number;
}

export const tokenLifetime = 24 * 60 * 60 * 1000;
/** Default and max lifetime of tokens per scope, in milliseconds. */
export const tokenLifetimes = {
  full: { default: tokenLifetime, max: tokenLifetime },
  wizard: { default: 15 * 60 * 1000, max: 60 * 60 * 1000 },
} as const satisfies Record<TokenScope, { readonly default: number; readonly max: number }>;
/** A new secret signs after this time. The previous one still verifies until its last token has expired. */
export const secretLifetime = 30 * 24 * 60 * 60 * 1000;

const algorithm = "HS256";
const issuer = "withholding-forms";
/** The scope is the audience. */
const audiences = { full: "withholding-forms", wizard: "withholding-forms/wizard" } as const;
const maxTokenLength = 2048;

export function createTokens(store: Store, snapshot: Snapshot, clock: () => number): Tokens {
  async function signingSecret(): Promise<TokenSecret> {
    const newest = snapshot.newestSecret();
    if (newest !== undefined && clock() - newest.createdAt < secretLifetime) return newest;
    await rotateSecret(store, clock(), secretLifetime);
    await snapshot.refresh();
    const current = snapshot.newestSecret();
    if (current === undefined) throw new Error("The store of token secrets is empty.");
    return current;
  }

  return {
    async issue(
      keyId,
      { scope = "full", lifetimeMs = tokenLifetimes[scope].default, employeeReference } = {},
    ) {
      const { kid, secret } = await signingSecret();
      const now = Math.floor(clock() / 1000);
      return new SignJWT({ ...defined({ employeeReference }) })
        .setProtectedHeader({ alg: algorithm, typ: "JWT", kid })
        .setIssuer(issuer)
        .setAudience(audiences[scope])
        .setSubject(keyId)
        .setJti(randomBytes(16).toString("base64url"))
        .setIssuedAt(now)
        .setExpirationTime(now + Math.min(lifetimeMs, tokenLifetimes[scope].max) / 1000)
        .sign(secret);
    },

    async verify(token) {
      const kid = keyIdOf(token);
      if (kid === undefined) return undefined;
      // Another instance may just have created it.
      if (snapshot.secret(kid) === undefined) await snapshot.lookFor(kid);
      const secret = snapshot.secret(kid)?.secret;
      if (secret === undefined) return undefined;
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: [algorithm],
          issuer,
          audience: Object.values(audiences),
          requiredClaims: ["sub", "jti", "iat", "exp"],
          currentDate: new Date(clock()),
        });
        return readClaims(payload, kid, clock());
      } catch {
        return undefined;
      }
    },
  };
}

/** Instances accept each other's tokens if their clocks differ by less than this. */
const clockDifference = 60_000;

/** What the library does not check: key, ID, and scope as plain text, not issued in the future, no longer than the scope allows. */
function readClaims(claims: JWTPayload, kid: string, now: number): VerifiedToken | undefined {
  const { sub, iat, exp, jti, employeeReference } = claims;
  const scope = scopes.find((one) => audiences[one] === claims.aud);
  if (typeof sub !== "string" || typeof jti !== "string" || scope === undefined) return undefined;
  if (iat === undefined || exp === undefined) return undefined;
  const validFrom = iat * 1000 - clockDifference;
  if (now < validFrom || (exp - iat) * 1000 > tokenLifetimes[scope].max) return undefined;
  return {
    keyId: sub,
    scope,
    tokenId: jti,
    ...(typeof employeeReference === "string" ? { employeeReference } : {}),
    kid,
    validFrom,
    expiresAt: exp * 1000,
  };
}

/** Revokes one token before it expires, on every instance that shares the store. */
export async function revokeToken(
  store: Store,
  token: { readonly tokenId: string; readonly expiresAt: number },
  now: number,
): Promise<void> {
  await store.revokeToken(token, now - clockDifference);
}

/**
 * Signs with a new secret from now on, unless the newest is younger than `age`; existing tokens stay valid. Safe when
 * several processes do it at the same time.
 */
export async function rotateSecret(store: Store, now: number, age?: number): Promise<void> {
  const newest = (await store.secrets())[0];
  if (newest !== undefined && age !== undefined && now - newest.createdAt < age) return;
  // Newer than the newest, even if that was created by a clock that was ahead.
  const createdAt = Math.max(now, (newest?.createdAt ?? 0) + 1);
  const secret = { kid: randomBytes(8).toString("hex"), secret: randomBytes(32), createdAt };
  // A secret signed its last token when its successor was created; one more hour tolerates clock differences.
  await store.addSecret(secret, newest?.kid, now - tokenLifetime - 60 * 60 * 1000);
}

function keyIdOf(token: string): string | undefined {
  if (token.length > maxTokenLength) return undefined;
  try {
    const { kid, alg } = decodeProtectedHeader(token);
    return alg === algorithm ? kid : undefined;
  } catch {
    return undefined;
  }
}
