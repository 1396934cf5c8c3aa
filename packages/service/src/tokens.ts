import { randomBytes } from "node:crypto";
import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { KeyStore, TokenSecret } from "./keys/store.js";

/** Issues and verifies access tokens: JWT, HS256 and nothing else, 24 hours, signed with a secret of the store. */
export interface Tokens {
  /** For 24 hours, or for a shorter time in milliseconds. */
  issue(keyId: string, lifetime?: number): Promise<string>;
  /** Whose token it is and until when, or undefined for anything that is not a valid token of ours. */
  verify(token: string): Promise<VerifiedToken | undefined>;
}

export interface VerifiedToken {
  readonly keyId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export const tokenLifetime = 24 * 60 * 60 * 1000;
/** A new secret signs after this time. The one before verifies on until the last token signed with it has ended. */
export const secretLifetime = 30 * 24 * 60 * 60 * 1000;

const algorithm = "HS256";
const issuer = "withholding-forms";
const audience = "withholding-forms";
const longestToken = 2048;
/** How often a token with an unknown key id may make us look into the store. */
const reloadPause = 1000;

export function createTokens(store: KeyStore, clock: () => number): Tokens {
  let secrets: readonly TokenSecret[] = [];
  let loadedAt = Number.NEGATIVE_INFINITY;

  async function load(): Promise<void> {
    loadedAt = clock();
    secrets = await store.secrets();
  }

  async function signingSecret(): Promise<TokenSecret> {
    await load();
    const newest = secrets[0];
    if (newest !== undefined && clock() - newest.createdAt < secretLifetime) return newest;
    await rotateSecret(store, clock());
    await load();
    const current = secrets[0];
    if (current === undefined) throw new Error("The store of token secrets is empty.");
    return current;
  }

  return {
    async issue(keyId, lifetime = tokenLifetime) {
      const { kid, secret } = await signingSecret();
      const now = Math.floor(clock() / 1000);
      return new SignJWT()
        .setProtectedHeader({ alg: algorithm, typ: "JWT", kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(keyId)
        .setIssuedAt(now)
        .setExpirationTime(now + Math.min(lifetime, tokenLifetime) / 1000)
        .sign(secret);
    },

    async verify(token) {
      const kid = keyIdOf(token);
      if (kid === undefined) return undefined;
      if (!secrets.some((known) => known.kid === kid) && clock() - loadedAt >= reloadPause) await load();
      const secret = secrets.find((known) => known.kid === kid)?.secret;
      if (secret === undefined) return undefined;
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: [algorithm],
          issuer,
          audience,
          requiredClaims: ["sub", "iat", "exp"],
          currentDate: new Date(clock()),
        });
        return readClaims(payload, clock());
      } catch {
        return undefined;
      }
    },
  };
}

/** Instances whose clocks disagree by less than this take each other's tokens. */
const clockDifference = 60_000;

/** What the library leaves open: whose token it is in plain text, not from the future, and for a day at most. */
function readClaims({ sub, iat, exp }: JWTPayload, now: number): VerifiedToken | undefined {
  if (typeof sub !== "string" || iat === undefined || exp === undefined) return undefined;
  if (iat * 1000 > now + clockDifference || (exp - iat) * 1000 > tokenLifetime) return undefined;
  return { keyId: sub, expiresAt: exp * 1000 };
}

/** Signs with a new secret from now on; nobody is logged out. Safe when several processes do it at once. */
export async function rotateSecret(store: KeyStore, now: number): Promise<void> {
  const newest = (await store.secrets())[0];
  const secret = { kid: randomBytes(8).toString("hex"), secret: randomBytes(32), createdAt: now };
  // A secret signed its last token when its successor came; an hour more forgives clocks that disagree.
  await store.addSecret(secret, newest?.kid, now - tokenLifetime - 60 * 60 * 1000);
}

function keyIdOf(token: string): string | undefined {
  if (token.length > longestToken) return undefined;
  try {
    const { kid, alg } = decodeProtectedHeader(token);
    return alg === algorithm ? kid : undefined;
  } catch {
    return undefined;
  }
}
