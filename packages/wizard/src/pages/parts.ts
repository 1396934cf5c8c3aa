import { formLabel, formName } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import { blankLink } from "../controls/blank-link.js";
import { describedBy } from "../controls/described-by.js";
import { icon } from "../controls/icon.js";
import type { Look, Trouble } from "../controls/look.js";
import { isShown, showButton } from "../controls/show-button.js";
import { say } from "../messages/say.js";
import { progressAt } from "../session/path.js";
import { canGoBack } from "../session/screens.js";
import { type FormEntry, formOf, screenOf } from "../session/state.js";

/** Heading, problems, content and buttons in the same places on every page. */
export function frame(
  look: Look,
  parts: {
    readonly title: string;
    readonly above?: TemplateResult | typeof nothing;
    readonly troubles?: readonly Trouble[];
    readonly content: unknown;
    /** What the employee may read, but need not before continuing. */
    readonly below?: unknown;
    /** The label of the button that continues. */
    readonly submit?: string;
  },
): TemplateResult {
  const { state, send, words } = look;
  const { title, above = nothing, troubles = [], content, below = nothing, submit } = parts;
  const shown = state.showProblems ? troubles : [];
  return html`
    ${
      canGoBack(state)
        ? html`<button type="button" class="back" part="back" @click=${() => send({ type: "back" })}>
            ${icon("back")}${words.back}
          </button>`
        : nothing
    }
    ${above}
    <h1 part="heading" tabindex="-1" aria-describedby=${above === nothing ? nothing : "progress"}>${title}</h1>
    ${shown.length > 0 ? summary(look, shown) : nothing}
    <form
      novalidate
      @submit=${(event: Event) => {
        event.preventDefault();
        if (submit !== undefined) send({ type: "submit" });
      }}
    >
      ${content}
      ${
        submit === undefined
          ? nothing
          : html`<div class="actions">
              <button type="submit" class="primary" part="button" aria-disabled=${state.goal ? "true" : "false"}>
                ${submit}
              </button>
            </div>`
      }
    </form>
    ${below} ${agencyBlock(look)}
  `;
}

function summary(look: Look, troubles: readonly Trouble[]): TemplateResult {
  const { words } = look;
  return html`<div class="summary" part="problems" role="alert" tabindex="-1" aria-labelledby="summary-title">
    <h2 id="summary-title">${icon("warning")}${words.summary.title}</h2>
    <p>${words.summary.intro}</p>
    <ul>
      ${troubles.map(
        ({ field, message }) => html`<li>
          <a
            href="#${field}"
            @click=${(event: Event) => {
              event.preventDefault();
              look.focus(field);
            }}
            >${message}</a
          >
        </li>`,
      )}
    </ul>
  </div>`;
}

export interface FieldParts {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly problem?: string | undefined;
  readonly hint?: string | undefined;
  readonly optional?: boolean;
  /** Hidden from people nearby, with a button that shows it. */
  readonly secret?: boolean;
  readonly inputMode?: "numeric" | "tel" | "text";
  readonly autocomplete?: string;
  readonly size?: "short" | "medium" | "full";
  readonly maxLength?: number;
  readonly onInput: (value: string) => void;
  readonly onBlur?: (value: string) => void;
}

/** A line of text with its label, hint and problem. */
export function field(look: Look, parts: FieldParts): TemplateResult {
  const { id, label, value, hint, optional = false, inputMode = "text", autocomplete = "off" } = parts;
  const problem = look.state.showProblems ? parts.problem : undefined;
  const read = (event: Event): string => (event.target as HTMLInputElement).value;
  const secret = parts.secret === true;
  const input = html`<input
    id=${id}
    class="${parts.size ?? "full"} ${secret && !isShown(look, id) ? "secret" : ""}"
    type="text"
    .value=${value}
    inputmode=${inputMode}
    autocomplete=${autocomplete as "off"}
    autocapitalize=${inputMode === "text" ? "words" : "off"}
    spellcheck="false"
    maxlength=${parts.maxLength ?? 120}
    aria-required=${optional ? "false" : "true"}
    aria-invalid=${problem === undefined ? "false" : "true"}
    aria-describedby=${describedBy(id, hint, problem)}
    @input=${(event: Event) => parts.onInput(read(event))}
    @blur=${(event: Event) => parts.onBlur?.(read(event))}
  />`;
  return html`<div class="field ${problem === undefined ? "" : "wrong"}">
    <label for=${id}>${label}${optional ? html` <span class="optional">(${look.words.optional})</span>` : nothing}</label>
    ${hint === undefined ? nothing : html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${problem === undefined ? nothing : html`<p class="problem" id="${id}-problem">${problem}</p>`}
    ${secret ? showButton(look, id, label, input) : input}
  </div>`;
}

export function startOverLink({ send, words }: Look): TemplateResult {
  return html`<p>
    <button type="button" class="link" @click=${() => send({ type: "offerStartOver" })}>${words.startOver.restart}</button>
  </p>`;
}

/** "Page 2 of 9" above the heading of every page, with the form or the place that the page is about. */
export function progress(look: Look, place?: string): TemplateResult | typeof nothing {
  const { state, words, language } = look;
  const at = state.location === undefined ? undefined : progressAt(state.path, state.at);
  const entry = formOf(state);
  if (at === undefined) return nothing;
  // A path that ends here is not complete.
  const isEnd = state.page === "ineligible";
  const printed = entry?.information.language ?? language;
  const isFirst =
    screenOf(state) === state.path.find((page) => "formId" in page && page.formId === entry?.id);
  return html`<div class="progress" part="progress">
      ${
        isEnd
          ? nothing
          : html`<svg class="bar" aria-hidden="true"><rect width="${(100 * at.step) / at.of}%" height="100%" /></svg>`
      }
      <p id="progress">
        ${isEnd ? nothing : html`<strong>${say(words.stepOf, { step: at.step, of: at.of })}</strong>`}
        ${place === undefined ? nothing : html`<span>${place}</span>`}
        ${
          entry === undefined
            ? nothing
            : html`<span lang=${printed}>${isFirst ? labelOf(entry) : formName(entry.summary)}${isFirst ? `: ${entry.summary.title}` : ""}</span>`
        }
      </p>
    </div>
    ${
      entry === undefined || printed === language
        ? nothing
        : html`<p class="courtesy">${say(words.courtesy[printed], { form: formName(entry.summary) })}</p>`
    }`;
}

/** As in "W-4 (2026)". */
export function labelOf({ summary, information }: FormEntry): string {
  return formLabel({ ...summary, taxYear: information.taxYear });
}

/** What each page of a form has at its end. */
function agencyBlock(look: Look): TemplateResult | typeof nothing {
  const { state, words, language } = look;
  const entry = formOf(state);
  if (entry === undefined) return nothing;
  const { official, language: printed = language } = entry.information;
  return html`<footer class="agency" part="agency">
    ${agencyLinks(look, entry)}
    ${official === true && printed === language ? html`<p class="official">${words.agencyWords}</p>` : nothing}
  </footer>`;
}

/** The whole form, blank and at its agency, where the agency wants that on every page. */
export function agencyLinks(look: Look, entry: FormEntry): TemplateResult | typeof nothing {
  const { words } = look;
  const { agencyAddress } = entry.information;
  if (agencyAddress === undefined) return nothing;
  return html`<ul class="plain links">
    <li>${blankLink(look, entry)}</li>
    <li>
      <a class="link" href=${agencyAddress} target="_blank" rel="noopener"
        >${say(words.atAgency, { form: formName(entry.summary) })}</a
      >
    </li>
  </ul>`;
}
