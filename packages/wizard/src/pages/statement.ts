import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Look } from "../controls/look.js";

/** A statement that the employee checks if it applies. */
export function statement(
  { state, send }: Look,
  { own, id, text }: { readonly own: string; readonly id: string; readonly text: string },
): TemplateResult {
  return html`<label class="option" for=${own}>
    <input
      id=${own}
      name=${id}
      type="checkbox"
      .checked=${live(state.checked.has(id))}
      @change=${(event: Event) => send({ type: "check", item: id, on: (event.target as HTMLInputElement).checked })}
    />
    <span>${text}</span>
  </label>`;
}
