import type { Language } from "@withholding-forms/client";
import { html, type TemplateResult } from "lit";

/** A sentence in which some words are in another language, so that a screen reader speaks them with the right voice. */
export function markedText(
  sentence: string,
  words: string,
  language: Language,
): readonly (string | TemplateResult)[] {
  return sentence
    .split(words)
    .flatMap((part, index) => (index === 0 ? [part] : [html`<span lang=${language}>${words}</span>`, part]));
}
