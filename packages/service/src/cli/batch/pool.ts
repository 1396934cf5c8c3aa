import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { OperatorError } from "../../operator-error.js";
import type { Chunk } from "./lines.js";
import type { LineOutcome } from "./outcome.js";
import type { Answered, Asked, WorkerTask } from "./worker.js";

/** Chunks queued per worker, so that it never waits for the next one. */
const ahead = 2;

/** Distributes the chunks to the workers and reports the result of each. */
export async function runPool(
  size: number,
  task: WorkerTask,
  chunks: AsyncGenerator<Chunk>,
  onDone: (outcomes: readonly LineOutcome[]) => void,
): Promise<void> {
  const workers = Array.from({ length: size }, () => startWorker(task));
  const drive = async (ask: Ask): Promise<void> => {
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
      onDone(await ask(next.value));
  };
  try {
    await Promise.all(workers.flatMap(({ ask }) => Array.from({ length: ahead }, () => drive(ask))));
  } finally {
    await Promise.all(workers.map(({ stop }) => stop()));
  }
}

type Ask = (chunk: Chunk) => Promise<readonly LineOutcome[]>;

function startWorker(task: WorkerTask): { readonly ask: Ask; readonly stop: () => Promise<void> } {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: task });
  const waiting = new Map<number, (answer: Answered) => void>();
  let asked = 0;
  worker.on("message", (answer: Answered) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const broken = once(worker, "error").then(([error]) => {
    throw error;
  });
  // Only matters while a result is pending; ignored after the worker is done.
  broken.catch(() => {});
  return {
    async ask(chunk) {
      const id = ++asked;
      const answered = new Promise<Answered>((resolve) => waiting.set(id, resolve));
      worker.postMessage({ id, chunk } satisfies Asked);
      const answer = await Promise.race([answered, broken]);
      if ("failure" in answer) throw new OperatorError(answer.failure);
      return answer.outcomes;
    },
    async stop() {
      await worker.terminate();
    },
  };
}
