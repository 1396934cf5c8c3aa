import { fileNameOf, formName } from "@withholding-forms/client";
import { itemId } from "./checklist.js";
import { type Effect, type Outcome, type Outcomes, type Step, step } from "./events.js";
import { restore } from "./keep.js";
import { nameOf } from "./load.js";
import { pageKey } from "./path.js";
import { hostProblems, personIsComplete } from "./people.js";
import { fullName, personFields } from "./person.js";
import { requestOf } from "./places.js";
import { type Target, targetOf } from "./refusals.js";
import { completedForm } from "./results.js";
import { atScreen, firstOpen, lostNumberBefore, nextKey, see, show } from "./screens.js";
import { flowView, printedKey, settle } from "./settle.js";
import { attemptFor, stalePreviews } from "./signatures.js";
import {
  formWith,
  type Goal,
  isCompleted,
  isSigned,
  type PageName,
  type Problem,
  type Refusal,
  type State,
  screenOf,
  withForm,
  withItem,
} from "./state.js";

/** Starts what needs the service, one thing at a time. */
export function pursue(before: State, goal: Goal): Step {
  if (before.goal !== undefined) return step(before);
  const state: State = { ...before, goal, failure: undefined };
  switch (goal.kind) {
    case "locate":
      return locate(state);
    case "resume":
      return locate({ ...state, ...restore(state, goal.kept) });
    case "language":
      return locate(state, goal.language);
    case "complete": {
      const left = state.forms.flatMap(({ id, preview }) => (preview === undefined ? [] : [id]));
      return signNext({ ...state, goal: { ...goal, left, failed: [] } });
    }
    case "download":
      return step(state, goal);
    default:
      return proceed(state);
  }
}

/** After an outcome: the next step to the goal. */
export function outcome(state: State, event: Outcome): Step {
  const { goal } = state;
  switch (event.type) {
    case "located":
      return proceed(located(state, event));
    case "loaded":
      return proceed({ ...state, loaded: new Map([...state.loaded, ...event.forms]) });
    case "previewed": {
      const add = (to: State, preview: (typeof event.previews)[number]) =>
        withForm(to, preview.request.formId, { preview });
      return proceed(event.previews.reduce(add, state));
    }
    case "signed":
      return signed(state, event);
    case "downloaded":
      return step({ ...state, goal: undefined });
    case "failed":
      return goal === undefined ? step(state) : failed(state, goal, event);
  }
}

/** Everything that depends on the addresses, in a language. */
function locate(state: State, language = state.language): Step {
  const effect = { kind: "locate", language } as const;
  const needsPlaces = state.goal?.kind !== "language" || hasPath(state);
  return step(state, needsPlaces ? { ...effect, request: requestOf(state) } : effect);
}

/** On the page with the addresses they may be incomplete: they are looked up when the employee continues. */
function hasPath({ location, page }: State): boolean {
  return location !== undefined && page !== "addresses";
}

function located(before: State, { language, location, sets }: Outcomes["located"]): State {
  const { goal } = before;
  // A completed form stays what it is.
  const changesForms = goal?.kind === "language" && !isSigned(before);
  const state = { ...before, language, formLanguage: changesForms ? language : before.formLanguage };
  if (location === undefined) return state;
  const own = state.flows.map(({ id, answers }) => [id, answers] as const);
  const knownFlows = new Map([...state.knownFlows, ...own]);
  const flows = location.flows.map((flow) => {
    const { id, formsToComplete = [] } = flow;
    const answers = knownFlows.get(id) ?? {};
    const entry = { id, flow, formsToComplete, sets: sets?.get(id) ?? new Map(), answers };
    return { ...entry, view: flowView(state, entry) };
  });
  const found: State = { ...state, location, flows, knownFlows };
  return goal?.kind === "locate"
    ? { ...found, refusals: new Map(), keptAsTyped: new Set(), placesWrong: new Set() }
    : found;
}

