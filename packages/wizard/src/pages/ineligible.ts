import { formName, type QuestionSet } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import { optionValue } from "../controls/asking.js";
import { linkedText } from "../controls/linked-text.js";
import type { Look } from "../controls/look.js";
import { say } from "../messages/say.js";
import { choiceOf, wayOut } from "../session/reduce.js";
import { formOf } from "../session/state.js";
import { frame, progress } from "./parts.js";

/** Shows the answer that made the employee ineligible, and how to continue. */
export function ineligiblePage(look: Look): TemplateResult {
  const { state, send, words } = look;
  const entry = formOf(state);
  if (entry === undefined) return html``;
  const view = entry.view;
  const { navigation } = view.set;
  const questionId = navigation.navigationType === "VARIABLE" ? navigation.questionId : undefined;
  const asked = view.path.flatMap(({ questions }) => questions);
  const decisive = asked.findLast(({ question }) => question.id === questionId);
  // A calculated answer cannot be changed itself: what it follows from is on the same page.
  const shown =
    decisive === undefined || decisive.question.isCalculated
      ? view.questions.filter(({ text, question }) => text !== "" && !question.isCalculated)
      : [decisive];
  const out = wayOut(state);
  return frame(look, {
    title: words.ineligible.title,
    above: progress(look),
    content: html`
      <p class="lead">${say(words.ineligible.intro, { form: formName(entry.summary) })}</p>
      <dl class="decisive">
        ${shown.map((one) => html`<dt>${one.question.questionText}</dt><dd>${one.text}</dd>`)}
      </dl>
      ${(view.set.notes ?? []).length === 0 ? nothing : (view.set.notes ?? []).map((note) => (note.htmlType === "PARAGRAPH" ? html`<p class="note">${linkedText(note.text)}</p>` : nothing))}
      <h2>${words.ineligible.todo}</h2>
      <p>${words.ineligible.wrong}</p>
      <button type="button" class="secondary" @click=${() => send({ type: "back" })}>${words.ineligible.changeAnswer}</button>
      ${
        out === undefined
          ? nothing
          : html`<p class="otherwise">${words.ineligible.instead} ${out.questions[0]?.questionText}</p>
              <button id="way-out" type="button" class="secondary" @click=${() => send({ type: "takeWayOut" })}>
                ${ordinaryLabel(out)}
              </button>`
      }
      ${
        choiceOf(state) === undefined
          ? nothing
          : html`<p class="otherwise">${words.ineligible.right}</p>
              <button type="button" class="secondary" @click=${() => send({ type: "chooseOtherForm" })}>
                ${words.ineligible.otherForm}
              </button>`
      }
      <p class="otherwise">${words.ineligible.other}</p>
    `,
  });
}

/** The option that claims nothing. */
function ordinaryLabel({ express, questions: [question] }: QuestionSet): string | undefined {
  const no = String(express?.answers[question?.id ?? ""]);
  return question?.questionOptions?.find((option) => optionValue(option) === no)?.label;
}
