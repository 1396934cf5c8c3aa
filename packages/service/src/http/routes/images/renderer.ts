import { Worker } from "node:worker_threads";
import { Problem } from "../../../problems/problem.js";

export interface Renderer {
  /** A page, counted from 1, as a PNG as wide as the specification says. */
  render(pdf: Uint8Array, page: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export const imageWidth = 1280;
/** Rendering takes tenths of a second. Requests for pages beyond these are asked to come back. */
const maxPending = 24;
const idleMs = 60_000;

// Tests run the sources, which a thread cannot load; it takes the build then.
const script = new URL(
  import.meta.url.endsWith(".ts") ? "../../../../dist/http/routes/images/worker.js" : "./worker.js",
  import.meta.url,
);

export function tooBusy(): Problem {
  return new Problem("OVERLOADED", { retryAfterSeconds: 5 });
}

interface Job {
  readonly pdf: Uint8Array;
  readonly page: number;
  readonly done: (picture: Uint8Array) => void;
  readonly failed: (error: Error) => void;
}

/** Renders in a thread of its own, one page at a time, so that nobody else waits. The thread ends when idle. */
export function createRenderer(): Renderer {
  const jobs: Job[] = [];
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function next(): void {
    const job = jobs[0];
    if (job === undefined) {
      idle = setTimeout(stop, idleMs).unref();
      return;
    }
    clearTimeout(idle);
    worker ??= start();
    worker.postMessage({ pdf: job.pdf, page: job.page, width: imageWidth });
  }

  function start(): Worker {
    const started = new Worker(script);
    started.on("message", (picture: Uint8Array | string) => {
      const job = jobs.shift();
      if (typeof picture === "string") job?.failed(new Error(picture));
      else job?.done(picture);
      next();
    });
    started.on("error", (error) => {
      if (worker !== started) return;
      worker = undefined;
      jobs.shift()?.failed(error);
      next();
    });
    return started;
  }

  async function stop(): Promise<void> {
    const stopped = worker;
    worker = undefined;
    clearTimeout(idle);
    await stopped?.terminate();
  }

  return {
    render(pdf, page) {
      if (jobs.length >= maxPending) return Promise.reject(tooBusy());
      return new Promise((done, failed) => {
        jobs.push({ pdf, page, done, failed });
        if (jobs.length === 1) next();
      });
    },
    async close() {
      for (const job of jobs.splice(0)) job.failed(new Error("The renderer was closed."));
      await stop();
    },
  };
}
