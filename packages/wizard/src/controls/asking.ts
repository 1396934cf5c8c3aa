import type { Question, ShownQuestion } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import type { Look } from "./look.js";
import { hasTextNotes } from "./notes.js";

export interface Asking {
  readonly look: Look;
  readonly shown: ShownQuestion;
  /** Unique on the page. */
  readonly id: string;
  readonly problem: string | undefined;
  /** What was typed where it could not be read as a number. */
  readonly unread?: string | undefined;
  /** Where the answer comes from, or what it differs from. */
  readonly origin?: string | undefined;
  readonly answer: (answer: string | readonly string[] | null, unread?: string) => void;
}

export function label({ look, shown, id }: Asking): TemplateResult {
  return html`<label for=${id}>${questionText(look, shown.question)}</label>`;
}

export function questionText({ words }: Look, { questionText: words_, required }: Question): TemplateResult {
  return html`${words_}${
    required.whenRequired === "NEVER" ? html` <span class="optional">(${words.optional})</span>` : nothing
  }`;
}

/** What is read between a question and its control: a hint, where a suggestion comes from, and the problem. */
export function beforeControl(asking: Asking, hint?: string): TemplateResult {
  const { id, origin } = asking;
  return html`${hint === undefined ? nothing : html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${origin === undefined ? nothing : html`<p class="origin" id="${id}-origin">${origin}</p>`}
    ${problemText(asking)}`;
}

function problemText({ id, problem }: Asking): TemplateResult | typeof nothing {
  return problem === undefined ? nothing : html`<p class="problem" id="${id}-problem">${problem}</p>`;
}

/** Value of `aria-describedby`. The problem comes first, because screen readers can be stopped. */
export function descriptionOf(
  { shown, id, problem, origin }: Asking,
  hint?: string,
): string | typeof nothing {
  const parts = {
    problem: problem !== undefined,
    notes: hasTextNotes(shown.question),
    hint: hint !== undefined,
    origin: origin !== undefined,
  };
  const ids = Object.entries(parts).flatMap(([part, exists]) => (exists ? [`${id}-${part}`] : []));
  return ids.length === 0 ? nothing : ids.join(" ");
}

/** An option without a value is chosen by its id, and one without that by its label. */
export function optionValue(option: {
  readonly value?: string | boolean;
  readonly id?: string;
  readonly label: string;
}): string {
  return String(option.value ?? option.id ?? option.label);
}
