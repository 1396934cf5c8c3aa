/** An API key as stored: never the key itself, only its hash. Times are milliseconds since 1970. */
export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly hash: string;
  /** `demo` keys are made at a start without any key, `environment` ones come from API_KEY. */
  readonly origin: "created" | "environment" | "demo";
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
}

/** A secret that tokens are signed with. The newest signs; all of them verify. */
export interface TokenSecret {
  readonly kid: string;
  readonly secret: Uint8Array;
  readonly createdAt: number;
}

/**
 * Keys and token secrets. Small on purpose: each implementation passes the same test suite (test/store.suite.ts). Every
 * function may fail when the store cannot be reached.
 */
export interface KeyStore {
  /** False where a key with this hash is already there. */
  add(key: KeyRecord): Promise<boolean>;
  find(id: string): Promise<KeyRecord | undefined>;
  findByHash(hash: string): Promise<KeyRecord | undefined>;
  /** Oldest first. */
  list(): Promise<readonly KeyRecord[]>;
  /** False where no key has this id. A key revoked before keeps its first time. */
  revoke(id: string, at: number): Promise<boolean>;
  /** Newest first. */
  secrets(): Promise<readonly TokenSecret[]>;
  /**
   * Adds a secret if the newest is still the one named (undefined: if there is none), so that of several processes
   * that rotate at once only one does. Secrets whose successor came before `replacedBefore` are deleted.
   */
  addSecret(secret: TokenSecret, newest: string | undefined, replacedBefore: number): Promise<boolean>;
  close(): Promise<void>;
}
