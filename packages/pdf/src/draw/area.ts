import type { FormLayout } from "../layout.js";
import type { Theme } from "./theme.js";
import type { Span } from "./wrap.js";

/** Where the blocks of a section are: next to its label, or across the page when it has none. */
export interface Area {
  readonly theme: Theme;
  readonly language: FormLayout["language"];
  readonly left: number;
  readonly right: number;
  /** Left edge of text, which is set off a little from the rule of the label column. */
  readonly words: number;
  /** Width of the column of line numbers. */
  readonly numbers: number;
  /** The section's label column has its own text; a signature's tag does not go there twice. */
  readonly label?: { readonly title: string };
}

export function plain(text: string): Span[] {
  return [{ text, face: "regular" }];
}

export function strong(text: string): Span[] {
  return [{ text, face: "bold" }];
}

/** Words that may open with a few in bold. */
export function withLead(lead: string | undefined, text: string): Span[] {
  return lead === undefined ? plain(text) : [...strong(lead), ...plain(text)];
}
