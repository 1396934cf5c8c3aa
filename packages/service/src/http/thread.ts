import { type TransferListItem, Worker } from "node:worker_threads";

/** Runs jobs in a separate thread, one at a time, so that other requests do not wait. */
export interface Thread<Job, Result> {
  run(job: Job, transfer?: readonly TransferListItem[]): Promise<Result>;
  /** Jobs that are running or waiting. */
  pending(): number;
  close(): Promise<void>;
}

export interface ThreadOptions {
  /** See `threadScript`. */
  readonly script: URL;
  /** What the script gets as its `workerData`. */
  readonly data?: unknown;
  /** A job that takes longer fails, and its thread ends. No limit by default. */
  readonly maxJobMs?: number;
  readonly maxHeapMb?: number;
}

/** A thread's reply to a job. */
export type ThreadReply<Result> = { readonly result: Result } | { readonly failure: string };

interface Pending<Job, Result> {
  readonly job: Job;
  readonly transfer: readonly TransferListItem[];
  readonly done: (result: Result) => void;
  readonly failed: (error: Error) => void;
}

const idleMs = 60_000;

/** The thread starts with the first job and ends when idle. */
export function createThread<Job, Result>(options: ThreadOptions): Thread<Job, Result> {
  const { script, data, maxJobMs, maxHeapMb } = options;
  const jobs: Pending<Job, Result>[] = [];
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;

  function next(): void {
    clearTimeout(timer);
    const [first] = jobs;
    if (first === undefined) {
      timer = setTimeout(stop, idleMs).unref();
      return;
    }
    worker ??= start();
    worker.postMessage(first.job, first.transfer);
    if (maxJobMs !== undefined) timer = setTimeout(() => giveUp(new Error("took too long")), maxJobMs);
  }

  function start(): Worker {
    const started = new Worker(script, {
      workerData: data,
      ...(maxHeapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }),
    });
    started.on("message", (reply: ThreadReply<Result>) => {
      if (worker !== started) return;
      const job = jobs.shift();
      if ("result" in reply) job?.done(reply.result);
      else job?.failed(new Error(reply.failure));
      next();
    });
    started.on("error", (error) => {
      if (worker === started) giveUp(error);
    });
    return started;
  }

  function giveUp(error: Error): void {
    void stop();
    jobs.shift()?.failed(error);
    next();
  }

  async function stop(): Promise<void> {
    const stopped = worker;
    worker = undefined;
    clearTimeout(timer);
    await stopped?.terminate();
  }

  return {
    run: (job, transfer = []) =>
      new Promise((done, failed) => {
        jobs.push({ job, transfer, done, failed });
        if (jobs.length === 1) next();
      }),
    pending: () => jobs.length,
    async close() {
      for (const { failed } of jobs.splice(0)) failed(new Error("The thread was closed."));
      await stop();
    },
  };
}

/** `path` is below this folder. Tests run the sources, which a thread cannot load; it takes the build then. */
export function threadScript(path: string): URL {
  return new URL(import.meta.url.endsWith(".ts") ? `../../dist/http/${path}` : `./${path}`, import.meta.url);
}
