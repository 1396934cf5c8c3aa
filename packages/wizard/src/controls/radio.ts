import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Asking } from "./asking.js";

/** One option of a question, as a radio button with its own id. */
export function radio(
  { id, shown, answer }: Asking,
  own: string,
  { value, label }: { readonly value: string; readonly label: string },
): TemplateResult {
  return html`<label class="option" for=${own}>
    <input
      id=${own}
      type="radio"
      name=${id}
      value=${value}
      .checked=${live(shown.answer !== undefined && String(shown.answer) === value)}
      @change=${() => answer(value)}
    />
    <span>${label}</span>
  </label>`;
}
