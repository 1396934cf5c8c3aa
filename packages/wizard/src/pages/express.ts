import type { Question, QuestionSet } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { optionValue } from "../controls/asking.js";
import { linkedText } from "../controls/linked-text.js";
import type { Look } from "../controls/look.js";
import { notesOfQuestion, notesOfSet } from "../controls/notes.js";
import { itemId } from "../session/checklist.js";
import { statementFieldId } from "../session/field-ids.js";
import { isExpressAnswered } from "../session/screens.js";
import { formOf, screenOf } from "../session/state.js";
import { frame, progress } from "./parts.js";
import { payPanel } from "./pay.js";
import { statement } from "./statement.js";

/** Several complete sets, because the law requires that every step is shown. Most employees need none of them. */
export function expressPage(look: Look): TemplateResult {
  const { state, send, words } = look;
  const screen = screenOf(state);
  const entry = formOf(state);
  if (screen?.page !== "express" || entry === undefined) return html``;
  const sets = screen.questionSetIds.flatMap((id) => entry.sets.get(id) ?? []);
  const open = !isExpressAnswered(state, screen);
  const problem = open && state.showProblems ? words.express.problem : undefined;
  return frame(look, {
    title: words.express.title,
    above: progress(look),
    troubles: open ? [{ field: "none-apply", message: words.express.problem }] : [],
    content: html`
      <p class="lead">${words.express.intro}</p>
      <div class="options field ${problem === undefined ? "" : "wrong"}">
        ${sets.map(({ id, express }) =>
          statement(look, {
            own: statementFieldId(id),
            id: itemId(screen.formId, id),
            text: express?.statement ?? "",
          }),
        )}
        ${problem === undefined ? nothing : html`<p class="problem" id="none-apply-problem">${problem}</p>`}
        <label class="option" for="none-apply">
          <input
            id="none-apply"
            type="checkbox"
            .checked=${live(state.noneApply.has(state.at))}
            aria-invalid=${problem === undefined ? "false" : "true"}
            aria-describedby=${problem === undefined ? nothing : "none-apply-problem"}
            @change=${(event: Event) => send({ type: "chooseNone", on: (event.target as HTMLInputElement).checked })}
          />
          <span><strong>${words.express.none}</strong></span>
        </label>
      </div>
      ${payPanel(look, entry)}
    `,
    submit: words.next,
    below: html`<section class="in-full" aria-labelledby="in-full">
      <h2 id="in-full">${words.express.fullTitle}</h2>
      <p>${words.express.full}</p>
      ${sets.map((set) => stepBlock(look, set))}
    </section>`,
  });
}

function stepBlock(look: Look, set: QuestionSet): TemplateResult {
  const own = statementFieldId(set.id);
  const asked = fullText(look, set);
  return html`<section class="step" aria-labelledby="${own}-title">
    <h3 id="${own}-title">${set.express?.statement}</h3>
    ${notesOfSet(look, set, asked, "ABOVE")}
    ${asked.map(
      (question) => html`${notesOfQuestion(look, question, "ABOVE")}
        <p class="asked">${linkedText(question.questionText)}</p>
        ${choicesOf(set, question)} ${notesOfQuestion(look, question, "BELOW")}`,
    )}
    ${notesOfSet(look, set, asked, "BELOW")}
  </section>`;
}

/** What can be chosen, apart from the answer that means that the step does not apply. Yes and no need no label. */
function choicesOf({ express }: QuestionSet, question: Question): TemplateResult | typeof nothing {
  const options = (question.questionOptions ?? []).filter(
    (option) => optionValue(option) !== String(express?.answers[question.id]),
  );
  if (options.length < 2 || options.some((option) => optionValue(option) === "true")) return nothing;
  return html`<ul class="choices">
    ${options.map(({ label }) => html`<li>${linkedText(label)}</li>`)}
  </ul>`;
}

/** The questions of the step: those that are asked now, and those that an answer on the same step would bring up. */
function fullText({ state }: Look, { id, questions }: QuestionSet): readonly Question[] {
  const step = formOf(state)?.view.path.find(({ questionSetId }) => questionSetId === id);
  const isAskedNow = (question: Question): boolean =>
    step?.questions.some((shown) => shown.question.id === question.id) === true;
  const dependsOnStep = ({ required: { when = "" } }: Question): boolean =>
    questions.some((other) => new RegExp(`\\b${other.id}\\b`).test(when));
  return questions.filter(
    (question) => !question.isCalculated && (isAskedNow(question) || dependsOnStep(question)),
  );
}
