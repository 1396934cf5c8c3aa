import { fileNameOf, formName, pdfBytes } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../controls/icon.js";
import type { Look } from "../controls/look.js";
import { markedText } from "../controls/marked-text.js";
import { say } from "../messages/say.js";
import { calendarOf } from "../session/calendar.js";
import { pensionNotices, waitsForNumber } from "../session/owed.js";
import { appliedForPrinted, fullName, isItin } from "../session/person.js";
import type { CompletedForm } from "../session/results.js";
import { completedForms, type FormEntry } from "../session/state.js";
import { zipOf } from "../session/zip.js";
import { owedList } from "./form-lists.js";
import { frame, labelOf, startOverLink } from "./parts.js";
import { titleOf } from "./title.js";

/** What is done, what was delivered, what is still owed, and the employee's copies. */
export function donePage(look: Look): TemplateResult {
  const { state, words } = look;
  const { forms, earlier, location } = state;
  const owed = owedList(look);
  const notices = pensionNotices(location).map((message) => html`<p class="todo">${message}</p>`);
  const isDelivered = forms.every(
    ({ completed }) => completed && look.deliveries.of(completed) === "DELIVERED",
  );
  const hasCopies = completedForms(state).some(({ pdf }) => pdf !== undefined);
  if (forms.length === 0)
    return frame(look, {
      title: titleOf(state, words),
      content: html`
        <slot name="done"></slot>
        ${owed.length > 0 ? owed : html`<p class="lead">${words.overview.none}</p>`} ${notices}
      `,
    });
  return frame(look, {
    title: titleOf(state, words),
    content: html`
      <slot name="done"></slot>
      ${owed.length > 0 ? owed : html`<p class="badge">${icon("check")}${say(words.done.intro, { count: forms.length })}</p>`}
      ${numberLater(look)}
      ${notices}
      ${hasCopies ? html`<p class=${isDelivered ? "note" : "warning"}>${words.done.next}</p>` : nothing}
      ${allFiles(look, forms)}
      ${finished(look, forms)}
      ${owed.length > 0 ? nothing : html`<h2>${words.done.afterTitle}</h2><p>${words.done.after}</p>`}
      ${renewals(look, forms)}
      ${earlier.length === 0 ? nothing : html`<h2>${words.startOver.earlier}</h2> ${finished(look, earlier)}`}
      ${verification(look)} ${startOverLink(look)}
    `,
  });
}

/** How anyone can find out later that a signed file is unchanged. */
function verification({ state, words, verifyUrl }: Look): TemplateResult | typeof nothing {
  if (state.setup.mode !== "sign") return nothing;
  return html`<h2>${words.ending.verifyTitle}</h2>
    <p>${words.ending.verify}${verifyUrl ? nothing : ` ${words.ending.verifyAsk}`}</p>
    ${
      verifyUrl
        ? html`<a class="link" href=${verifyUrl} target="_blank" rel="noopener">${words.ending.verifyLink}</a>`
        : nothing
    }`;
}

/** Claims that end on a day, each with an entry for the calendar. */
function renewals(look: Look, forms: readonly FormEntry[]): readonly TemplateResult[] {
  const { words, language } = look;
  return forms.flatMap(({ summary, completed }) => {
    const name = formName(summary);
    const days = (completed?.taxParameters ?? []).flatMap(({ id, value }) =>
      /\.exemptExpires$/.test(id) && /^\d{4}-\d\d-\d\d$/.test(value) ? [value] : [],
    );
    return [...new Set(days)].map((day) => {
      const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
      const text = say(words.done.renew, { name, date: format.format(new Date(day)) });
      const file = fileNameOf(name, fullName(look.state.person), ".ics");
      return html`<p>
        ${text}
        <button
          type="button"
          class="link"
          @click=${() => look.download(new TextEncoder().encode(calendarOf(day, text)), file, "text/calendar")}
        >
          ${icon("calendar")}${words.done.calendar}
        </button>
      </p>`;
    });
  });
}

/** Without a social security number on the forms, the employee owes it as soon as there is one. */
function numberLater({ state, words }: Look): TemplateResult | typeof nothing {
  const { person } = state;
  if (waitsForNumber(person))
    return html`<p class="todo">${markedText(words.ending.numberLater, appliedForPrinted, "en")}</p>`;
  return isItin(person.socialSecurityNumber ?? "")
    ? html`<p class="note">${words.ending.itinNow}</p>`
    : nothing;
}

function finished(look: Look, forms: readonly FormEntry[]): TemplateResult {
  return html`<ul class="plain finished">
    ${forms.map(
      (entry) => html`<li class="card" part="card">
        <h2>${labelOf(entry)}</h2>
        <p lang=${entry.information.language ?? look.language}>${entry.summary.title}</p>
        ${entry.completed === undefined ? nothing : delivery(look, entry.completed)}
        ${(entry.completed?.notices ?? [])
          .filter(({ audience }) => audience === "EMPLOYEE")
          .map(({ message }) => html`<p class="todo" lang=${look.language}>${message}</p>`)}
        ${files(look, entry)}
      </li>`,
    )}
  </ul>`;
}

/** Only what the host confirmed. */
function delivery({ state, words, deliveries }: Look, form: CompletedForm): TemplateResult | typeof nothing {
  switch (deliveries.of(form)) {
    case "PENDING":
      return html`<p class="hint" role="status">${words.ending.pending}</p>`;
    case "DELIVERED":
      return html`<p class="badge" role="status">${icon("check")}${words.ending.delivered}</p>`;
    case "FAILED":
      return html`<p class="problem" role="status">${words.ending.notDelivered}</p>`;
    default:
      return state.setup.mode === "sign" ? html`<p class="hint">${words.ending.passedOn}</p>` : nothing;
  }
}

/** One file with all copies, if there are several. */
function allFiles(look: Look, forms: readonly FormEntry[]): TemplateResult | typeof nothing {
  const { words, state } = look;
  const all = forms.flatMap(({ completed }) => completed ?? []);
  const copies = all.flatMap(({ pdf, fileName }) => (pdf === undefined ? [] : [{ pdf, fileName }]));
  if (copies.length < 2) return nothing;
  return html`<div class="actions">
    <button
      type="button"
      class="primary"
      @click=${() => {
        const name = fileNameOf(words.ending.folder, fullName(state.person), ".zip");
        const pdfs = copies.map(({ pdf, fileName }) => ({ name: fileName, bytes: pdfBytes({ pdf }) }));
        look.download(zipOf(pdfs), name, "application/zip");
        for (const form of all) look.deliveries.save(form);
      }}
    >
      ${icon("download")}${say(words.ending.downloadAll, { count: copies.length })}
    </button>
  </div>`;
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
        look.deliveries.save(completed);
      }}
    >
      ${icon("download")}${say(words.done.download, { name })}
    </button>
    <button
      type="button"
      class="secondary"
      @click=${() => {
        look.print(pdf);
        look.deliveries.save(completed);
      }}
    >
      ${icon("print")}${say(words.done.print, { name })}
    </button>
  </div>`;
}
