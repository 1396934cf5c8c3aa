import { expect, onTestFinished, test } from "vitest";
import { createThread } from "./thread.js";

/** Answers with what it was asked, twice; other jobs hang, fail, crash, or take all memory. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", (job) => {
      if (job === "hang") for (;;);
      if (job === "crash") throw new Error("crashed");
      if (job === "grow") for (const all = []; ; ) all.push(new Array(1e5).fill(all.length));
      parentPort.postMessage(job === "fail" ? { failure: "failed" } : { result: job + job });
    });
  `)}`,
);

function open(limits: { readonly maxJobMs?: number; readonly maxHeapMb?: number } = {}) {
  const thread = createThread<string, string>({ script, ...limits });
  onTestFinished(() => thread.close());
  return thread;
}

test("runs jobs in order, and a job that fails or crashes fails alone", async () => {
  const thread = open();
  const jobs = ["a", "fail", "b", "crash", "c"].map((job) => thread.run(job));
  expect(thread.pending()).toBe(5);
  const results = await Promise.allSettled(jobs);
  expect(results.map((one) => (one.status === "fulfilled" ? one.value : one.reason.message))).toEqual([
    ...["aa", "failed", "bb", "crashed", "cc"],
  ]);
  expect(thread.pending()).toBe(0);
});

test("ends a job that takes too long, and runs the next", async () => {
  const thread = open({ maxJobMs: 1000 });
  const [hanging, next] = [thread.run("hang"), thread.run("a")];
  await expect(hanging).rejects.toThrow("took too long");
  // On a busy machine, the next one may take too long as well, but never forever.
  await next.catch(() => {});
});

test("ends a job that takes too much memory, and runs the next", async () => {
  const thread = open({ maxHeapMb: 16 });
  const [growing, next] = [thread.run("grow"), thread.run("a")];
  await expect(growing).rejects.toThrow(/memory/);
  expect(await next).toBe("aa");
});

test("fails the jobs that are left when it is closed", async () => {
  const thread = open();
  const job = thread.run("hang");
  const failed = expect(job).rejects.toThrow("closed");
  await thread.close();
  await failed;
});
