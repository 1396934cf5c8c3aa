import { createHash, randomBytes } from "node:crypto";
import { defined } from "@withholding-forms/interview";
import { OperatorError } from "../operator-error.js";
import type { KeyRecord, Store, TokenScope } from "../store/store.js";

export interface NewKey {
  /** Shown once. Only its hash is stored. */
  readonly key: string;
  readonly record: KeyRecord;
}

export interface KeyChoices {
  readonly now: number;
  readonly expiresAt?: number;
  /** `full` by default. */
  readonly scope?: TokenScope;
  readonly origin?: KeyRecord["origin"];
  /** For tests of an integration: it signs only specimens. */
  readonly sandbox?: boolean;
}

/** 256 random bits need no slow hash: they cannot all be tried. Secret scanners find a leaked key by its prefix. */
export async function createKey(store: Store, name: string, choices: KeyChoices): Promise<NewKey> {
  const key = `${choices.sandbox === true ? "wfk_sandbox_" : "wfk_"}${randomBytes(32).toString("base64url")}`;
  return { key, record: await addKey(store, key, name, choices) };
}

/** Registers the operator's own key. A key that was revoked stays revoked, and one that signs never becomes one that does not. */
export async function seedKey(store: Store, key: string, now: number, sandbox = false): Promise<KeyRecord> {
  const known = await store.findByHash(hashKey(key));
  const name = sandbox ? "SANDBOX_API_KEY" : "API_KEY";
  if (known !== undefined && isSandbox(known.id) !== sandbox)
    throw new OperatorError(
      `${name} was registered before as ${sandbox ? "an ordinary" : "a sandbox"} key. Choose another value.`,
    );
  return known ?? (await addKey(store, key, name, { now, origin: "environment", sandbox }));
}

export function hashKey(key: string): string {
  return createHash("sha256").update(key, "utf8").digest("hex");
}

/** The ID says it, so that every process and every log knows it without a look at the store. */
const sandboxPrefix = "sandbox-";

export function isSandbox(keyId: string): boolean {
  return keyId.startsWith(sandboxPrefix);
}

export function isActive(key: Pick<KeyRecord, "expiresAt" | "revokedAt">, now: number): boolean {
  return key.revokedAt === undefined && (key.expiresAt === undefined || now < key.expiresAt);
}

async function addKey(store: Store, key: string, name: string, choices: KeyChoices): Promise<KeyRecord> {
  const record: KeyRecord = {
    id: `${choices.sandbox === true ? sandboxPrefix : ""}${randomBytes(6).toString("hex")}`,
    name,
    hash: hashKey(key),
    origin: choices.origin ?? "created",
    scope: choices.scope ?? "full",
    createdAt: choices.now,
    ...defined({ expiresAt: choices.expiresAt }),
  };
  await store.add(record);
  return (await store.findByHash(record.hash)) ?? record;
}
