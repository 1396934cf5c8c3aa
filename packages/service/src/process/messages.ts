import type { TakeQuestion } from "../limits/primary.js";
import type { MetricJson } from "../telemetry/metric-json.js";

// Messages between the primary process and its workers.

/** `take`: take units of a limit. `gather`: the metrics of all workers. */
export type Question = TakeQuestion | { readonly type: "gather" };

export type FromWorker =
  /** Sent every second, to show that the event loop runs. */
  | { readonly type: "alive"; readonly metrics: readonly MetricJson[] }
  | { readonly type: "ask"; readonly id: number; readonly question: Question };

export type ToWorker =
  | { readonly type: "answer"; readonly id: number; readonly answer: unknown }
  /** Take requests for the notice, respond to all of them, and exit. */
  | { readonly type: "stop"; readonly noticeMs: number };
