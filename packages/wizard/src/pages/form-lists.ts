import { html, nothing, type TemplateResult } from "lit";
import { blankLink } from "../controls/blank-link.js";
import { icon } from "../controls/icon.js";
import type { Look } from "../controls/look.js";
import { markedText } from "../controls/marked-text.js";
import { say } from "../messages/say.js";
import { owedForms } from "../session/owed.js";
import type { FormEntry } from "../session/state.js";
import { localityName } from "./region-names.js";

/** Forms that the employee needs and must get from elsewhere. */
export function owedList({ state, words, language }: Look): readonly TemplateResult[] {
  return owedForms(state.location).map((owed) => {
    const { agency, formName } = owed;
    const place = localityName(owed, language);
    return html`<section class="warning">
      <h2>${icon("warning")}${say(words.owed.form, { place: formName === undefined ? place : `${formName}, ${place}` })}</h2>
      <p>${say(words.owed.text, { place })}</p>
      ${
        agency === undefined
          ? nothing
          : html`<p><a class="link" href=${agency.url} target="_blank" rel="noopener">${markedText(say(words.owed.agency, { agency: agency.name }), agency.name, agency.language ?? "en")}</a></p>`
      }
    </section>`;
  });
}

export function paper(look: Look, forms: readonly FormEntry[]): TemplateResult {
  const { words } = look;
  return html`<section class="paper">
    <h2>${words.overview.paperTitle}</h2>
    <p>${words.overview.paper}</p>
    <ul class="plain">
      ${forms.map(
        (entry) => html`<li>
          ${blankLink(look, entry)}
        </li>`,
      )}
    </ul>
  </section>`;
}
