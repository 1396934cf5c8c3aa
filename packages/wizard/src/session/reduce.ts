import type { QuestionSet } from "@withholding-forms/client";
import { itemId } from "./checklist.js";
import { claimsNothing } from "./claims.js";
import { edit, recordPage } from "./edit.js";
import { type Action, type Actions, type Event, type Step, step } from "./events.js";
import { itemFieldId, questionFieldId, statementFieldId } from "./field-ids.js";
import { restore } from "./keep.js";
import { formsOf, type PathPage, pageKey } from "./path.js";
import { personIsComplete } from "./people.js";
import { isSignature } from "./person.js";
import { hasAddressProblems } from "./places.js";
import { begin, finish, outcome, pursue } from "./proceed.js";
import { back, isExpressAnswered, offerStartOver, show } from "./screens.js";
import { checklistConflicts } from "./settle.js";
import {
  flowOf,
  formOf,
  isCompleted,
  type State,
  screenOf,
  unanswered,
  withForm,
  withItem,
} from "./state.js";

/**
 * The state after an event, and what it causes. Start reading here: `edit.ts` has what changes only the page, `proceed.ts` what
 * needs the service, `screens.ts` shows a screen, and `settle.ts` computes the path. `run.ts` performs the effects.
 */
export function reduce(state: State, event: Event): Step {
  switch (event.type) {
    case "located":
    case "loaded":
    case "previewed":
    case "signed":
    case "downloaded":
    case "failed":
      return outcome(state, event);
    default: {
      const edited = edit(state, event);
      if (edited !== undefined) return step(edited);
      // One thing at a time: until the service has answered, the employee can only edit.
      return state.goal === undefined ? act(state, event) : step(state);
    }
  }
}

function act(state: State, action: Action): Step {
  switch (action.type) {
    case "start": {
      const { kept } = action;
      if (kept === undefined) return begin(state);
      return kept.at === "addresses"
        ? begin({ ...state, ...restore(state, kept) })
        : pursue(state, { kind: "resume", kept });
    }
    case "submit":
      return submit(state);
    case "back":
      return back(state);
    case "retry":
      return state.failure === undefined ? step(state) : pursue(state, state.failure.goal);
    case "changeLanguage":
      return action.language === state.language
        ? step(state)
        : pursue(state, { kind: "language", language: action.language, before: state, refreshed: false });
    case "change":
      return change(state, action);
    case "changePerson":
      return pursue({ ...state, personAsked: true, changing: true }, { kind: "show", key: "person" });
    case "changeAddresses":
      return returnTo(state, "addresses");
    case "chooseOtherForm": {
      const choice = choiceOf(state);
      return choice === undefined ? step(state) : returnTo(state, pageKey(choice));
    }
    case "takeWayOut": {
      const out = wayOut(state);
      const entry = formOf(state);
      if (out === undefined || entry === undefined) return step(state);
      const answers = { ...entry.answers, ...out.express?.answers };
      const checked = withItem(state.checked, itemId(entry.id, out.id), false);
      return pursue(withForm({ ...state, checked }, entry.id, { answers }), { kind: "next" });
    }
    case "offerStartOver":
      return offerStartOver(state);
    case "startOver": {
      const earlier = [...state.earlier, ...state.forms.filter(isCompleted)];
      // The name and the numbers may be what was wrong.
      return begin({ ...state, ...unanswered(state.language), earlier, personAsked: true });
    }
    case "download":
      return pursue(state, { kind: "download", form: action.form, fileName: action.fileName });
    default:
      return step(state);
  }
}

/** Continues from the current page, or shows what is wrong on it. */
function submit(before: State): Step {
  const state = before.page === "questions" ? recordPage(before) : before;
  if (hasProblems(state)) return step({ ...state, showProblems: true }, { kind: "refused" });
  const doubts = doubtsOn(state);
  if ([...doubts].some(([id, answer]) => state.doubts.get(id) !== answer))
    return step({ ...state, doubts, showProblems: true }, { kind: "refused" });
  const screen = screenOf(state);
  switch (state.page) {
    case "addresses":
      return pursue(state, { kind: "locate" });
    case "checklist": {
      const items = screen?.page === "checklist" ? screen.items : [];
      return pursue({ ...state, offered: new Set(items.map(({ id }) => id)) }, { kind: "next" });
    }
    case "questions":
      return pursue(withoutLostNumbers(state), { kind: "next" });
    case "review":
      return pursue(state, state.setup.mode === "sign" ? { kind: "next" } : signing);
    case "sign":
      return pursue(state, signing);
    case "empty":
      return finish({ ...state, path: [...state.path, { page: "done" }] });
    case "startOver":
      return show(state, state.at);
    default:
      return pursue(state, { kind: "next" });
  }
}

