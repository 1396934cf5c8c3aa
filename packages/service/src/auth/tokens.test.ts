import { createHmac } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSnapshot, type Snapshot } from "../store/snapshot.js";
import { openSqliteStore } from "../store/sqlite.js";
import type { Store } from "../store/store.js";
import { createTokens, rotateSecret, type Tokens } from "./tokens.js";

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const start = Date.parse("2026-11-16T12:00:00Z");

let store: Store;
let snapshot: Snapshot;
let now: number;
let tokens: Tokens;
beforeEach(async () => {
  store = openSqliteStore(mkdtempSync(join(tmpdir(), "withholding-forms-tokens-")));
  now = start;
  snapshot = await openSnapshot(store);
  tokens = createTokens(store, snapshot, () => now);
});
afterEach(() => snapshot.stop());

test("a token is a JWT with HS256, key id, issuer, audience, id and 24 hours", async () => {
  const [header, payload] = (await tokens.issue("key-1"))
    .split(".")
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()));
  const [secret] = await store.secrets();
  expect(header).toEqual({ alg: "HS256", typ: "JWT", kid: secret?.kid });
  expect(payload).toEqual({
    iss: "withholding-forms",
    aud: "withholding-forms",
    sub: "key-1",
    jti: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
    iat: start / 1000,
    exp: start / 1000 + 86_400,
  });
});

test("a token is valid for 24 hours and not a second more", async () => {
  const token = await tokens.issue("key-1");
  now = start + day - 1000;
  expect(await tokens.verify(token)).toEqual({
    keyId: "key-1",
    scope: "full",
    tokenId: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
    kid: (await store.secrets())[0]?.kid,
    validFrom: start - 60_000,
    expiresAt: start + day,
  });
  now = start + day;
  expect(await tokens.verify(token)).toBeUndefined();
});

test("a token says whom it was issued for, if the login named someone", async () => {
  const token = await tokens.issue("key-1", { scope: "wizard", employeeReference: "emp-00417" });
  expect(await tokens.verify(token)).toMatchObject({ scope: "wizard", employeeReference: "emp-00417" });
  const unbound = await tokens.verify(await tokens.issue("key-1", { scope: "wizard" }));
  expect(unbound).not.toHaveProperty("employeeReference");
});

test("a process accepts the tokens of an earlier one", async () => {
  const token = await tokens.issue("key-1");
  const later = await openSnapshot(store);
  expect(await createTokens(store, later, () => now).verify(token)).toMatchObject({ keyId: "key-1" });
  later.stop();
});

describe("rotation", () => {
  test("a token signed with a secret that another process just created is accepted immediately", async () => {
    await tokens.issue("key-1");
    const other = await openSnapshot(store);
    now += hour;
    await rotateSecret(store, now);
    await other.refresh();
    const token = await createTokens(store, other, () => now).issue("key-1");
    const [newest] = await store.secrets();
    expect(snapshot.secret(newest?.kid ?? "")).toBeUndefined();
    expect(await tokens.verify(token)).toMatchObject({ keyId: "key-1", kid: newest?.kid });
    other.stop();
  });

  test("if several processes find the secret too old at the same time, one renews it for all", async () => {
    await tokens.issue("key-1");
    const others = await Promise.all([1, 2, 3].map(() => openSnapshot(store)));
    now += 30 * day;
    await Promise.all(others.map((other) => createTokens(store, other, () => now).issue("key-1")));
    expect(await store.secrets()).toHaveLength(2);
    for (const other of others) other.stop();
  });

  test("secrets are renewed after 30 days and all tokens stay valid", async () => {
    await tokens.issue("key-1");
    now = start + 30 * day - hour;
    const old = await tokens.issue("key-1");
    now = start + 30 * day;
    const fresh = await tokens.issue("key-1");
    expect(await store.secrets()).toHaveLength(2);
    now += 22 * hour;
    expect(await tokens.verify(old)).toBeDefined();
    expect(await tokens.verify(fresh)).toBeDefined();
  });

  test("rotating three times in an hour invalidates no token", async () => {
    const old = await tokens.issue("key-1");
    for (let times = 0; times < 3; times++) {
      now += 20 * 60 * 1000;
      await rotateSecret(store, now);
    }
    expect(await tokens.verify(old)).toBeDefined();
    expect(await tokens.verify(await tokens.issue("key-1"))).toBeDefined();
  });

  test("a new secret signs even if the previous one was created by a clock that was ahead", async () => {
    now = start + hour;
    await tokens.issue("key-1");
    now = start;
    await rotateSecret(store, now);
    await snapshot.refresh();
    expect(await store.secrets()).toMatchObject([
      { createdAt: start + hour + 1 },
      { createdAt: start + hour },
    ]);
    const token = await tokens.issue("key-1");
    expect(await tokens.verify(token)).toMatchObject({ kid: (await store.secrets())[0]?.kid });
  });

  test("a secret that no valid token uses anymore is deleted", async () => {
    await tokens.issue("key-1");
    now += 30 * day;
    await tokens.issue("key-1");
    now += 30 * day;
    await tokens.issue("key-1");
    expect((await store.secrets()).map(({ createdAt }) => (createdAt - start) / day)).toEqual([60, 30]);
  });
});

