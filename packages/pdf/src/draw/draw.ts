import type { FormLayout } from "../layout.js";
import { drawPages } from "./pages.js";
import { write } from "./write.js";

/** A form's empty pages as a file. The same layout always gives the same bytes. */
export async function drawBlank(layout: FormLayout): Promise<Uint8Array> {
  const { pages, document } = drawPages(layout);
  return write(layout, pages, document);
}
