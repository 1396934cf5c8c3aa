import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { KeyRecord, KeyStore, TokenSecret } from "../store.js";

/** What every store must do. Each implementation runs it against the real thing. */
export function describeStore(name: string, open: () => Promise<KeyStore>): void {
  describe(name, () => {
    let store: KeyStore;
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

    test("secrets come newest first and byte for byte", async () => {
      expect(await store.secrets()).toEqual([]);
      expect(await store.addSecret(secret("a", 1000), undefined, 0)).toBe(true);
      expect(await store.addSecret(secret("b", 2000), "a", 0)).toBe(true);
      expect(await store.secrets()).toEqual([secret("b", 2000), secret("a", 1000)]);
    });

    test("of two that rotate at once only one adds a secret", async () => {
      const first = await Promise.all([
        store.addSecret(secret("a", 1000), undefined, 0),
        store.addSecret(secret("b", 1000), undefined, 0),
      ]);
      expect(first.filter(Boolean)).toHaveLength(1);
      expect(await store.addSecret(secret("c", 2000), "somebody else", 0)).toBe(false);
      expect(await store.secrets()).toHaveLength(1);
    });

    test("a secret goes once its successor is old enough, however old it is itself", async () => {
      await store.addSecret(secret("a", 1000), undefined, 0);
      await store.addSecret(secret("b", 5000), "a", 4000);
      expect((await store.secrets()).map(({ kid }) => kid)).toEqual(["b", "a"]);
      await store.addSecret(secret("c", 9000), "b", 6000);
      expect((await store.secrets()).map(({ kid }) => kid)).toEqual(["c", "b"]);
    });
  });
}

const key: KeyRecord = {
  id: "k1",
  name: "Payroll, Inc. é",
  hash: "hash-1",
  origin: "created",
  createdAt: 1000,
};

function secret(kid: string, createdAt: number): TokenSecret {
  return { kid, secret: Uint8Array.from([0, 1, 128, 255]), createdAt };
}
