import { html, type TemplateResult } from "lit";
import { say } from "../messages/say.js";
import type { Look } from "./look.js";

/** A field whose digits are hidden from people nearby, with a button that shows them. */
export function showButton(look: Look, id: string, name: string, control: TemplateResult): TemplateResult {
  const { entry } = look.words;
  const shown = isShown(look, id);
  return html`<div class="with-button">
    ${control}
    <button
      type="button"
      class="secondary"
      aria-controls=${id}
      aria-label=${shown ? say(entry.hideNumber, { name }) : say(entry.showNumber, { name })}
      @click=${() => {
        if (shown) look.typed.delete(keyOf(id));
        else look.typed.set(keyOf(id), "shown");
        look.refresh();
      }}
    >
      ${shown ? entry.hide : entry.show}
    </button>
  </div>`;
}

/** Only on this page: on the next one, everything is hidden again. */
export function isShown({ typed }: Look, id: string): boolean {
  return typed.has(keyOf(id));
}

function keyOf(id: string): string {
  return `${id}@shown`;
}
