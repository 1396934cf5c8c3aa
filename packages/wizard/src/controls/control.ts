import type { Question } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { canonical, fieldText } from "../session/entry.js";
import { type Asking, label, optionValue, problemText } from "./asking.js";
import { checkbox, choices, multipleChoice } from "./choice.js";
import { dateFields, monthYearFields } from "./date.js";
import { describedBy } from "./described-by.js";
import { notesOfQuestion } from "./notes.js";
import { isLongList, searchableList } from "./searchable-list.js";

/** A question with its notes, its control and its problem. */
export function ask(asking: Asking): TemplateResult {
  const { look, shown, problem } = asking;
  const { question } = shown;
  return html`<div class="question ${problem === undefined ? "" : "wrong"}">
    ${notesOfQuestion(look, question, "ABOVE")}
    ${controlOf(asking)}
    ${notesOfQuestion(look, question, "BELOW")}
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

interface Kind {
  readonly type: "text" | "tel" | "email";
  readonly inputMode: "text" | "numeric" | "decimal" | "tel" | "email";
  readonly size: "short" | "medium" | "full";
  readonly before?: string;
  readonly after?: string;
  readonly autocomplete?: "tel" | "email" | "postal-code";
  readonly maxLength: number;
}

const text: Kind = { type: "text", inputMode: "text", size: "full", maxLength: 300 };

function kindOf({ displayType, validationRegex = "" }: Question): Kind {
  switch (displayType) {
    case "DOLLAR":
      return { ...text, inputMode: "decimal", size: "medium", before: "$", maxLength: 20 };
    case "PERCENT":
      return { ...text, inputMode: "decimal", size: "short", after: "%", maxLength: 10 };
    case "INTEGER":
      return { ...text, inputMode: "numeric", size: "short", maxLength: 12 };
    case "YEAR":
      return { ...text, inputMode: "numeric", size: "short", maxLength: 4 };
    case "TELEPHONE":
      return { ...text, type: "tel", inputMode: "tel", size: "medium", autocomplete: "tel", maxLength: 20 };
    case "EMAIL":
      return { ...text, type: "email", inputMode: "email", autocomplete: "email", maxLength: 254 };
    case "ZIPCODE":
      return { ...text, inputMode: "numeric", size: "short", maxLength: 10 };
    default:
      // Only digits and dashes are accepted, as in identity numbers: a keypad is enough.
      return /[a-zA-Z]|\\p|\[\^/.test(validationRegex.replaceAll("\\d", ""))
        ? text
        : { ...text, inputMode: "numeric", size: "medium", maxLength: 30 };
  }
}

function line(asking: Asking): TemplateResult {
  const { look, shown, id, problem, answer } = asking;
  const { question } = shown;
  const kind = kindOf(question);
  const key = `${id}@${look.language}`;
  const given = typeof shown.answer === "string" || typeof shown.answer === "number" ? `${shown.answer}` : "";
  const value = look.typed.get(key) ?? asking.unread ?? fieldText(question, given, look.language);
  const unit = kind.before === "$" ? look.words.dollars : kind.after === "%" ? look.words.percent : undefined;
  const control = html`<input
    id=${id}
    class=${kind.size}
    type=${kind.type}
    inputmode=${kind.inputMode}
    autocomplete=${kind.autocomplete ?? "off"}
    maxlength=${kind.maxLength}
    spellcheck="false"
    .value=${live(value)}
    aria-required=${question.required.whenRequired === "NEVER" ? "false" : "true"}
    aria-invalid=${problem === undefined ? "false" : "true"}
    aria-describedby=${describedBy(id, unit, problem)}
    @input=${(event: Event) => {
      const typed = (event.target as HTMLInputElement).value;
      look.typed.set(key, typed);
      const read = canonical(question, typed, look.language);
      if (read === undefined) answer(null, typed);
      else answer(read === "" ? null : read);
    }}
    @blur=${() => {
      look.typed.delete(key);
      look.refresh();
    }}
  />`;
  return html`${label(asking)} ${problemText(asking)}
  ${
    unit === undefined
      ? control
      : html`<div class="unit">
          <span class="vh" id="${id}-hint">${unit}</span>
          ${kind.before === undefined ? nothing : html`<span aria-hidden="true">${kind.before}</span>`}${control}${
            kind.after === undefined ? nothing : html`<span aria-hidden="true">${kind.after}</span>`
          }
        </div>`
  }`;
}

function select(asking: Asking): TemplateResult {
  const { look, shown, id, problem, answer } = asking;
  const { questionOptions = [], required } = shown.question;
  const chosen = shown.answer === undefined ? "" : String(shown.answer);
  return html`${label(asking)} ${problemText(asking)}
    <select
      id=${id}
      aria-required=${required.whenRequired === "NEVER" ? "false" : "true"}
      aria-invalid=${problem === undefined ? "false" : "true"}
      aria-describedby=${describedBy(id, undefined, problem)}
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
  return html`${label(asking)} ${problemText(asking)}
    <textarea
      id=${id}
      rows="4"
      maxlength="2000"
      .value=${live(shown.answer === undefined ? "" : String(shown.answer))}
      aria-required=${shown.question.required.whenRequired === "NEVER" ? "false" : "true"}
      aria-invalid=${problem === undefined ? "false" : "true"}
      aria-describedby=${describedBy(id, undefined, problem)}
      @input=${(event: Event) => {
        const { value } = event.target as HTMLTextAreaElement;
        answer(value.trim() === "" ? null : value);
      }}
    ></textarea>`;
}

/** Read-only. It updates while the employee types. */
function calculated({ look, shown, id }: Asking): TemplateResult {
  return html`<div class="calculated">
    <label for=${id}>${shown.question.questionText}</label>
    <input id=${id} type="text" disabled .value=${live(shown.text)} aria-describedby="${id}-hint" />
    <p class="hint" id="${id}-hint">${look.words.calculated}</p>
  </div>`;
}
