import type { TakeMessage, TakenMessage } from "../limits/primary.js";
import type { MetricJson } from "../telemetry/metric-json.js";

// Messages between the primary process and its workers.

/** Printed once at startup, when the port is open. */
export interface Announcement {
  readonly demoKey: string | undefined;
  readonly anyKey: boolean;
  readonly agencyForms: readonly string[];
  /** Forms whose words the law fixes, and whose agency file is not there. */
  readonly paraphrased: readonly string[];
}

export type FromWorker =
  /** The content is loaded; the store is not touched yet. */
  | { readonly type: "loaded" }
  /** The store is ready for all. */
  | { readonly type: "prepared" }
  /** The start message, from the worker that was asked for it. */
  | { readonly type: "announced"; readonly announcement: Announcement }
  | { readonly type: "ready" }
  /** It cannot start, for a reason that a person can fix. */
  | { readonly type: "failed"; readonly reason: string }
  /** The connection sent last has arrived. */
  | { readonly type: "accepted" }
  /** So many connections have ended. */
  | { readonly type: "closed"; readonly count: number }
  /** Asks for the metrics of all. */
  | { readonly type: "gather"; readonly id: number }
  | { readonly type: "report"; readonly metrics: readonly MetricJson[] }
  /** Answers a ping. */
  | { readonly type: "pong" }
  | TakeMessage;

export type ToWorker =
  /** Continue the start; the first worker prepares the store for all. */
  | { readonly type: "begin"; readonly first: boolean }
  | { readonly type: "listening"; readonly port: number }
  /** The port is open: write the start message. */
  | { readonly type: "announce" }
  /** Comes with a socket. */
  | { readonly type: "connection" }
  /** Say that you are not ready, so that balancers look elsewhere. */
  | { readonly type: "stop" }
  /** Answer what is in progress, and end. */
  | { readonly type: "drain" }
  /** Answer with a pong, to show that your event loop runs. */
  | { readonly type: "ping" }
  /** Report your metrics. */
  | { readonly type: "inspect" }
  | { readonly type: "gathered"; readonly id: number; readonly all: readonly (readonly MetricJson[])[] }
  | TakenMessage;
