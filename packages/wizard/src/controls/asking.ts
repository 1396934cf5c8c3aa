import type { Question, ShownQuestion } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import type { Look } from "./look.js";

export interface Asking {
  readonly look: Look;
  readonly shown: ShownQuestion;
  /** Unique on the page. */
  readonly id: string;
  readonly problem: string | undefined;
  /** What was typed where it could not be read as a number. */
  readonly unread?: string | undefined;
  readonly answer: (answer: string | readonly string[] | null, unread?: string) => void;
}

export function label({ look, shown, id }: Asking): TemplateResult {
  return html`<label for=${id}>${questionText(look, shown.question)}</label>`;
}

export function questionText({ words }: Look, { questionText: words_, required }: Question): TemplateResult {
  return html`${words_}${
    required.whenRequired === "NEVER" ? html` <span class="optional">(${words.optional})</span>` : nothing
  }`;
}

export function problemText({ id, problem }: Asking): TemplateResult | typeof nothing {
  return problem === undefined ? nothing : html`<p class="problem" id="${id}-problem">${problem}</p>`;
}

/** An option without a value is chosen by its id, and one without that by its label. */
export function optionValue(option: {
  readonly value?: string | boolean;
  readonly id?: string;
  readonly label: string;
}): string {
  return String(option.value ?? option.id ?? option.label);
}