/** Looks at what is missing for the goal, and asks for it; with everything there, shows the screen. */
function proceed(before: State): Step {
  const { goal } = before;
  if (goal === undefined) return step(before);
  const settles =
    goal.kind === "language" ? hasPath(before) : goal.kind !== "show" || before.location !== undefined;
  const { state, missing } = settles ? settle(before) : { state: before, missing: [] };
  if (missing.length > 0) return step(state, { kind: "load", forms: missing });
  const errors = settles ? hostProblems(state) : [];
  if (errors.length > 0) return fail(state, blocked(errors));
  switch (goal.kind) {
    case "language":
      return translated(state, goal);
    case "show":
      return arrive(state, goal.key, goal.correct);
    case "resume":
      return resume({ ...state, numbersLost: !personIsComplete(state) }, goal.kept.at);
    default: {
      if (goal.kind === "locate" && state.addressesGiven) return arrive(state, firstOpen(state));
      const seen = see(state);
      return seen.resumeAt === undefined ? arrive(seen, nextKey(seen)) : resume(seen, seen.resumeAt);
    }
  }
}

/** Shows a screen, or before it a screen that asks again for numbers that were lost in a reload. */
function resume(state: State, key: string): Step {
  const asking = lostNumberBefore(state, key);
  if (asking !== undefined) return show({ ...state, resumeAt: key }, asking);
  const exists = state.path.some((page) => pageKey(page) === key);
  const { state: next, effects } = arrive(state, exists ? key : firstOpen(state));
  // Until then, what the screen shows is still being loaded.
  const hasArrived = next.goal === undefined;
  return step(hasArrived ? { ...next, resumeAt: undefined } : next, ...effects);
}

/** Shows a screen, with a field to correct, once everything that it shows is there. */
function arrive(state: State, key: string, correct?: string): Step {
  const page = state.path.find((one) => pageKey(one) === key)?.page;
  const missing = missingOn(state, page);
  if (missing !== undefined) return step(state, missing);
  const { state: shown, effects } = show(
    page === "review" ? { ...state, refusals: new Map() } : state,
    key,
    correct,
  );
  return correct === undefined
    ? step(shown, ...effects)
    : step({ ...shown, showProblems: true }, ...effects, { kind: "refused", field: correct });
}

/** The review shows what the service returned for every form; what is signed is what was previewed. */
function missingOn(state: State, page: PageName | undefined): Effect | undefined {
  const open = state.forms.filter((entry) => !isCompleted(entry));
  const isUnseen = page === "sign" && open.some(({ preview }) => preview === undefined);
  const requests = page === "review" || isUnseen ? stalePreviews(state) : [];
  if (requests.length > 0) return { kind: "preview", requests, language: state.language };
  const forms = (page === "sign" ? open : []).flatMap((entry) => {
    const key = printedKey(state, entry);
    return key === undefined || state.loaded.has(nameOf(key)) ? [] : [key];
  });
  return forms.length > 0 ? { kind: "load", forms } : undefined;
}

/** The current screen in another language, with its messages about what was rejected. */
function translated(before: State, goal: Extract<Goal, { kind: "language" }>): Step {
  let state = before;
  const isEnded = state.forms.every((entry) => isCompleted(entry) || entry.view.status === "COMPLETE");
  if (!goal.refreshed && state.refusals.size > 0 && isEnded) {
    const requests = stalePreviews(state);
    if (requests.length > 0) return step(state, { kind: "preview", requests, language: state.language });
    state = { ...state, refusals: new Map() };
  }
  const missing = missingOn(state, state.page);
  if (missing !== undefined) return step(state, missing);
  const screen = screenOf(state);
  const shown = screen === undefined ? state : atScreen(state, screen);
  const forms = shown.forms.map((entry) => ({ ...entry, unread: new Map() }));
  const done = { ...shown, forms, goal: undefined };
  const { failure } = goal.before;
  // The explanation of the problem is in the new language, too.
  return failure?.kind === "blocked" && !failure.whileSigning ? pursue(done, failure.goal) : step(done);
}

function signNext(state: State): Step {
  const { goal } = state;
  if (goal?.kind !== "complete") return step(state);
  const [formId] = goal.left;
  const preview = formWith(state, formId)?.preview;
  if (formId !== undefined && preview !== undefined) {
    const attempt = attemptFor(state, preview);
    return step(
      { ...state, attempts: new Map([...state.attempts, [formId, attempt]]) },
      { kind: "sign", attempt },
    );
  }
  const correctable = goal.failed.find(
    (one) => one.problem.cause === "refused" && targetsOf(state, one).length > 0,
  );
  if (correctable !== undefined) return leadTo(state, correctable);
  // The others are signed. The employee can try again, with what is missing.
  const [first] = goal.failed;
  return first === undefined ? finish(state) : fail(state, first.problem);
}

