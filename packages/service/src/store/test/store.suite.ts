import { defined } from "@withholding-forms/interview";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { KeyRecord, SignatureClaim, Store, TokenSecret } from "../store.js";
import { chainHeads, verifyAudit } from "../verify-audit.js";
import { event } from "./event.js";

/** What every store must do. Each implementation runs it against a real store. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    test("a key is found by its id and by its hash, as it was added", async () => {
      expect(await store.add(key)).toBe(true);
      expect(await store.find("k1")).toEqual(key);
      expect(await store.findByHash("hash-1")).toEqual(key);
      expect(await store.find("k2")).toBeUndefined();
      expect(await store.findByHash("hash-2")).toBeUndefined();
    });

    test("a second key with the same hash is not added", async () => {
      await store.add(key);
      expect(await store.add({ ...key, id: "k2", name: "other" })).toBe(false);
      expect((await store.list()).map(({ id }) => id)).toEqual(["k1"]);
    });

    test("keys are listed oldest first, with their ends", async () => {
      const later: KeyRecord = { ...key, id: "k2", hash: "hash-2", createdAt: 2000, expiresAt: 9000 };
      await store.add(later);
      await store.add(key);
      expect(await store.list()).toEqual([key, later]);
    });

    test("a revoked key keeps the time of its first revocation", async () => {
      await store.add(key);
      expect(await store.revoke("k1", 5000)).toBe(true);
      expect(await store.revoke("k1", 6000)).toBe(true);
      expect((await store.find("k1"))?.revokedAt).toBe(5000);
      expect(await store.revoke("nobody", 5000)).toBe(false);
    });

    test("the scope of a key is read back as it was added", async () => {
      await store.add({ ...key, scope: "wizard" });
      expect((await store.find("k1"))?.scope).toBe("wizard");
      expect((await store.findByHash("hash-1"))?.scope).toBe("wizard");
    });

    test("revocations of tokens are read back, and revoking twice is the same as once", async () => {
      expect(await store.revocations()).toEqual([]);
      await store.revokeToken({ tokenId: "b", expiresAt: 2000 }, 0);
      await store.revokeToken({ tokenId: "a", expiresAt: 9_000_000_000_000 }, 0);
      await store.revokeToken({ tokenId: "b", expiresAt: 3000 }, 0);
      expect(await store.revocations()).toEqual([
        { tokenId: "a", expiresAt: 9_000_000_000_000 },
        { tokenId: "b", expiresAt: 2000 },
      ]);
    });

    test("a revocation is deleted once its token has expired", async () => {
      await store.revokeToken({ tokenId: "a", expiresAt: 1000 }, 0);
      await store.revokeToken({ tokenId: "b", expiresAt: 2000 }, 1000);
      expect((await store.revocations()).map(({ tokenId }) => tokenId)).toEqual(["a", "b"]);
      await store.revokeToken({ tokenId: "c", expiresAt: 3000 }, 1001);
      expect((await store.revocations()).map(({ tokenId }) => tokenId)).toEqual(["b", "c"]);
    });

    test("secrets come newest first and byte for byte", async () => {
      expect(await store.secrets()).toEqual([]);
      expect(await store.addSecret(secret("a", 1000), undefined, 0)).toBe(true);
      expect(await store.addSecret(secret("b", 2000), "a", 0)).toBe(true);
      expect(await store.secrets()).toEqual([secret("b", 2000), secret("a", 1000)]);
    });

    test("of two rotations at the same time, only one adds a secret", async () => {
      const first = await Promise.all([
        store.addSecret(secret("a", 1000), undefined, 0),
        store.addSecret(secret("b", 1000), undefined, 0),
      ]);
      expect(first.filter(Boolean)).toHaveLength(1);
      expect(await store.addSecret(secret("c", 2000), "somebody else", 0)).toBe(false);
      expect(await store.secrets()).toHaveLength(1);
    });

    test("a secret is deleted when its successor is old enough, whatever its own age", async () => {
      await store.addSecret(secret("a", 1000), undefined, 0);
      await store.addSecret(secret("b", 5000), "a", 4000);
      expect((await store.secrets()).map(({ kid }) => kid)).toEqual(["b", "a"]);
      await store.addSecret(secret("c", 9000), "b", 6000);
      expect((await store.secrets()).map(({ kid }) => kid)).toEqual(["c", "b"]);
    });

    test("the number of changes grows with every change, and only with one", async () => {
      const seen = [await store.changes()];
      const steps: readonly (() => Promise<unknown>)[] = [
        () => store.add(key),
        () => store.revoke("k1", 5000),
        () => store.addSecret(secret("a", 1000), undefined, 0),
        () => store.addSecret(secret("b", 9000), "a", 9500),
        () => store.revokeToken({ tokenId: "a", expiresAt: 1000 }, 0),
        () => store.revokeToken({ tokenId: "a", expiresAt: 1000 }, 2000),
      ];
      for (const step of steps) {
        await step();
        seen.push(await store.changes());
      }
      expect(seen).toEqual([...new Set(seen)].sort((one, other) => one - other));
      await store.list();
      await store.record(event("r1"));
      await store.addSecret(secret("c", 9000), "not the newest", 0);
      await store.revocations();
      expect(await store.changes()).toBe(seen.at(-1));
    });

    test("an audit event is read exactly as it was recorded", async () => {
      await store.record(event("r1", { time: "2026-11-16T18:30:00.123Z", sha256: "ab".repeat(32) }));
      expect(await store.eventsOf("ab".repeat(32))).toEqual([
        {
          time: "2026-11-16T18:30:00.123Z",
          requestId: "r1",
          keyId: "k1",
          formId: "AL101",
          formVersion: "2014.3.0",
          language: "en",
          sha256: "ab".repeat(32),
        },
      ]);
      expect(await store.eventsOf("cd".repeat(32))).toEqual([]);
      expect(await store.eventsOf("")).toEqual([]);
    });

    test("an employee reference is kept with its event, and part of the chain", async () => {
      const bound = event("r1", { employeeReference: "emp-00417", sha256: "ab" });
      await Promise.all([store.record(bound), store.record(event("r2"))]);
      expect(await store.eventsOf("ab")).toEqual([bound]);
      expect(await allOf(store.events({}))).toEqual([bound, event("r2")]);
      const stored = await allOf(store.stored());
      expect((await verifyAudit(() => listed(stored))).findings).toEqual([]);
      const edited = stored.map((one) => ({ ...one, employeeReference: "emp-00418" }));
      const { findings } = await verifyAudit(() => listed(edited));
      expect(findings.map(({ kind }) => kind)).toEqual(["EDITED", "EDITED"]);
    });

    test("events form a chain, even when many arrive at the same time, and each kind of damage is found", async () => {
      await Promise.all(Array.from({ length: 1200 }, (_, index) => store.record(event(`r${index}`))));
      const kept = await allOf(store.stored());
      const report = await verifyAudit(() => store.stored());
      expect(report).toEqual({ events: 1200, writers: 1, findings: [] });
      expect(kept.map(({ sequence }) => sequence)).toEqual(kept.map((_, index) => index + 1));
      expect(await chainHeads(store.stored())).toEqual([
        { writer: kept[0]?.writer, sequence: 1200, hash: kept[1199]?.hash, time: kept[1199]?.time },
      ]);
    });

    test("each of many simultaneous events is recorded once", async () => {
      const ids = Array.from({ length: 2500 }, (_, index) => `r${index}`);
      await Promise.all(ids.map((id) => store.record(event(id))));
      expect((await allOf(store.events({}))).map(({ requestId }) => requestId).sort()).toEqual(ids.sort());
    });

    test("events are read by the time of their signature, from an instant up to another", async () => {
      const times = ["00:00:00.000", "11:59:59.999", "12:00:00.000", "23:59:59.999"];
      for (const time of times) await store.record(event(time, { time: `2026-11-16T${time}Z` }));
      const at = (time: string): number => Date.parse(`2026-11-16T${time}Z`);
      const ids = async (from?: number, to?: number): Promise<string[]> =>
        (await allOf(store.events({ ...defined({ from, to }) }))).map(({ requestId }) => requestId);
      expect(await ids()).toEqual(times);
      expect(await ids(at("11:59:59.999"), at("12:00:00.000"))).toEqual(["11:59:59.999"]);
      expect(await ids(at("12:00:00.000"))).toEqual(["12:00:00.000", "23:59:59.999"]);
      expect(await ids(undefined, at("12:00:00.000"))).toEqual(["00:00:00.000", "11:59:59.999"]);
      expect(await ids(at("13:00:00.000"), at("13:00:00.001"))).toEqual([]);
    });

    test("a claim belongs to the first of many simultaneous requests, and the others see it", async () => {
      const found = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.claimSignature({ ...claim, time: 1000 + index }, 5000, 0),
        ),
      );
      expect(found.filter((one) => one === undefined)).toHaveLength(1);
      const time = 1000 + found.indexOf(undefined);
      for (const one of found)
        if (one !== undefined) expect(one).toEqual({ ...claim, time, leaseUntil: 5000 });
    });

    test("the audit event completes its claim, which can then not be taken over", async () => {
      await store.claimSignature(claim, 5000, 0);
      const named = { idempotencyKey: claim.id, requestDigest: claim.digest, sha256: "ab" };
      await Promise.all([
        store.record(event("r1")),
        store.record(event("r2", named)),
        store.record(event("r3")),
      ]);
      const completed = { ...claim, leaseUntil: 5000, sha256: "ab" };
      expect(await store.claimSignature({ ...claim, time: 9000 }, 9999, 0)).toEqual(completed);
      expect(await store.takeOverClaim(completed, 9999)).toBe(false);
      await store.endLease(claim.id, 5000);
      await store.dropClaim(claim.id, 5000);
      expect(await store.claimSignature(claim, 9999, 0)).toMatchObject({ sha256: "ab" });
      expect(await store.eventsOf("ab")).toEqual([event("r2", named)]);
      expect(await verifyAudit(() => store.stored())).toMatchObject({ events: 3, findings: [] });
    });

    test("only one of several callers takes over a claim, and only if it did not change", async () => {
      await store.claimSignature(claim, 5000, 0);
      const seen = { ...claim, leaseUntil: 5000 };
      const taken = await Promise.all([6000, 6001, 6002].map((lease) => store.takeOverClaim(seen, lease)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await store.takeOverClaim(seen, 7000)).toBe(false);
      const found = await store.claimSignature(claim, 9999, 0);
      expect(found).toEqual({ ...claim, leaseUntil: 6000 + taken.indexOf(true) });
    });

    test("only the owner of its lease can drop, release, or keep a claim", async () => {
      await store.claimSignature(claim, 5000, 0);
      await store.dropClaim(claim.id, 4999);
      await store.endLease(claim.id, 4999);
      expect(await store.claimSignature(claim, 9999, 0)).toMatchObject({ leaseUntil: 5000 });
      await store.endLease(claim.id, 5000);
      expect(await store.claimSignature(claim, 9999, 0)).toMatchObject({ leaseUntil: 0 });
      await store.dropClaim(claim.id, 0);
      expect(await store.claimSignature(claim, 9999, 0)).toBeUndefined();
    });

    test("claims are deleted once they are old enough", async () => {
      await store.claimSignature(claim, 5000, 0);
      expect(await store.claimSignature({ ...claim, time: 2000 }, 9000, 1000)).toMatchObject({ time: 1000 });
      expect(await store.claimSignature({ ...claim, time: 2000 }, 9000, 1001)).toBeUndefined();
    });

    test("a store that is closed fails, and may be closed again", async () => {
      await store.close();
      await expect(store.list()).rejects.toThrow();
      await expect(store.changes()).rejects.toThrow();
      await store.close();
    });
  });
}

const key: KeyRecord = {
  id: "k1",
  name: "Payroll, Inc. é",
  hash: "hash-1",
  origin: "created",
  scope: "full",
  createdAt: 1000,
};

const claim: SignatureClaim = { id: "claim-1", digest: "kid.digest", time: 1000 };

function secret(kid: string, createdAt: number): TokenSecret {
  return { kid, secret: Uint8Array.from([0, 1, 128, 255]), createdAt };
}

async function* listed<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
