import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { type Asking, beforeControl, descriptionOf, optionValue, questionText } from "./asking.js";
import { optionLabel } from "./option-label.js";
import { radio } from "./radio.js";

export function choices(asking: Asking): TemplateResult {
  const { look, shown, id, problem } = asking;
  const { questionOptions = [], required } = shown.question;
  return html`<fieldset
    role="radiogroup"
    aria-required=${required.whenRequired === "NEVER" ? "false" : "true"}
    aria-invalid=${problem === undefined ? "false" : "true"}
    aria-describedby=${descriptionOf(asking)}
  >
    <legend>${questionText(look, shown.question)}</legend>
    ${beforeControl(asking)}
    <div class="options ${shortOptions(questionOptions) ? "row" : ""}">
      ${questionOptions.map((option, index) => {
        const own = index === 0 ? id : `${id}-${index}`;
        const { text, joint } = optionLabel(option.label);
        return html`${radio(asking, own, { value: optionValue(option), label: text })}${jointText(joint)}`;
      })}
    </div>
  </fieldset>`;
}

/** Yes and No are next to each other. */
function shortOptions(options: readonly { readonly label: string }[]): boolean {
  return options.length === 2 && options.every(({ label }) => label.length <= 12);
}

/**
 * The question is the label of the box, so what belongs to it comes after it. A box needs no hint that it may stay
 * blank.
 */
export function checkbox(asking: Asking): TemplateResult {
  const { shown, id, problem, answer } = asking;
  return html`<label class="option" for=${id}>
      <input
        id=${id}
        type="checkbox"
        .checked=${live(String(shown.answer ?? "") === "true")}
        aria-invalid=${problem === undefined ? "false" : "true"}
        aria-describedby=${descriptionOf(asking)}
        @change=${(event: Event) => answer(String((event.target as HTMLInputElement).checked))}
      />
      <span>${shown.question.questionText}</span>
    </label>
    <div class="after">${beforeControl(asking)}</div>`;
}

export function multipleChoice(asking: Asking): TemplateResult {
  const { look, shown, id, answer } = asking;
  const options = shown.question.multiSelectQuestionOptions ?? [];
  const chosen = chosenIds(shown.answer);
  const toggle = (option: string, on: boolean): void => {
    const ids = options.map((one) => one.id).filter((one) => (one === option ? on : chosen.includes(one)));
    answer(ids.length === 0 ? null : ids);
  };
  return html`<fieldset aria-describedby=${descriptionOf(asking)}>
    <legend>${questionText(look, shown.question)}</legend>
    ${beforeControl(asking)}
    <div class="options">
      ${options.map((option, index) => {
        const own = index === 0 ? id : `${id}-${index}`;
        const { text, joint } = optionLabel(option.label);
        return html`<label class="option" for=${own}>
          <input
            id=${own}
            type="checkbox"
            .checked=${live(chosen.includes(option.id))}
            @change=${(event: Event) => toggle(option.id, (event.target as HTMLInputElement).checked)}
          />
          <span>${text}</span>
        </label>${jointText(joint)}`;
      })}
    </div>
  </fieldset>`;
}

function jointText(joint: string | undefined): TemplateResult | typeof nothing {
  return joint === undefined ? nothing : html`<p class="joint">${joint}</p>`;
}

function chosenIds(answer: unknown): readonly string[] {
  if (Array.isArray(answer)) return answer.map(String);
  return typeof answer === "string" && answer !== "" ? answer.split(",") : [];
}
