import type { Question } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { say } from "../messages/say.js";
import { canonical, fieldText, isIdentityNumber, takesWholeDollars } from "../session/entry.js";
import { type Asking, beforeControl, descriptionOf, label } from "./asking.js";
import { isShown, showButton } from "./show-button.js";

/** A question that is answered in one line of text. */
export function line(asking: Asking): TemplateResult {
  const { look, shown } = asking;
  const kind = kindOf(shown.question);
  const hint = takesWholeDollars(shown.question) ? look.words.entry.wholeDollars : undefined;
  const control = inputOf(asking, kind, hint);
  return html`${label(asking)} ${beforeControl(asking, hint)}
    ${isIdentityNumber(shown.question) ? showButton(look, asking.id, shown.question.questionText, control) : withUnit(asking, kind, control)}
    ${roundedNote(asking)}`;
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

function inputOf(asking: Asking, kind: Kind, hint: string | undefined): TemplateResult {
  const { look, shown, id, problem, answer } = asking;
  const { question } = shown;
  const key = `${id}@${look.language}`;
  const given = typeof shown.answer === "string" || typeof shown.answer === "number" ? `${shown.answer}` : "";
  const value = look.typed.get(key) ?? asking.unread ?? fieldText(question, given, look.language);
  const described = [
    descriptionOf(asking, hint),
    unitOf(asking, kind) === undefined ? nothing : `${id}-unit`,
  ];
  const ids = described.filter((one) => one !== nothing).join(" ");
  const secret = isIdentityNumber(question) && !isShown(look, id);
  return html`<input
    id=${id}
    class="${kind.size} ${secret ? "secret" : ""}"
    type=${kind.type}
    inputmode=${kind.inputMode}
    autocomplete=${kind.autocomplete ?? "off"}
    maxlength=${kind.maxLength}
    spellcheck="false"
    .value=${live(value)}
    aria-required=${question.required.whenRequired === "NEVER" ? "false" : "true"}
    aria-invalid=${problem === undefined ? "false" : "true"}
    aria-describedby=${ids === "" ? nothing : ids}
    @input=${(event: Event) => {
      const typed = (event.target as HTMLInputElement).value;
      look.typed.set(key, typed);
      look.typed.delete(roundedKey(id));
      const read = canonical(question, typed, look.language);
      if (read === undefined) answer(null, typed);
      else answer(read === "" ? null : read);
    }}
    @blur=${(event: Event) => {
      const typed = (event.target as HTMLInputElement).value;
      if (isRounded(question, typed)) look.typed.set(roundedKey(id), typed);
      look.typed.delete(key);
      look.refresh();
    }}
  />`;
}

/** The sign next to the field, which a screen reader gets as words. */
function withUnit(asking: Asking, kind: Kind, control: TemplateResult): TemplateResult {
  const unit = unitOf(asking, kind);
  if (unit === undefined) return control;
  return html`<div class="unit">
    <span class="vh" id="${asking.id}-unit">${unit}</span>
    ${kind.before === undefined ? nothing : html`<span aria-hidden="true">${kind.before}</span>`}${control}${
      kind.after === undefined ? nothing : html`<span aria-hidden="true">${kind.after}</span>`
    }
  </div>`;
}

function unitOf({ look }: Asking, { before, after }: Kind): string | undefined {
  if (before === "$") return look.words.dollars;
  return after === "%" ? look.words.percent : undefined;
}

/** Shows what became of the cents, once the field is left. */
function roundedNote({ look, shown, id }: Asking): TemplateResult | typeof nothing {
  if (!takesWholeDollars(shown.question)) return nothing;
  const was = look.typed.get(roundedKey(id));
  return html`<p class="hint rounded" role="status">${
    was === undefined || shown.text === "" ? nothing : say(look.words.entry.rounded, { amount: shown.text })
  }</p>`;
}

function roundedKey(id: string): string {
  return `${id}@rounded`;
}

/** Whether the form drops the cents that were typed. */
function isRounded(question: Question, typed: string): boolean {
  return takesWholeDollars(question) && /[.,](?!0{1,2}\D*$)\d{1,2}\D*$/.test(typed);
}
