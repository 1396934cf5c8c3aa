/** Entry point for checking layouts: draws their pages, writes no file, and loads nothing that reads or writes PDF. */
import { drawPages } from "./draw/pages.js";
import { widgetsByName } from "./draw/widgets-by-name.js";
import type { FormLayout } from "./layout.js";

/** Names of the fields that a drawn form has. Throws where `drawBlank` does. */
export function drawnFields(layout: FormLayout): readonly string[] {
  return [...widgetsByName(drawPages(layout).pages).keys()];
}
