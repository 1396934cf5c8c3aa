import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Config } from "../config.js";
import { memoryCounter } from "../limits/memory.js";
import { OperatorError } from "../operator-error.js";
import { instanceMetrics } from "../telemetry/instance-metrics.js";
import type { MetricJson } from "../telemetry/metric-json.js";
import { primaryLog } from "./log.js";
import type { FromWorker, Question, ToWorker } from "./messages.js";
import { restartPolicy } from "./restarts.js";
import { stopOnSignal } from "./signals.js";
import { addTotals } from "./totals.js";

interface WorkerState {
  /** When it started to listen; undefined while it starts. */
  readyAt: number | undefined;
  /** Checks since its last message. */
  silentChecks: number;
  /** As last reported. */
  metrics: readonly MetricJson[];
}

const checkMs = 1000;
/**
 * Checks without a message after which a worker counts as hung. Checks are counted, not time, so that a pause of the
 * machine kills no worker. A hung worker must be gone before another one takes over its signatures, which is after 30
 * seconds; see ADR 17.
 */
const maxSilentChecks = 20;

/**
 * Runs the service in several processes: starts workers, replaces those that exit or hang, and counts limits for all of
 * them. It loads no content and handles no request. Rejects if workers cannot start.
 */
export function runPrimary(config: Config, count: number): Promise<never> {
  // Workers accept connections themselves, so that none waits for a worker that hangs or is gone. Node's default passes
  // connections on and forgets those that did not arrive.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const log = primaryLog(config.logLevel);
  const counter = memoryCounter();
  const policy = restartPolicy();
  const workers = new Map<Worker, WorkerState>();
  let totals: readonly MetricJson[] = [];
  let restarts = 0;
  let started = false;
  let stopping = false;

  const readyCount = (): number =>
    [...workers.values()].filter(({ readyAt }) => readyAt !== undefined).length;

  async function answer(question: Question): Promise<unknown> {
    if (question.type === "take")
      return counter.take(question.name, question.amount, question.limit, question.windowMs);
    const reported = [...workers.values()].map(({ metrics }) => metrics);
    return [...reported, totals, instanceMetrics(readyCount(), restarts)];
  }

  function killAll(): void {
    stopping = true;
    for (const { process } of workers.keys()) process.kill("SIGKILL");
  }

  async function stop(noticeMs: number): Promise<void> {
    stopping = true;
    log("info", "stopping", {});
    for (const [worker, { readyAt }] of workers) {
      // A worker that is starting has no requests.
      if (readyAt === undefined) worker.process.kill("SIGKILL");
      else send(worker, { type: "stop", noticeMs });
    }
    while (workers.size > 0) await once(cluster, "exit");
  }

  return new Promise((_resolve, reject) => {
    function start(): void {
      const worker = cluster.fork();
      const state: WorkerState = { readyAt: undefined, silentChecks: 0, metrics: [] };
      workers.set(worker, state);
      worker.on("message", (message: FromWorker) => {
        if (message.type === "ask")
          void answer(message.question).then((answer) =>
            send(worker, { type: "answer", id: message.id, answer }),
          );
        else {
          state.silentChecks = 0;
          state.metrics = message.metrics;
        }
      });
      worker.on("listening", () => ready(state));
      worker.on("exit", (code, signal) =>
        end(worker, state, code === null ? `signal ${signal}` : `exit code ${code}`),
      );
      // A process that could not be created has no exit.
      worker.on("error", (error) => {
        if (worker.process.pid === undefined) end(worker, state, error.message);
      });
    }

    function ready(state: WorkerState): void {
      state.readyAt = performance.now();
      policy.ready();
      if (started) return;
      // The first worker has prepared the store for the others.
      started = true;
      for (let number = 1; number < count; number++) start();
    }

    function end(worker: Worker, { readyAt, silentChecks, metrics }: WorkerState, how: string): void {
      workers.delete(worker);
      totals = addTotals(totals, metrics);
      if (stopping) return;
      const delayMs = policy.exited({
        readyMs: readyAt === undefined ? undefined : performance.now() - readyAt,
        started,
        othersReady: readyCount() > 0,
      });
      if (delayMs === "give up") {
        killAll();
        // The worker has printed the reason.
        if (how === "exit code 1") process.exit(1);
        reject(new OperatorError(`A worker exited before it was ready (${how}).`));
        return;
      }
      log("warn", "worker exited", {
        worker: worker.process.pid,
        how: silentChecks >= maxSilentChecks ? "did not respond and was killed" : how,
      });
      setTimeout(() => {
        if (stopping) return;
        restarts++;
        start();
      }, delayMs);
    }

    setInterval(() => {
      for (const [worker, state] of workers) {
        state.silentChecks++;
        // A hung worker may not handle any other signal.
        if (state.silentChecks >= maxSilentChecks) worker.process.kill("SIGKILL");
      }
    }, checkMs).unref();
    stopOnSignal(stop, killAll);
    start();
  });
}

/** A message that cannot be sent is for a worker that is exiting; its `exit` event handles that. */
function send(worker: Worker, message: ToWorker): void {
  worker.send(message, () => {});
}
