import type { Note, Question, QuestionSet } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import { linkedText } from "./linked-text.js";
import type { Look } from "./look.js";

/** Notes of the whole set, and those of single questions that belong above or below all of them. */
export function notesOfSet(
  look: Look,
  set: QuestionSet,
  asked: readonly Question[],
  where: "ABOVE" | "BELOW",
): readonly TemplateResult[] {
  const own = (set.notes ?? []).filter(({ suggestedPlacement }) => suggestedPlacement.startsWith(where));
  const hoisted = asked.flatMap(({ notes = [] }) =>
    notes.filter(({ suggestedPlacement }) => suggestedPlacement === `${where}_ALL_QUESTIONS`),
  );
  return [...own, ...hoisted].map((note) => noteBlock(look, note));
}

export function notesOfQuestion(
  look: Look,
  question: Question,
  where: "ABOVE" | "BELOW",
): readonly TemplateResult[] {
  return notesAt(question, `${where}_QUESTION`).map((note) => noteBlock(look, note));
}

/** Notes below the text of a question. Those in plain text describe its control. */
export function notesBelow(look: Look, question: Question, id: string): TemplateResult {
  const notes = notesAt(question, "BELOW_QUESTION");
  const others = notes.filter((note) => !isText(note));
  return html`${
    hasTextNotes(question)
      ? html`<div id="${id}-notes">${notes.filter(isText).map((note) => noteBlock(look, note))}</div>`
      : nothing
  }${others.map((note) => noteBlock(look, note))}`;
}

/** Tables and images cannot be read out as a description. */
export function hasTextNotes(question: Question): boolean {
  return notesAt(question, "BELOW_QUESTION").some(isText);
}

function isText({ htmlType }: Note): boolean {
  return htmlType === "PARAGRAPH" || htmlType === "UNORDERED_LIST";
}

function notesAt({ notes = [] }: Question, place: Note["suggestedPlacement"]): readonly Note[] {
  return notes.filter(({ suggestedPlacement }) => suggestedPlacement === place);
}

/** Always visible: what the law requires people to read must not be hidden. */
function noteBlock({ words }: Look, note: Note): TemplateResult {
  switch (note.htmlType) {
    case "PARAGRAPH":
      return html`<p class="note">${linkedText(note.text)}</p>`;
    case "UNORDERED_LIST":
      return html`<div class="note">
        ${note.optionalLabel === undefined ? nothing : html`<p>${note.optionalLabel}</p>`}
        <ul>
          ${note.listItems.map((item) => html`<li>${linkedText(item)}</li>`)}
        </ul>
      </div>`;
    case "IMAGE":
      return html`<figure class="note">
        <a href=${note.href} target="_blank" rel="noopener">
          <img src=${note.href} alt=${note.optionalLabel ?? words.image} loading="lazy" />
          <span>${words.openImage}</span>
        </a>
        ${note.optionalLabel === undefined ? nothing : html`<figcaption>${note.optionalLabel}</figcaption>`}
      </figure>`;
    case "TABLE":
      return html`<div class="note table" tabindex="0" role="region" aria-label=${note.optionalLabel ?? note.headers.join(", ")}>
        <table>
          ${note.optionalLabel === undefined ? nothing : html`<caption>${note.optionalLabel}</caption>`}
          <thead>
            <tr>
              ${note.headers.map((header) => html`<th scope="col">${header}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${note.rows.map(({ cells }) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
          </tbody>
        </table>
      </div>`;
  }
}
