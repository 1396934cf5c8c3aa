import { Problem } from "../../../problems/problem.js";
import { createThread, threadScript } from "../../thread.js";
import type { RenderJob } from "./worker.js";

export interface Renderer {
  /** A page, counted from 1, as a PNG as wide as the specification says. */
  render(pdf: Uint8Array, page: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export const imageWidth = 1280;
/** Rendering takes tenths of a second. Requests for more pages are asked to retry. */
const maxPending = 24;

export function tooBusy(): Problem {
  return new Problem("OVERLOADED", { retryAfterSeconds: 5 });
}

export function createRenderer(): Renderer {
  const thread = createThread<RenderJob, Uint8Array>({ script: threadScript("routes/images/worker.js") });
  return {
    async render(pdf, page) {
      if (thread.pending() >= maxPending) throw tooBusy();
      return thread.run({ pdf, page, width: imageWidth });
    },
    close: thread.close,
  };
}
