import { parentPort } from "node:worker_threads";
import { renderPages } from "@withholding-forms/pdf";

parentPort?.on("message", async ({ pdf, width }: { readonly pdf: Uint8Array; readonly width: number }) => {
  try {
    const pages = await renderPages(pdf, width);
    parentPort?.postMessage(pages);
  } catch (error) {
    parentPort?.postMessage(error instanceof Error ? error.message : "The pages could not be rendered.");
  }
});
