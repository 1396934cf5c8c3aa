import { parentPort } from "node:worker_threads";
import { renderPage } from "@withholding-forms/pdf";

interface Order {
  readonly pdf: Uint8Array;
  readonly page: number;
  readonly width: number;
}

parentPort?.on("message", async ({ pdf, page, width }: Order) => {
  try {
    parentPort?.postMessage(await renderPage(pdf, width, page));
  } catch (error) {
    parentPort?.postMessage(error instanceof Error ? error.message : "The page could not be rendered.");
  }
});
