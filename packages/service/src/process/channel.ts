import cluster from "node:cluster";
import type { Taken } from "../limits/counter.js";
import type { AskToTake } from "../limits/primary.js";
import type { MetricJson } from "../telemetry/metric-json.js";
import type { Gather, Metrics } from "../telemetry/metrics.js";
import { createAsk } from "./ask.js";
import type { FromWorker, Question, ToWorker } from "./messages.js";

/** A worker's channel to its primary. */
export interface Channel {
  /** Whether this worker prepares the store and prints how to log in. The others start when it listens. */
  readonly isFirst: boolean;
  readonly take: AskToTake;
  readonly gather: Gather;
  report(metrics: Metrics): void;
  onStop(stop: (noticeMs: number) => Promise<void>): void;
}

/** A busy worker reads the answer late. */
const takeTimeoutMs = 500;
const gatherTimeoutMs = 3000;
const reportMs = 1000;

export function openChannel(): Channel {
  let metrics: Metrics | undefined;
  const ask = createAsk<Question>({
    send,
    onAnswer: (listener) =>
      process.on("message", (message: ToWorker) => {
        if (message.type === "answer") listener(message.id, message.answer);
      }),
  });
  const report = async (): Promise<void> => {
    const values = (await metrics?.registry.getMetricsAsJSON()) ?? [];
    send({ type: "alive", metrics: values as unknown as readonly MetricJson[] });
  };
  // A terminal or a container may send signals to all processes. Only the primary acts on them.
  process.on("SIGTERM", () => {});
  process.on("SIGINT", () => {});
  setInterval(() => void report(), reportMs).unref();
  return {
    isFirst: cluster.worker?.id === 1,
    take: async (question) => (await ask(question, takeTimeoutMs)) as Taken,
    async gather() {
      await report();
      return (await ask({ type: "gather" }, gatherTimeoutMs)) as Awaited<ReturnType<Gather>>;
    },
    report(own) {
      metrics = own;
    },
    onStop(stop) {
      process.on("message", async (message: ToWorker) => {
        if (message.type !== "stop") return;
        await stop(message.noticeMs);
        process.exit(0);
      });
    },
  };
}

/** Without a primary, Node ends the worker. */
function send(message: FromWorker): void {
  process.send?.(message, undefined, undefined, () => {});
}
