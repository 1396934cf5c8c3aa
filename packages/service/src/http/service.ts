import type { X509Certificate } from "node:crypto";
import type { AddressProvider } from "@withholding-forms/address";
import type { Catalog } from "@withholding-forms/catalog";
import type { preValidationHookHandler } from "fastify";
import type { Authentication } from "../auth/authentication.js";
import type { Tokens } from "../auth/tokens.js";
import type { SizedCache } from "../cache.js";
import type { Config } from "../config.js";
import type { Limits } from "../limits/counter.js";
import type { Seal } from "../seal/open-seal.js";
import type { Snapshot } from "../store/snapshot.js";
import type { Store } from "../store/store.js";
import type { Metrics } from "../telemetry/metrics.js";
import type { Tracing } from "../telemetry/tracing.js";
import type { Constant } from "./reply.js";

/** What the routes work with. Everything that touches the world (clock, stores, providers) is handed in. */
export interface Service {
  readonly config: Config;
  readonly catalog: Catalog;
  readonly store: Store;
  readonly snapshot: Snapshot;
  readonly tokens: Tokens;
  readonly authentication: Authentication;
  readonly addresses: AddressProvider;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  /** Undefined: signed forms have no seal. */
  readonly seal: Seal | undefined;
  /** Certificates whose seals are ours. */
  readonly trusted: readonly X509Certificate[];
  readonly clock: () => Date;
  /** For routes whose work is faster when it is done for many in a row: the others of the turn are waited for. See `Turns`. */
  readonly together: preValidationHookHandler;
  /** Where the outside world reaches us, without a slash at the end. */
  readonly publicUrl: () => string;
  /** Answers that only depend on the content, ready to send. */
  readonly constants: SizedCache<Constant>;
  /** What applies to a list of places; remembered by day. */
  readonly applicable: Catalog["applicable"];
}
