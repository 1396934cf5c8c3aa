import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tokenOf } from "./test/local-server.js";
import { createTokens, freshExpiry, type Issued, statedExpiry } from "./tokens.js";

const begin = Date.parse("2026-11-16T18:30:00Z");
const hour = 60 * 60 * 1000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: begin });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Issues `token 1`, `token 2` ...; `fail` makes the next one fail. */
function issuer(lifetime: number) {
  const rejected: (string | undefined)[] = [];
  const state = { fail: false };
  const obtain = async (token: string | undefined): Promise<Issued> => {
    rejected.push(token);
    if (state.fail) throw new Error("no login");
    return { token: `token ${rejected.length}`, expiresAt: Date.now() + lifetime };
  };
  return { obtain, rejected, state };
}

describe("createTokens", () => {
  it("fetches one token for many pending requests", async () => {
    const { obtain, rejected } = issuer(24 * hour);
    const tokens = createTokens(obtain);
    const got = await Promise.all(Array.from({ length: 50 }, () => tokens.get()));
    expect(new Set(got)).toEqual(new Set(["token 1"]));
    expect(rejected).toEqual([undefined]);
  });

  it("keeps a token until five minutes before it expires", async () => {
    const { obtain } = issuer(24 * hour);
    const tokens = createTokens(obtain);
    await tokens.get();
    vi.setSystemTime(begin + 24 * hour - 5 * 60 * 1000 - 1);
    expect(await tokens.get()).toBe("token 1");
    vi.setSystemTime(begin + 24 * hour - 5 * 60 * 1000);
    expect(await tokens.get()).toBe("token 2");
  });

  it("renews a one-minute token six seconds before it expires", async () => {
    const { obtain } = issuer(60_000);
    const tokens = createTokens(obtain);
    await tokens.get();
    vi.setSystemTime(begin + 53_999);
    expect(await tokens.get()).toBe("token 1");
    vi.setSystemTime(begin + 54_000);
    expect(await tokens.get()).toBe("token 2");
  });

  it("uses the old token while renewal fails, and tries again after half a minute", async () => {
    const { obtain, rejected, state } = issuer(24 * hour);
    const tokens = createTokens(obtain);
    await tokens.get();
    const renewal = begin + 24 * hour - 5 * 60 * 1000;
    state.fail = true;
    vi.setSystemTime(renewal);
    expect(await tokens.get()).toBe("token 1");
    vi.setSystemTime(renewal + 29_999);
    expect(await tokens.get()).toBe("token 1");
    expect(rejected).toHaveLength(2);
    state.fail = false;
    vi.setSystemTime(renewal + 30_000);
    expect(await tokens.get()).toBe("token 3");
  });

  it("fails if the old token has expired and there is no new one", async () => {
    const { obtain, state } = issuer(24 * hour);
    const tokens = createTokens(obtain);
    await tokens.get();
    state.fail = true;
    vi.setSystemTime(begin + 24 * hour);
    await expect(tokens.get()).rejects.toThrow("no login");
    state.fail = false;
    expect(await tokens.get()).toBe("token 3");
  });

  it("fetches one new token for many rejections of the same one, and says which was rejected", async () => {
    const { obtain, rejected } = issuer(24 * hour);
    const tokens = createTokens(obtain);
    const old = await tokens.get();
    const got = await Promise.all(
      Array.from({ length: 20 }, () => {
        tokens.reject(old);
        return tokens.get();
      }),
    );
    expect(new Set(got)).toEqual(new Set(["token 2"]));
    tokens.reject(old);
    expect(await tokens.get()).toBe("token 2");
    expect(rejected).toEqual([undefined, "token 1"]);
  });
});

describe("expiry", () => {
  const day = { iat: 1_000_000, exp: 1_086_400 };

  it("of a fresh token counts from when it was requested, whatever our clock says", () => {
    expect(freshExpiry(tokenOf(day), begin)).toBe(begin + 24 * hour);
  });

  it("of a fresh token without iat is its exp", () => {
    expect(freshExpiry(tokenOf({ exp: 1_086_400 }), begin)).toBe(1_086_400_000);
  });

  it("of a token of unknown age is its exp", () => {
    expect(statedExpiry(tokenOf(day))).toBe(1_086_400_000);
  });

  it.each(["", "opaque", "a.b.c", tokenOf({}), tokenOf({ exp: "soon" }), `x.${btoa("null")}.y`])(
    "of a token that does not say is never: %s",
    (token) => {
      expect(freshExpiry(token, begin)).toBe(Number.POSITIVE_INFINITY);
      expect(statedExpiry(token)).toBe(Number.POSITIVE_INFINITY);
    },
  );
});
