import type { AddressProvider } from "@withholding-forms/address";
import type { Catalog } from "@withholding-forms/catalog";
import type { SealTrust } from "@withholding-forms/pdf/seal";
import type { FastifyRequest } from "fastify";
import type { Authentication } from "../auth/authentication.js";
import type { Tokens } from "../auth/tokens.js";
import type { SizedCache } from "../cache.js";
import type { Config } from "../config.js";
import type { Limits } from "../limits/counter.js";
import type { Problem } from "../problems/problem.js";
import type { Seal } from "../seal/open-seal.js";
import type { Snapshot } from "../store/snapshot.js";
import type { Store } from "../store/store.js";
import type { Metrics } from "../telemetry/metrics.js";
import type { Tracing } from "../telemetry/tracing.js";
import type { Constant } from "./reply.js";

/** A request, or a line of one. */
export type Failed = Pick<FastifyRequest, "id" | "log" | "span">;

/** The dependencies of the routes. Everything with side effects (clock, stores, providers) is injected. */
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
  /** Whose seals are ours. */
  readonly trust: SealTrust;
  readonly clock: () => Date;
  /** The public URL of the service, without a trailing slash. */
  readonly publicUrl: () => string;
  /** Responses that depend only on the content, ready to send. */
  readonly constants: SizedCache<Constant>;
  /** What applies to a list of places; remembered by day. */
  readonly applicable: Catalog["applicable"];
  /** Resolves when it is the turn of an API key in the queue of requests. */
  readonly turn: (keyId: string) => Promise<void>;
  readonly isStopping: () => boolean;
  /** The problem that an error is, after logging what an operator must know about it. */
  readonly failure: (request: Failed, error: Error) => Problem;
}
