import { parentPort } from "node:worker_threads";
import type { FormLayout } from "@withholding-forms/pdf";
import { drawnFields } from "@withholding-forms/pdf/drawing";

/** What a drawing has: the names of its fields, or why there is none. */
export type Drawn = { readonly fields: readonly string[] } | { readonly failure: string };

parentPort?.on("message", (layout: FormLayout) => parentPort?.postMessage(drawn(layout)));

function drawn(layout: FormLayout): Drawn {
  try {
    return { fields: drawnFields(layout) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