const signing = { kind: "complete", left: [], failed: [] } as const;

/** Whether something on the current page keeps the employee from continuing. */
function hasProblems(state: State): boolean {
  const isRefused = (root: string): boolean => [...state.refusals.keys()].some((key) => key.startsWith(root));
  switch (state.page) {
    case "addresses":
      return isRefused("/home") || isRefused("/work") || hasAddressProblems(state);
    case "checklist":
      return checklistConflicts(state).length > 0;
    case "flow":
      return (flowOf(state)?.view.problems ?? []).length > 0;
    case "person":
      return isRefused("/employe") || !personIsComplete(state);
    case "questions": {
      const { view, unread } = formOf(state) ?? {};
      const isOpen = (id: string): boolean => state.refusals.has(id) || unread?.has(id) === true;
      return (
        (view?.problems ?? []).length > 0 ||
        (view?.questions ?? []).some(({ question }) => isOpen(question.id))
      );
    }
    case "express": {
      const screen = screenOf(state);
      return screen !== undefined && !isExpressAnswered(state, screen);
    }
    case "sign":
      return !state.consents || !isSignature(state.signature, state.person);
    default:
      return false;
  }
}

/** Amounts on the page that hardly anyone has, of a paycheck or of a year, and a claim with nothing in it. */
function doubtsOn(state: State): ReadonlyMap<string, string> {
  const { view, information } = formOf(state) ?? {};
  const ofPaycheck = (information?.taxParameters ?? []).filter(({ period }) => period === "PAY");
  const isOfPaycheck = (id: string): boolean =>
    ofPaycheck.some(({ calculation }) => new RegExp(`\\b${id}\\b`).test(calculation?.formula ?? ""));
  const found = (view?.questions ?? []).flatMap(({ question: { id, displayType }, answer }) =>
    displayType === "DOLLAR" && Number(answer) >= (isOfPaycheck(id) ? 10_000 : 1_000_000)
      ? [[id, String(answer)] as const]
      : [],
  );
  const { set, questions = [] } = view ?? {};
  if (state.page === "questions" && set !== undefined && claimsNothing(set, questions)) {
    const open = questions.find(({ question, answer }) => !question.isCalculated && answer === undefined);
    if (open !== undefined) found.push([open.question.id, ""]);
  }
  return new Map(found);
}

/** Numbers that were lost in a reload are there again. */
function withoutLostNumbers(state: State): State {
  const entry = formOf(state);
  if (entry === undefined) return state;
  const asked = new Set(entry.view.questions.map(({ question }) => question.id));
  const lostNumbers = new Set([...entry.lostNumbers].filter((id) => !asked.has(id)));
  return withForm(state, entry.id, { lostNumbers });
}

/** To a screen, and from there back to the review. */
function returnTo(state: State, key: string, field?: string): Step {
  return show({ ...state, changing: true }, key, field);
}

function change(state: State, { formId, questionSetId, questionId }: Actions["change"]): Step {
  const page =
    state.path.find(
      (one) => one.page === "questions" && one.formId === formId && one.questionSetId === questionSetId,
    ) ??
    state.path.find(
      (one) => one.page === "express" && one.formId === formId && one.questionSetIds.includes(questionSetId),
    ) ??
    state.path.find((one) => one.page === "checklist");
  if (page === undefined) return step(state);
  return returnTo(
    state,
    pageKey(page),
    fieldOn(page, itemId(formId, questionSetId), questionSetId, questionId),
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

/** The last claim on the way to a dead end: without it, the form can be used. */
export function wayOut(state: State): QuestionSet | undefined {
  const { view, sets, filled } = formOf(state) ?? {};
  return view?.path
    .map(({ questionSetId }) => sets?.get(questionSetId))
    .findLast((set) =>
      Object.entries(set?.express?.answers ?? {}).some(([id, no]) => String(filled?.[id]) !== String(no)),
    );
}

/** The screen on which the employee chose what led to the form of the current screen; undefined if there was no choice. */
export function choiceOf(state: State): PathPage | undefined {
  const form = formOf(state)?.id;
  const { formLanguage: language, checked } = state;
  const from = state.flows.find((entry) =>
    formsOf({ flows: [entry], language, checked }).some(({ id }) => id === form),
  )?.id;
  return (
    state.path.findLast((page) => page.page === "flow" && page.flowId === from) ??
    state.path.find((page) => page.page === "checklist" && page.items.some(({ of }) => of === from))
  );
}