describe("rejected", () => {
  const claims = {
    iss: "withholding-forms",
    aud: "withholding-forms",
    sub: "key-1",
    jti: "token-1",
    iat: start / 1000,
    exp: start / 1000 + 3600,
  };

  /** Signed by hand, so that exactly one thing is wrong with each token. */
  async function forge(change: {
    header?: object;
    payload?: object;
    secret?: Uint8Array;
    signature?: string;
  }): Promise<string> {
    await tokens.issue("key-1");
    const [known] = await store.secrets();
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const signed = `${encode(change.header ?? { alg: "HS256", kid: known?.kid })}.${encode(change.payload ?? claims)}`;
    const signature = createHmac("sha256", change.secret ?? known?.secret ?? "")
      .update(signed)
      .digest("base64url");
    return `${signed}.${change.signature ?? signature}`;
  }

  test("a token forged with the right secret is accepted, so each of the following rejections has one cause", async () => {
    expect(await tokens.verify(await forge({}))).toBeDefined();
  });

  const kid = async () => (await store.secrets())[0]?.kid;
  test.each<[string, () => Promise<string>]>([
    [
      "no signature and alg none",
      async () => forge({ header: { alg: "none", kid: await kid() }, signature: "" }),
    ],
    ["another algorithm", async () => forge({ header: { alg: "HS512", kid: await kid() } })],
    ["an asymmetric algorithm", async () => forge({ header: { alg: "RS256", kid: await kid() } })],
    ["an unknown key id", async () => forge({ header: { alg: "HS256", kid: "unknown" } })],
    ["no key id", async () => forge({ header: { alg: "HS256" } })],
    ["another secret", async () => forge({ secret: Buffer.alloc(32, 7) })],
    ["another issuer", async () => forge({ payload: { ...claims, iss: "somebody" } })],
    ["another audience", async () => forge({ payload: { ...claims, aud: "somewhere" } })],
    ["no subject", async () => forge({ payload: { ...claims, sub: undefined } })],
    ["no ID", async () => forge({ payload: { ...claims, jti: undefined } })],
    ["an ID that is a number", async () => forge({ payload: { ...claims, jti: 1 } })],
    ["no end", async () => forge({ payload: { ...claims, exp: undefined } })],
    ["an end one second ago", async () => forge({ payload: { ...claims, exp: start / 1000 - 1 } })],
    ["a beginning in the future", async () => forge({ payload: { ...claims, nbf: start / 1000 + 60 } })],
    ["a changed signature", async () => forge({ signature: "AAAA" })],
    ["a huge payload", async () => forge({ payload: { ...claims, junk: "x".repeat(5000) } })],
    ["not a token", async () => "a.b.c"],
    ["nothing", async () => ""],
  ])("%s", async (_, make) => {
    await tokens.issue("key-1");
    expect(await tokens.verify(await make())).toBeUndefined();
  });
});
