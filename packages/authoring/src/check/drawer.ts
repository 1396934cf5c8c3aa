import { Worker } from "node:worker_threads";
import type { FormLayout } from "@withholding-forms/pdf";
import type { Drawn } from "./draw-worker.js";

/** Draws pages in a separate thread, in the order of the requests, while the other checks run. */
export interface Drawer {
  draw(layout: FormLayout): Promise<Drawn>;
  close(): Promise<void>;
}

// Tests run the sources, which a thread cannot load, so it loads the build.
const script = new URL(
  import.meta.url.endsWith(".ts") ? "../../dist/check/draw-worker.js" : "./draw-worker.js",
  import.meta.url,
);

export function startDrawer(from: URL = script): Drawer {
  const worker = new Worker(from);
  const pending: { readonly done: (drawn: Drawn) => void; readonly failed: (error: Error) => void }[] = [];
  let failure: Error | undefined;
  worker.on("message", (drawn: Drawn) => pending.shift()?.done(drawn));
  worker.on("error", (error) => {
    // A thread that has exited never responds.
    failure = error;
    for (const { failed } of pending.splice(0)) failed(error);
  });
  return {
    draw(layout) {
      return new Promise((done, failed) => {
        if (failure !== undefined) return failed(failure);
        pending.push({ done, failed });
        worker.postMessage(layout);
      });
    },
    async close() {
      await worker.terminate();
    },
  };
}
