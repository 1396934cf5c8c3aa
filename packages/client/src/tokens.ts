/** Keeps one token for all requests and renews it in time. */
export interface Tokens {
  /** A valid token. Calls while one is being fetched wait for the same one. */
  get(): Promise<string>;
  /** The service rejected this token. The next `get` fetches another, unless one was already fetched. */
  reject(token: string): void;
}

export interface Issued {
  readonly token: string;
  /** Milliseconds since 1970, by our own clock. */
  readonly expiresAt: number;
}

const maxMarginMs = 5 * 60 * 1000;
const pauseAfterFailureMs = 30 * 1000;

export function createTokens(obtain: (rejected: string | undefined) => Promise<Issued>): Tokens {
  let held: (Issued & { readonly renewAt: number }) | undefined;
  let rejected: string | undefined;
  let pending: Promise<string> | undefined;

  async function renew(): Promise<string> {
    const now = Date.now();
    try {
      const issued = await obtain(rejected);
      const margin = Math.min(maxMarginMs, Math.max(0, issued.expiresAt - now) / 10);
      held = { ...issued, renewAt: issued.expiresAt - margin };
      rejected = undefined;
      return issued.token;
    } catch (error) {
      if (held === undefined || held.expiresAt <= Date.now()) throw error;
      // The old token still works for some minutes. The next request after a delay tries again.
      held = { ...held, renewAt: Math.min(held.expiresAt, Date.now() + pauseAfterFailureMs) };
      return held.token;
    } finally {
      pending = undefined;
    }
  }

  return {
    async get() {
      if (held !== undefined && Date.now() < held.renewAt) return held.token;
      pending ??= renew();
      return pending;
    },
    reject(token) {
      if (held?.token !== token) return;
      held = undefined;
      rejected = token;
    },
  };
}

/**
 * When a token that was just issued expires. Its lifetime counts from when it was requested, so a wrong local clock does
 * no harm. A token that cannot be decoded is used until the service rejects it.
 */
export function freshExpiry(token: string, askedAt: number): number {
  const { exp, iat } = claimsOf(token);
  if (exp === undefined) return Number.POSITIVE_INFINITY;
  return iat === undefined ? exp * 1000 : askedAt + (exp - iat) * 1000;
}

/** When a token of unknown age expires. */
export function statedExpiry(token: string): number {
  const { exp } = claimsOf(token);
  return exp === undefined ? Number.POSITIVE_INFINITY : exp * 1000;
}

interface Claims {
  readonly exp?: number;
  readonly iat?: number;
}

function claimsOf(token: string): Claims {
  try {
    const payload = token.split(".")[1] ?? "";
    const read: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    if (typeof read !== "object" || read === null) return {};
    const { exp, iat } = read as Readonly<Record<string, unknown>>;
    return {
      ...(typeof exp === "number" && Number.isFinite(exp) ? { exp } : {}),
      ...(typeof iat === "number" && Number.isFinite(iat) ? { iat } : {}),
    };
  } catch {
    return {};
  }
}
