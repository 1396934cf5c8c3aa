import { itemId } from "./checklist.js";
import { type Step, step } from "./events.js";
import { type PathPage, pageAfter, pageKey } from "./path.js";
import { personIsComplete } from "./people.js";
import { flowView, formView } from "./settle.js";
import { formWith, isCompleted, isSigned, type State, withForm, withItem } from "./state.js";
import { fillIn } from "./suggestions.js";

const last: ReadonlySet<string> = new Set(["review", "sign", "done", "empty", "ineligible"]);

/** Shows a screen of the path. */
export function show(state: State, key: string, field?: string): Step {
  const page = state.path.find((one) => pageKey(one) === key);
  if (page === undefined) throw new Error(`There is no screen ${key}.`);
  const shown: State = {
    ...atScreen(state, page),
    page: page.page,
    at: key,
    goal: undefined,
    failure: undefined,
    showProblems: false,
    seen: withItem(state.seen, sight(state, page)),
    changing: state.changing && page.page !== "review",
  };
  return step(shown, { kind: "moved", field });
}

/** The state with the view of a screen's form or flow at the screen. */
export function atScreen(state: State, page: PathPage): State {
  if (page.page === "questions") {
    const entry = formWith(state, page.formId);
    if (entry === undefined) return state;
    const view = formView(state, entry, entry.filled, page.questionSetId);
    return withForm(state, page.formId, fillIn(state, { ...entry, view }));
  }
  if (page.page !== "flow") return state;
  const flows = state.flows.map((entry) =>
    entry.id === page.flowId ? { ...entry, view: flowView(state, entry, page.questionSetId) } : entry,
  );
  return { ...state, flows };
}

/** The screen after the current one. From the review, seen screens are skipped. */
export function nextKey(state: State): string {
  let page = pageAfter(state.path, state.at);
  while (state.changing && page !== undefined && isComplete(state, page))
    page = pageAfter(state.path, pageKey(page));
  return page === undefined ? firstOpen(state) : pageKey(page);
}

/** The first screen that the employee has not completed. */
export function firstOpen(state: State): string {
  const open = state.path.find((page) => !isComplete(state, page)) ?? state.path.at(-1);
  return open === undefined ? "addresses" : pageKey(open);
}

/** The screen before another one that asks again for a number that was lost in a reload. */
export function lostNumberBefore(state: State, key: string): string | undefined {
  const index = state.path.findIndex((page) => pageKey(page) === key);
  const asking = state.path.slice(0, index).find((page) => asksLostNumber(state, page));
  return asking && pageKey(asking);
}

export function back(state: State): Step {
  const page = previous(state);
  if (page === undefined) return step(state);
  // A signature is final: only what is not signed yet can change.
  const canChange = "formId" in page && formWith(state, page.formId)?.completed === undefined;
  return isSigned(state) && !canChange ? offerStartOver(state) : show(state, pageKey(page));
}

export function canGoBack(state: State): boolean {
  return state.page !== "done" && state.page !== "startOver" && previous(state) !== undefined;
}

export function offerStartOver(state: State): Step {
  const offered: State = { ...state, page: "startOver", showProblems: false, failure: undefined };
  return step(offered, { kind: "moved" });
}

/** Marks the current screen as seen, with its questions as they are now. */
export function see(state: State): State {
  const here = state.path.find((page) => pageKey(page) === state.at);
  return here === undefined ? state : { ...state, seen: withItem(state.seen, sight(state, here)) };
}

function previous({ path, at }: State): PathPage | undefined {
  return path[path.findIndex((page) => pageKey(page) === at) - 1];
}

/** A screen with its questions: another dependent question makes it new. */
function sight(state: State, page: PathPage): string {
  return [pageKey(page), ...questionsOn(state, page)].join(" ");
}

/** IDs of the questions on a screen. */
function questionsOn(state: State, page: PathPage): readonly string[] {
  if (page.page !== "questions") return [];
  const { path = [] } = formWith(state, page.formId)?.reached ?? {};
  const step = path.find(({ questionSetId }) => questionSetId === page.questionSetId);
  return step?.questions.map(({ question }) => question.id) ?? [];
}

/** Whether the employee has seen the screen as it is now, and completed it. */
function isComplete(state: State, page: PathPage): boolean {
  if (last.has(page.page) || !state.seen.has(sight(state, page))) return false;
  if (asksLostNumber(state, page)) return false;
  switch (page.page) {
    case "questions": {
      const view = formWith(state, page.formId)?.reached;
      return view?.status === "COMPLETE" || view?.set.id !== page.questionSetId;
    }
    case "flow": {
      const view = state.flows.find(({ id }) => id === page.flowId)?.view;
      return view?.status === "COMPLETE" || view?.set?.id !== page.questionSetId;
    }
    case "checklist":
      return page.items.every(({ id }) => state.offered?.has(id) === true);
    case "express":
      return isExpressAnswered(state, page);
    default:
      return page.page !== "person" || personIsComplete(state);
  }
}

/** Whether the employee chose on the express page what applies, or that nothing does. */
export function isExpressAnswered(state: State, page: PathPage): boolean {
  if (page.page !== "express" || state.noneApply.has(pageKey(page))) return true;
  return page.questionSetIds.some((id) => state.checked.has(itemId(page.formId, id)));
}

/** A signed form already has its numbers. */
function asksLostNumber(state: State, page: PathPage): boolean {
  if (page.page === "person") return state.numbersLost && !personIsComplete(state);
  const entry = page.page === "questions" ? formWith(state, page.formId) : undefined;
  if (entry === undefined || isCompleted(entry)) return false;
  return questionsOn(state, page).some((id) => entry.lostNumbers.has(id));
}
