import type { LoadRequest } from "./load.js";

/** A request of a caller. */
export interface Question extends LoadRequest {
  /** The kind of request, for counting. */
  readonly kind: string;
  /** Where to, if not where the caller sends its other requests. */
  readonly port?: number;
}

/** What became of one request. */
export interface Outcome {
  readonly kind: string;
  /** Number of the connection that it was sent on; -1 where none could be made. */
  readonly connection: number;
  /** Undefined: no answer, or not all of it. */
  readonly status: number | undefined;
  /** `code` of a problem document. */
  readonly code: string | undefined;
  /** Why there is no answer: a code of the network, or `HUNG`. */
  readonly error: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: string | undefined;
  /** Whether the answer says that its connection ends. */
  readonly closes: boolean;
  /** SHA-256 of the PDF in the answer. */
  readonly sha256: string | undefined;
  readonly text: string;
  /** By `performance.now()`. */
  readonly sentAt: number;
  readonly endedAt: number;
}
