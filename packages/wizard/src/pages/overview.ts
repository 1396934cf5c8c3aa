import { html, nothing, type TemplateResult } from "lit";
import type { Look } from "../controls/look.js";
import { otherNotices, owedForms } from "../session/owed.js";
import type { FormEntry } from "../session/state.js";
import { formName, frame } from "./parts.js";
import { titleOf } from "./title.js";

/** The forms to complete, each also available on paper. */
export function overviewPage(look: Look): TemplateResult {
  const { session, words } = look;
  const { forms, location } = session.state;
  const open = forms.some(({ completed }) => completed === undefined);
  const notices = otherNotices(location);
  return frame(look, {
    title: words.overview.title,
    content: html`
      <p class="lead">${words.overview.intro(forms.length)}</p>
      <ol class="forms">
        ${forms.map((entry) => formItem(look, entry))}
      </ol>
      ${owedList(look)}
      ${
        notices.length === 0
          ? nothing
          : html`<section class="warning">
              <h2>${words.overview.notices}</h2>
              ${notices.map((message) => html`<p>${message}</p>`)}
            </section>`
      }
      ${paper(look, forms)}
    `,
    submit: {
      label: open ? words.overview.start : words.overview.finish,
      action: () => session.startForms(),
    },
  });
}

export function emptyPage(look: Look): TemplateResult {
  const { session, words } = look;
  const { location } = session.state;
  return frame(look, {
    title: titleOf(session, words),
    content: html`
      ${owedForms(location).length === 0 ? html`<p class="lead">${words.overview.none}</p>` : owedList(look)}
      ${otherNotices(location).map((message) => html`<p class="warning">${message}</p>`)}
    `,
    submit: { label: words.overview.finish, action: () => session.startForms() },
  });
}

/** Forms that the employee needs and must get from elsewhere. */
export function owedList({ session, words }: Look): readonly TemplateResult[] {
  return owedForms(session.state.location).map(
    ({ localityFullName, agency, formName }) => html`<section class="warning">
      <h2>${words.owed.form(formName === undefined ? localityFullName : `${formName}, ${localityFullName}`)}</h2>
      <p>${words.owed.text(localityFullName)}</p>
      ${
        agency === undefined
          ? nothing
          : html`<p><a class="link" href=${agency.url} target="_blank" rel="noopener">${words.owed.agency(agency.name)}</a></p>`
      }
    </section>`,
  );
}

export function formItem(
  { words, language, session }: Look,
  { summary, information, completed }: FormEntry,
): TemplateResult {
  return html`<li>
    <div lang=${information.language ?? language}>
      <strong>${formName(summary)}</strong>
      <span>${summary.title}</span>
    </div>
    ${
      completed === undefined
        ? html`<span class="hint">${words.overview.version(summary.formVersion)}</span>`
        : html`<span class="badge">${session.setup.mode === "sign" ? words.overview.signed : words.overview.ready}</span>`
    }
  </li>`;
}

export function paper(look: Look, forms: readonly FormEntry[]): TemplateResult {
  const { session, words } = look;
  return html`<section class="paper">
    <h2>${words.overview.paperTitle}</h2>
    <p>${words.overview.paper}</p>
    <ul class="plain">
      ${forms.map(
        (entry) => html`<li>
          <button type="button" class="link" @click=${() => session.fetchBlank(entry, look.download)}>
            ${words.overview.blank(formName(entry.summary))}
          </button>
        </li>`,
      )}
    </ul>
  </section>`;
}
