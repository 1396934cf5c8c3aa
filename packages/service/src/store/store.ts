import { OperatorError } from "../operator-error.js";
import type { AuditEvent, ChainedEvent } from "./audit-event.js";

/** An API key as stored: never the key itself, only its hash. Times are milliseconds since 1970. */
export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly hash: string;
  /** `demo` keys are made at a start without any key, `environment` ones come from API_KEY. */
  readonly origin: "created" | "environment" | "demo";
  /** Which requests its tokens allow. */
  readonly scope: TokenScope;
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
}

/** `wizard` is for browsers: only the requests that lead an employee from addresses to completed forms. */
export const scopes = ["full", "wizard"] as const;
export type TokenScope = (typeof scopes)[number];

/** A single token that was revoked before it expired. */
export interface TokenRevocation {
  /** The token's `jti`. */
  readonly tokenId: string;
  /** When the token expires on its own. The revocation is not needed after that. */
  readonly expiresAt: number;
}

/** A secret that tokens are signed with. The newest signs; all of them verify. */
export interface TokenSecret {
  readonly kid: string;
  readonly secret: Uint8Array;
  readonly createdAt: number;
}

/** From the first instant up to, not including, the second; milliseconds since 1970. */
export interface TimeRange {
  readonly from?: number;
  readonly to?: number;
}

export interface AuditLog {
  /** Resolves once the event is stored durably; rejects if that is not certain, and then nothing may be signed. */
  record(event: AuditEvent): Promise<void>;
  /** Events of exactly this file. */
  eventsOf(sha256: string): Promise<readonly AuditEvent[]>;
  /** Oldest first; the order of events that several processes record at the same time may vary. */
  events(range: TimeRange): AsyncIterable<AuditEvent>;
  /** All events with their positions in the chains of their writers, in the order in which they are stored. */
  stored(): AsyncIterable<ChainedEvent>;
}

/** A request with an `Idempotency-Key` that signs, or has signed, a form. */
export interface SignatureClaim {
  /** Digest of the API key's id and the `Idempotency-Key`. */
  readonly id: string;
  /** Keyed digest of the request. */
  readonly digest: string;
  /** The instant of the signature, milliseconds since 1970. */
  readonly time: number;
}

/** A claim as it is stored. */
export interface StoredClaim extends SignatureClaim {
  /** Until then, the request that made the claim may still be running. */
  readonly leaseUntil: number;
  /** Of the PDF, once its audit event is recorded. */
  readonly sha256?: string;
}

/**
 * Only one request at a time owns a claim. `record` of an event with an `idempotencyKey` completes the claim with that
 * id. Claims are kept for a bounded time; the audit events stay.
 */
export interface SignatureClaims {
  /** Undefined if the claim is now the caller's; otherwise the one that was there. Claims from before `expiredBefore` are deleted. */
  claimSignature(
    claim: SignatureClaim,
    leaseUntil: number,
    expiredBefore: number,
  ): Promise<StoredClaim | undefined>;
  /**
   * Takes over a claim whose lease has ended. False if another caller did, or if its event turns out to be recorded.
   */
  takeOverClaim(claim: StoredClaim, leaseUntil: number): Promise<boolean>;
  /** Ends the lease of a claim whose event may or may not be recorded. */
  endLease(id: string, leaseUntil: number): Promise<void>;
  /** Deletes a claim for which no event was recorded. */
  dropClaim(id: string, leaseUntil: number): Promise<void>;
}

/**
 * Keys, token secrets, token revocations, signature claims and audit events. Small on purpose: each implementation passes the same test suite
 * (test/store.suite.ts). Every function may fail when the store cannot be reached.
 */
export interface Store extends AuditLog, SignatureClaims {
  /** False if a key with this hash already exists. */
  add(key: KeyRecord): Promise<boolean>;
  find(id: string): Promise<KeyRecord | undefined>;
  findByHash(hash: string): Promise<KeyRecord | undefined>;
  /** Oldest first. */
  list(): Promise<readonly KeyRecord[]>;
  /** False if no key has this ID. A key that was already revoked keeps its first revocation time. */
  revoke(id: string, at: number): Promise<boolean>;
  /** Newest first. */
  secrets(): Promise<readonly TokenSecret[]>;
  /**
   * Adds a secret if the newest is still the one named (undefined: if there is none), so that only one of several
   * processes that rotate at the same time succeeds. Secrets whose successor came before `replacedBefore` are deleted.
   */
  addSecret(secret: TokenSecret, newest: string | undefined, replacedBefore: number): Promise<boolean>;
  revocations(): Promise<readonly TokenRevocation[]>;
  /** Revoking a token twice is the same as once. Revocations of tokens that expired before `expiredBefore` are deleted. */
  revokeToken(revocation: TokenRevocation, expiredBefore: number): Promise<void>;
  /** A number that grows with every change of keys, secrets and revocations, so that they are read only after a change. */
  changes(): Promise<number>;
  /** Called once by a service: prepares `eventsOf` in the background, if that needs preparation. */
  prepareLookups(): void;
  close(): Promise<void>;
}

/** What is wrong with a store, in one line without secrets. */
export class StoreError extends OperatorError {
  /** Its name in traces. */
  readonly code = "STORE";
  constructor(
    /** `UNREACHABLE` and `LOCKED` (by another process) may pass on their own; `UNUSABLE` needs an operator. */
    readonly kind: "UNREACHABLE" | "LOCKED" | "UNUSABLE",
    message: string,
  ) {
    super(message);
  }
}