/** Shows that everything is done. */
export function finish(state: State): Step {
  const { state: done, effects } = show(state, "done");
  return step(done, ...effects, {
    kind: "completed",
    forms: state.forms.flatMap(({ completed }) => completed ?? []),
  });
}

function signed(state: State, { response, sha256 }: Outcomes["signed"]): Step {
  const { goal } = state;
  const entry = formWith(state, response.form);
  if (entry === undefined || goal?.kind !== "complete") return step(state);
  const { summary, information } = entry;
  const form = completedForm(response, sha256, {
    official: information.official === true,
    fileName: fileNameOf(formName({ ...summary, taxYear: information.taxYear }), fullName(state.person)),
  });
  const next = signNext({
    ...withForm(state, summary.id, { completed: form, preview: undefined }),
    personFixed: personFields,
    // Nothing is left to retry.
    attempts: new Map([...state.attempts].filter(([id]) => id !== summary.id)),
    goal: { ...goal, left: goal.left.slice(1) },
  });
  return step(next.state, { kind: "delivered", form }, ...next.effects);
}

function failed(state: State, goal: Goal, { problem, formId }: Outcomes["failed"]): Step {
  const isRefused = problem.cause === "refused";
  if (goal.kind === "complete" && formId !== undefined)
    // A form that fails does not keep the others from being signed.
    return signNext({
      ...state,
      goal: { ...goal, left: goal.left.slice(1), failed: [...goal.failed, { formId, problem }] },
    });
  if (goal.kind === "language" && isRefused && state.page !== "review" && formId !== undefined) {
    const known = targetsOf(state, { problem, formId }).filter(([{ key }]) => state.refusals.has(key));
    const refusals = new Map(known.map(([{ key }, message]) => [key, message]));
    const refreshed: Goal = { ...goal, refreshed: true };
    return translated({ ...state, refusals, goal: refreshed }, refreshed);
  }
  if (isRefused && (goal.kind === "locate" || formId !== undefined))
    return leadTo(state, { problem, formId });
  // The addresses are still valid.
  if (goal.kind === "resume" && problem.cause === "gone") return begin({ ...state, goal: undefined });
  return fail(state, problem);
}

/** The page with the addresses, or what comes after it. */
export function begin(state: State): Step {
  return state.addressesGiven ? pursue(state, { kind: "locate" }) : show(state, "addresses");
}

interface Rejected {
  readonly problem: Problem;
  readonly formId?: string | undefined;
}

function targetsOf(state: State, { problem, formId }: Rejected): readonly (readonly [Target, string])[] {
  return problem.errors.flatMap((error) => {
    const target = targetOf(error, formWith(state, formId), state);
    return target === undefined ? [] : [[target, error.message] as const];
  });
}

/** Goes to what was rejected, if the employee can change any of it. */
function leadTo(state: State, rejected: Rejected): Step {
  const targets = targetsOf(state, rejected);
  const [target] = targets[0] ?? [];
  if (target === undefined) return fail(state, rejected.problem);
  const { page, questionSetId, field } = target;
  const item = itemId(rejected.formId ?? "", questionSetId ?? "");
  const isQuestion = questionSetId !== undefined;
  return proceed({
    ...state,
    refusals: new Map(targets.map(([{ key }, message]) => [key, message])),
    personAsked: state.personAsked || page === "person",
    // An answer that was not asked for, such as one of an express page, is asked for now.
    checked: isQuestion ? withItem(state.checked, item) : state.checked,
    changing: true,
    resumeAt: undefined,
    goal: { kind: "show", key: isQuestion ? itemId(page, item) : page, correct: field },
  });
}

function fail(state: State, { kind, errors, message }: Problem): Step {
  const { goal } = state;
  if (goal === undefined) return step(state);
  const whileSigning = goal.kind === "complete" && state.setup.mode === "sign";
  const failure = { kind, errors, whileSigning, goal };
  const { before } = goal.kind === "language" ? goal : { before: state };
  return step({ ...before, goal: undefined, failure }, { kind: "failed", failure, message });
}

/** Something only the employer can correct. The message names places in the request, nothing personal. */
function blocked(errors: readonly Refusal[]): Problem {
  const message = `the employer's data: ${errors.map(({ pointer }) => pointer).join(", ")}`;
  return { kind: "blocked", message, errors };
}
