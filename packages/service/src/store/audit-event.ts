/**
 * What is stored of a signed form: enough to show that this exact file was signed here, and nothing that identifies the
 * person.
 */
export interface AuditEvent {
  /** The instant printed on the form, ISO 8601 in UTC with milliseconds. */
  readonly time: string;
  readonly requestId: string;
  readonly keyId: string;
  readonly formId: string;
  readonly formVersion: string;
  readonly language: string;
  /** SHA-256 of the completed PDF, hexadecimal. */
  readonly sha256: string;
  /** Of a request with an `Idempotency-Key`: digest of the key, never the key itself. */
  readonly idempotencyKey?: string;
  /** With it: keyed digest of the request. */
  readonly requestDigest?: string;
  /** Whom the token was issued for, by a reference that only the caller understands. */
  readonly employeeReference?: string;
}

/** The place of an event in the chain of its writer. */
export interface ChainLink {
  /** Random, one per process and per chain. */
  readonly writer: string;
  /** 1, 2, 3 ... */
  readonly sequence: number;
  /** Hash of the writer's event before; of the first one, the hash of the event that was then last in the log, or "". */
  readonly previous: string;
  /** SHA-256 over everything else, hexadecimal. */
  readonly hash: string;
}

export type ChainedEvent = AuditEvent & ChainLink;
