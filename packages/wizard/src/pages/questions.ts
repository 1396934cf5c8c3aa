import type { Question, ShownQuestion, View } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import { ask } from "../controls/control.js";
import type { Look, Trouble } from "../controls/look.js";
import { notesOfSet } from "../controls/notes.js";
import { say } from "../messages/say.js";
import { numberKind, probableNumber } from "../session/entry.js";
import { questionFieldId } from "../session/field-ids.js";
import { flowOf, formOf, type State, screenOf } from "../session/state.js";
import { expectedPanel } from "./expected.js";
import { jobsPanel } from "./jobs.js";
import { originOf } from "./origin.js";
import { frame, progress } from "./parts.js";
import { payPanel } from "./pay.js";
import { localityName } from "./region-names.js";

/** A question set of a form. */
export function questionsPage(look: Look): TemplateResult {
  const { state, send } = look;
  const entry = formOf(state);
  if (entry === undefined) return html``;
  return setPage(look, entry.view, {
    above: progress(look),
    key: entry.summary.id,
    notice: isFirstOfForm(state) ? entry.view.set.notice?.message : undefined,
    extra: [
      expectedPanel(look, entry.view.questions),
      jobsPanel(look, entry, entry.view.questions),
      payPanel(look, entry),
    ],
    unread: entry.unread,
    origin: (shown) => originOf(look, entry, shown),
    answer: (id, answer, unread) => send({ type: "answer", questionId: id, answer, unread }),
  });
}

/** A question set of a guided flow, which determines the forms. */
export function flowPage(look: Look): TemplateResult {
  const { state, send } = look;
  const entry = flowOf(state);
  if (entry === undefined) return html``;
  return setPage(look, entry.view, {
    above: progress(look, localityName(entry.flow, look.language)),
    key: entry.flow.id,
    notice: entry.view.set?.notice?.message,
    answer: (id, answer) => send({ type: "answer", questionId: id, answer }),
  });
}

interface SetParts {
  readonly above: TemplateResult | typeof nothing;
  readonly key: string;
  /** Between the questions and the button. */
  readonly extra?: unknown;
  readonly notice: string | undefined;
  readonly unread?: ReadonlyMap<string, string> | undefined;
  /** Where an answer comes from. */
  readonly origin?: (shown: ShownQuestion) => string | undefined;
  readonly answer: (questionId: string, answer: string | readonly string[] | null, unread?: string) => void;
}

function setPage(
  look: Look,
  view: View,
  { above, key, extra = nothing, notice, unread, origin, answer }: SetParts,
): TemplateResult {
  const { state, words } = look;
  const { set, questions } = view;
  if (set === undefined) return html``;
  const asked = questions.map(({ question }) => question);
  const shownQuestions = questions.filter(({ question }) => !isGate(question));
  return frame(look, {
    title: set.breadcrumbTitle,
    above,
    troubles: questions.flatMap((shown): Trouble[] => {
      const message = problemOf(look, shown, unread);
      return message === undefined
        ? []
        : [
            {
              field: questionFieldId(shown.question.id),
              message: `${shown.question.questionText} ${message}`,
            },
          ];
    }),
    content: keyed(
      `${key} ${set.id}`,
      html`
        ${notice === undefined ? nothing : html`<p class="warning">${notice}</p>`}
        ${notesOfSet(look, set, asked, "ABOVE")}
        ${repeat(
          shownQuestions,
          // A question that appears must not take over the field of another one, with its focus.
          ({ question }) => question.id,
          (shown) =>
            ask({
              look,
              shown,
              id: questionFieldId(shown.question.id),
              problem: state.showProblems ? problemOf(look, shown, unread) : undefined,
              unread: unread?.get(shown.question.id),
              origin: origin?.(shown),
              answer: (value, typed) => answer(shown.question.id, value, typed),
            }),
        )}
        ${notesOfSet(look, set, asked, "BELOW")} ${extra}
      `,
    ),
    submit: words.next,
  });
}

/** A yes or no that follows from other answers only decides what is asked next. */
function isGate({ isCalculated, valueType }: Question): boolean {
  return isCalculated && valueType === "boolean";
}

/** A notice is about the whole form, so it is not repeated on every page of it. */
function isFirstOfForm(state: State): boolean {
  const screen = screenOf(state);
  return (
    screen?.page === "questions" &&
    screen === state.path.find((page) => page.page === "questions" && page.formId === screen.formId)
  );
}

function problemOf(
  { state, words, language }: Look,
  { question, problem, answer, text }: ShownQuestion,
  unread: SetParts["unread"],
): string | undefined {
  const kind = numberKind(question);
  const typed = unread?.get(question.id);
  if (kind !== undefined && typed !== undefined) {
    const meant = probableNumber(typed, language);
    return meant === undefined ? words.problems.number[kind] : say(words.problems.meant, { number: meant });
  }
  const refusal = state.refusals.get(question.id);
  const { nothing: blank, unusual } = words.problems;
  if (problem === undefined && state.doubts.get(question.id) === String(answer ?? ""))
    return Number(answer) > 0 ? say(unusual, { amount: text }) : blank;
  if (problem === undefined) return refusal;
  if (question.valueType === "date" && problem.code !== "CHECK") return words.problems.date;
  return problem.message ?? (problem.code === "REQUIRED" ? words.problems.required : words.problems.invalid);
}
