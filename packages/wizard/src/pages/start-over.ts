import { html, type TemplateResult } from "lit";
import type { Look } from "../controls/look.js";
import { files } from "./done.js";
import { frame, labelOf } from "./parts.js";

/** Replaces going back after a signature: a signed form cannot change, but the employee can create new forms. */
export function startOverPage(look: Look): TemplateResult {
  const { state, send, words } = look;
  const signed = state.forms.filter(({ completed }) => completed !== undefined);
  return frame(look, {
    title: words.startOver.title,
    content: html`
      <p class="lead">${words.startOver.intro}</p>
      <ul class="plain finished">
        ${signed.map((entry) => html`<li class="card" part="card"><h2>${labelOf(entry)}</h2>${files(look, entry)}</li>`)}
      </ul>
      <p>${words.startOver.effect}</p>
      <button type="button" class="secondary" @click=${() => send({ type: "startOver" })}>${words.startOver.restart}</button>
    `,
    submit: words.startOver.keep,
  });
}
