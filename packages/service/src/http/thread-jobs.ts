import { parentPort } from "node:worker_threads";
import type { ThreadReply } from "./thread.js";

/** The part of a thread's script that gets the jobs of `createThread`. */
export function answerJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  const reply = (message: ThreadReply<Result>): void => parentPort?.postMessage(message);
  parentPort?.on("message", async (job: Job) => {
    try {
      reply({ result: await work(job) });
    } catch (error) {
      reply({ failure: error instanceof Error ? error.message : "The job failed." });
    }
  });
}
