import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { type Asking, beforeControl, descriptionOf, label, optionValue } from "./asking.js";
import { checkbox, choices, multipleChoice } from "./choice.js";
import { dateFields, monthYearFields } from "./date.js";
import { line } from "./line.js";
import { notesBelow, notesOfQuestion } from "./notes.js";
import { isLongList, searchableList } from "./searchable-list.js";

/** A question with its notes, its problem and its control. */
export function ask(asking: Asking): TemplateResult {
  const { look, shown, problem } = asking;
  const { question } = shown;
  return html`<div class="question ${problem === undefined ? "" : "wrong"}">
    ${notesOfQuestion(look, question, "ABOVE")} ${controlOf(asking)} ${notesBelow(look, question, asking.id)}
  </div>`;
}

function controlOf(asking: Asking): TemplateResult {
  const { question } = asking.shown;
  if (question.isCalculated) return calculated(asking);
  switch (question.htmlType) {
    case "SELECT":
      return isLongList(asking) ? searchableList(asking) : select(asking);
    case "TEXTAREA":
      return textarea(asking);
    case "PARAGRAPH":
    case "UNORDERED_LIST":
    case "IMAGE":
    case "TABLE":
      // Something to read among the questions; what it shows is in its notes.
      return html`<p class="statement">${question.questionText}</p>`;
    default:
      return input(asking);
  }
}

function input(asking: Asking): TemplateResult {
  const { question } = asking.shown;
  switch (question.displayType) {
    case "RADIO":
      return isLongList(asking) ? searchableList(asking) : choices(asking);
    case "CHECKBOX":
      return checkbox(asking);
    case "MULTI_SELECT_CHECKBOX":
      return multipleChoice(asking);
    case "MONTH_YEAR":
      return monthYearFields(asking);
    default:
      return question.valueType === "date" ? dateFields(asking) : line(asking);
  }
}

function select(asking: Asking): TemplateResult {
  const { look, shown, id, problem, answer } = asking;
  const { questionOptions = [], required } = shown.question;
  const chosen = shown.answer === undefined ? "" : String(shown.answer);
  return html`${label(asking)} ${beforeControl(asking)}
    <select
      id=${id}
      aria-required=${required.whenRequired === "NEVER" ? "false" : "true"}
      aria-invalid=${problem === undefined ? "false" : "true"}
      aria-describedby=${descriptionOf(asking)}
      @change=${(event: Event) => answer((event.target as HTMLSelectElement).value || null)}
    >
      <option value="" ?selected=${chosen === ""}>${look.words.choose}</option>
      ${questionOptions.map((option) => {
        const value = optionValue(option);
        return html`<option value=${value} .selected=${live(value === chosen)}>${option.label}</option>`;
      })}
    </select>`;
}

function textarea(asking: Asking): TemplateResult {
  const { shown, id, problem, answer } = asking;
  return html`${label(asking)} ${beforeControl(asking)}
    <textarea
      id=${id}
      rows="4"
      maxlength="2000"
      .value=${live(shown.answer === undefined ? "" : String(shown.answer))}
      aria-required=${shown.question.required.whenRequired === "NEVER" ? "false" : "true"}
      aria-invalid=${problem === undefined ? "false" : "true"}
      aria-describedby=${descriptionOf(asking)}
      @input=${(event: Event) => {
        const { value } = event.target as HTMLTextAreaElement;
        answer(value.trim() === "" ? null : value);
      }}
    ></textarea>`;
}

/** It updates while the employee types, and a screen reader announces it. */
function calculated(asking: Asking): TemplateResult {
  const { look, shown, id } = asking;
  return html`<div class="calculated">
    <label for=${id}>${shown.question.questionText}</label>
    ${beforeControl(asking, look.words.calculated)}
    <output id=${id} aria-live="polite" aria-describedby=${descriptionOf(asking, look.words.calculated)}
      >${shown.text}</output
    >
  </div>`;
}
