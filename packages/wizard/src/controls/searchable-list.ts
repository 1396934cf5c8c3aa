import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { say } from "../messages/say.js";
import { type Asking, beforeControl, descriptionOf, optionValue, questionText } from "./asking.js";
import { radio } from "./radio.js";

/**
 * More options than this are searched instead of scrolled through. A list of states stays a plain select: employees know
 * where in the alphabet their state is.
 */
const searchedFrom = 61;

export function isLongList({ shown }: Asking): boolean {
  return (shown.question.questionOptions ?? []).length >= searchedFrom;
}

interface Entry {
  readonly value: string;
  readonly label: string;
}

/** A search field above radio buttons. What is chosen stays in view, and so does what is no entry of the list. */
export function searchableList(asking: Asking): TemplateResult {
  const { look, shown, id, problem } = asking;
  const { questionOptions = [], required } = shown.question;
  const entries = questionOptions.map(
    (option): Entry => ({ value: optionValue(option), label: option.label }),
  );
  const chosen = shown.answer === undefined ? undefined : String(shown.answer);
  const key = `${id}-search`;
  const search = look.typed.get(key) ?? "";
  const unlisted = outsideTheList(entries);
  const listed = entries.filter((entry) => !unlisted.includes(entry));
  const found = listed.filter(({ label }) => matches(label, search));
  const inView = listed.filter((entry) => found.includes(entry) || entry.value === chosen);
  const button = (entry: Entry): TemplateResult => radio(asking, `${id}-${entry.value}`, entry);
  return html`<fieldset>
    <legend id="${id}-legend">${questionText(look, shown.question)}</legend>
    ${beforeControl(asking)}
    <label class="search" for=${id}>${look.words.search}</label>
    <input
      id=${id}
      type="text"
      autocomplete="off"
      spellcheck="false"
      maxlength="60"
      .value=${live(search)}
      aria-describedby="${id}-found"
      @input=${(event: Event) => {
        look.typed.set(key, (event.target as HTMLInputElement).value);
        look.refresh();
      }}
      @keydown=${(event: KeyboardEvent) => {
        // Enter would send the page.
        if (event.key === "Enter") event.preventDefault();
      }}
    />
    <p class="hint found" id="${id}-found" role="status">${say(look.words.found, { found: found.length, all: listed.length })}</p>
    <div
      role="radiogroup"
      aria-labelledby="${id}-legend"
      aria-required=${required.whenRequired === "NEVER" ? "false" : "true"}
      aria-invalid=${problem === undefined ? "false" : "true"}
      aria-describedby=${descriptionOf(asking)}
    >
      ${inView.length === 0 ? nothing : html`<div class="options long">${inView.map(button)}</div>`}
      <div class="options">${unlisted.map(button)}</div>
    </div>
  </fieldset>`;
}

/** `OTHER` and `NOT_APPLICABLE` among codes of another kind say that nothing in the list fits, whatever is searched. */
function outsideTheList(entries: readonly Entry[]): readonly Entry[] {
  const worded = entries.filter(({ value }) => /^[A-Z][A-Z_]{2,}$/.test(value));
  return worded.length <= 3 ? worded : [];
}

/** Every word that was typed starts a word of the label, with or without accents. */
function matches(label: string, search: string): boolean {
  const words = wordsOf(label);
  return wordsOf(search).every((typed) => words.some((word) => word.startsWith(typed)));
}

function wordsOf(text: string): string[] {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[\s,()/-]+/).filter((word) => word !== "");
}
