import { pdfBytes } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import type { Look } from "../controls/look.js";
import { pensionNotices } from "../session/owed.js";
import type { FormEntry } from "../session/state.js";
import { owedList } from "./form-lists.js";
import { formName, frame, startOverLink } from "./parts.js";
import { titleOf } from "./title.js";

export function donePage(look: Look): TemplateResult {
  const { session, words } = look;
  const { forms, earlier, location } = session.state;
  const owed = owedList(look);
  const notices = pensionNotices(location).map((message) => html`<p class="warning">${message}</p>`);
  if (forms.length === 0)
    return frame(look, {
      title: titleOf(session, words),
      content: html`
        ${owed.length > 0 ? owed : html`<p class="lead">${words.overview.none}</p>`} ${notices}
      `,
    });
  return frame(look, {
    title: titleOf(session, words),
    content: html`
      ${owed.length > 0 ? owed : html`<p class="lead">${words.done.intro(forms.length)}</p>`}
      ${notices}
      ${
        session.completedForms().some(({ pdf }) => pdf !== undefined)
          ? html`<p class="warning">${words.done.next}</p>`
          : nothing
      }
      ${finished(look, forms)}
      ${earlier.length === 0 ? nothing : html`<h2>${words.startOver.earlier}</h2> ${finished(look, earlier)}`}
      ${startOverLink(look)}
    `,
  });
}

function finished(look: Look, forms: readonly FormEntry[]): TemplateResult {
  return html`<ul class="plain finished">
    ${forms.map(
      (entry) => html`<li>
        <h2>${formName(entry.summary)}</h2>
        <p lang=${entry.information.language ?? look.language}>${entry.summary.title}</p>
        ${files(look, entry)}
      </li>`,
    )}
  </ul>`;
}

export function files(look: Look, { summary, completed }: FormEntry): TemplateResult {
  const { words } = look;
  const pdf = completed?.pdf;
  const name = formName(summary);
  if (completed === undefined || pdf === undefined) return html`<p class="note">${words.done.handedOver}</p>`;
  return html`<div class="actions">
    <button
      type="button"
      class="secondary"
      @click=${() => {
        look.download(pdfBytes({ pdf }), completed.fileName);
        look.saved(completed);
      }}
    >
      ${words.done.download(name)}
    </button>
    <button
      type="button"
      class="secondary"
      @click=${() => {
        look.print(pdf);
        look.saved(completed);
      }}
    >
      ${words.done.print(name)}
    </button>
  </div>`;
}
