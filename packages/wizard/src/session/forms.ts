import { itemId } from "./checklist.js";
import type { Core } from "./core.js";
import { itemFieldId, questionFieldId, statementFieldId } from "./field-ids.js";
import { type PathPage, pageKey } from "./path.js";
import { personIsComplete } from "./people.js";
import { type FormEntry, formOf, type State, screenOf } from "./state.js";
import type { Steps } from "./steps.js";

/** The person and the questions of the forms. */
export interface Forms {
  submitPerson(): void;
  /** `unread`: typed text that could not be read as a number; there is no answer then. */
  answer(questionId: string, answer: string | readonly string[] | null, unread?: string): void;
  nextInForm(): void;
  /** On an express page: nothing on it applies. */
  chooseNone(on: boolean): void;
  submitExpress(): void;
  /** From the review: back to a question, or to the statement of a set that does not apply, keeping everything. */
  change(formId: string, questionSetId: string, questionId?: string): void;
  changePerson(): void;
  /** Other addresses may need other forms. */
  changeAddresses(): void;
  /** From the page that says that a form cannot be used: back to what led to the form. */
  chooseOtherForm(): void;
  /** From the page that says that no form is required. */
  finish(): void;
  /** Something of the page that can fail: the employee can then try again. */
  attempt(action: () => Promise<void>): void;
}

export function createForms(core: Core, steps: Steps): Forms {
  const { state, setup, listener } = core;

  function returnTo(key: string): void {
    state.changing = true;
    core.show(key);
  }

  return {
    submitPerson() {
      const refused = [...state.refusals.keys()].some((key) => key.startsWith("/employe"));
      if (refused || !personIsComplete(state, setup)) return core.refuse();
      core.run(steps.goOn);
    },
    answer(questionId, answer, unread) {
      const entry = formOf(state);
      if (entry === undefined) return;
      if (unread === undefined) entry.unread.delete(questionId);
      else entry.unread.set(questionId, unread);
      record(entry, questionId, answer);
      state.refusals = new Map([...state.refusals].filter(([key]) => key !== questionId));
      listener.changed();
    },
    nextInForm() {
      const entry = formOf(state);
      if (entry === undefined) return;
      // A box that was not checked means no. What was filled in becomes an answer now.
      for (const { question, answer } of entry.journey.view.questions) {
        if (question.displayType === "CHECKBOX" && answer === undefined) record(entry, question.id, "false");
        else if (answer !== undefined) record(entry, question.id, answer as string);
      }
      const { problems, questions } = entry.journey.view;
      const isOpen = questions.some(({ question: { id } }) => state.refusals.has(id) || entry.unread.has(id));
      if (problems.length > 0 || isOpen) return core.refuse();
      core.run(steps.goOn);
    },
    chooseNone(on) {
      const screen = screenOf(state);
      if (screen?.page !== "express") return;
      const none = new Set(state.noneApply);
      if (on) none.add(state.at);
      else none.delete(state.at);
      state.noneApply = none;
      const items = screen.questionSetIds.map((id) => `${screen.formId}/${id}`);
      if (on) state.checked = new Set([...state.checked].filter((item) => !items.includes(item)));
      listener.changed();
    },
    submitExpress() {
      if (!isExpressAnswered(state)) return core.refuse();
      core.run(steps.goOn);
    },
    change(formId, questionSetId, questionId) {
      const page =
        state.path.find((one) => isSet(one, "questions", formId, questionSetId)) ??
        state.path.find((one) => isSet(one, "express", formId, questionSetId)) ??
        state.path.find(({ page: name }) => name === "checklist");
      if (page === undefined) return;
      state.focus = fieldOn(page, itemId(formId, questionSetId), questionSetId, questionId);
      returnTo(pageKey(page));
    },
    changePerson() {
      state.personAsked = true;
      core.run(async () => {
        await steps.settle();
        returnTo("person");
      });
    },
    changeAddresses: () => returnTo("addresses"),
    chooseOtherForm() {
      const choice = choiceOf(state);
      if (choice !== undefined) returnTo(pageKey(choice));
    },
    finish() {
      state.path = [...state.path, { page: "done" }];
      core.show("done");
      listener.completed([]);
    },
    attempt: (action) => void core.run(action),
  };
}

/** Whether the employee said for the express page what applies, or that nothing does. */
export function isExpressAnswered(state: Readonly<State>): boolean {
  const screen = screenOf(state);
  if (screen?.page !== "express" || state.noneApply.has(state.at)) return true;
  return screen.questionSetIds.some((id) => state.checked.has(`${screen.formId}/${id}`));
}

/** The screen on which the employee chose what led to the form of the current screen; undefined if there was no choice. */
export function choiceOf(state: Readonly<State>): PathPage | undefined {
  const form = formOf(state)?.summary.id;
  const from = state.flows.find(({ journey }) => journey.view.formsToComplete.some(({ id }) => id === form));
  const own = state.path.findLast((page) => page.page === "flow" && page.flowId === from?.flow.id);
  return (
    own ??
    state.path.find((page) => page.page === "checklist" && page.items.some(({ of }) => of === from?.flow.id))
  );
}

/** The field to change an answer of a set on a screen. */
function fieldOn(
  page: PathPage,
  item: string,
  questionSetId: string,
  questionId: string | undefined,
): string | undefined {
  if (page.page === "express") return statementFieldId(questionSetId);
  if (page.page === "checklist") return itemFieldId(page.items.findIndex(({ id }) => id === item));
  return questionId === undefined ? undefined : questionFieldId(questionId);
}

function isSet(
  page: PathPage,
  name: "questions" | "express",
  formId: string,
  questionSetId: string,
): boolean {
  if (page.page !== name || page.formId !== formId) return false;
  return page.page === "express"
    ? page.questionSetIds.includes(questionSetId)
    : page.page === "questions" && page.questionSetId === questionSetId;
}

function record(entry: FormEntry, questionId: string, answer: string | readonly string[] | null): void {
  entry.journey.answer({ [questionId]: answer as string | string[] | null });
  const { [questionId]: _before, ...others } = entry.answers;
  entry.answers = answer === null ? others : { ...others, [questionId]: answer as string };
}
