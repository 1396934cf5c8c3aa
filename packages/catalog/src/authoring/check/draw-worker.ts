import { parentPort } from "node:worker_threads";
import type { FormLayout } from "@withholding-forms/pdf";
import { compileTemplate, drawBlank } from "@withholding-forms/pdf/build";

/** What a drawing has: the names of its fields, or why there is none. */
export type Drawn = { readonly fields: readonly string[] } | { readonly failure: string };

/** One after the other, so that the drawings come in the order of the layouts. */
let last = Promise.resolve();

parentPort?.on("message", (layout: FormLayout) => {
  last = last.then(async () => parentPort?.postMessage(await drawn(layout)));
});

async function drawn(layout: FormLayout): Promise<Drawn> {
  try {
    const { slots } = await compileTemplate(await drawBlank(layout));
    return { fields: slots.map(({ name }) => name) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
