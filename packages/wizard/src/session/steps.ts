import { type FlowJourney, type FormJourney, type FormSummary, walk } from "@withholding-forms/client";
import { addressOf } from "./address.js";
import { inLanguage, itemId } from "./checklist.js";
import type { Core } from "./core.js";
import { createLoader, inMemory, type LoadedForm } from "./load.js";
import {
  answersOfFlow,
  answersOfForm,
  editionsOf,
  formsOf,
  ordinaryFormsOf,
  type PathForm,
  type PathPage,
  type PathState,
  pageAfter,
  pageKey,
  pathOf,
} from "./path.js";
import { asksPerson, hostProblems, personIsComplete } from "./people.js";
import { addressDiffers } from "./places.js";
import { BlockedError, type FlowEntry, type FormEntry, isSigned, type PageName, screenOf } from "./state.js";

/** Walks the path of screens that the state leads to. */
export interface Steps {
  /** Before a kind of screen is shown. False if the employee was led somewhere else. */
  readonly before: Partial<Record<PageName, () => Promise<boolean>>>;
  /** After a change: loads forms that became required, and computes the path with all answers. */
  settle(): Promise<void>;
  /** Loads the flows of the location in the language of the page. */
  loadFlows(): Promise<void>;
  /** Shows a screen of the path. */
  show(key: string): void;
  /** Shows a screen after what must happen before it. */
  enter(key: string): Promise<void>;
  /** From the current screen to the one after it. From the review, seen screens are skipped. */
  goOn(): Promise<void>;
  /** The first screen that the employee has not completed. */
  firstOpen(): string;
  back(): void;
  canGoBack(): boolean;
  /** Forgets all answers, to start over. */
  clear(): void;
}

const last: ReadonlySet<string> = new Set(["review", "sign", "done", "empty", "ineligible"]);

export function createSteps(core: Omit<Core, "show" | "leadTo">, fillIn: (entry: FormEntry) => void): Steps {
  const { state, setup, listener } = core;
  const load = createLoader(setup.client);
  /** A form or flow that is no longer required and then required again keeps its answers. */
  const knownForms = new Map<string, FormEntry>();
  const knownFlows = new Map<string, FlowEntry["answers"]>();
  const before: Steps["before"] = {};
  /** Forms whose statements are on the checklist, also while they are not required. */
  let listed: ReadonlyMap<string, PathForm> = new Map();

  function pathState(): PathState {
    return {
      language: state.formLanguage,
      mode: setup.mode,
      hostGave: { addresses: state.addressesGiven, person: !asksPerson(state, setup) },
      addressDiffers: addressDiffers(state.location),
      flows: state.flows.map(({ flow: { id, formsToComplete }, sets, answers }) => ({
        id,
        sets,
        answers,
        ...(formsToComplete && { formsToComplete }),
      })),
      forms: new Map([
        ...listed,
        ...state.forms.map(({ summary: { id }, sets, answers }) => [id, { id, sets, answers }] as const),
      ]),
      checked: state.checked,
      ...(state.offered && { offered: state.offered }),
    };
  }

  async function loadFlows(): Promise<void> {
    for (const { flow, answers } of state.flows) knownFlows.set(flow.id, answers);
    const flows = state.location?.flows ?? [];
    state.flows = await Promise.all(
      flows.map(async (flow): Promise<FlowEntry> => {
        const sets = await load.flow(flow, state.language);
        const answers = knownFlows.get(flow.id) ?? {};
        return { flow, sets, answers, journey: await walk(inMemory(sets), { flow, answers }) };
      }),
    );
  }

  async function settle(): Promise<void> {
    const required = formsOf(pathState());
    const ordinary = ordinaryFormsOf(pathState());
    const [loaded, others] = await Promise.all([loadAll(required), loadAll(ordinary)]);
    keepEditions([...required, ...ordinary]);
    listed = new Map(
      ordinary.flatMap(({ id }, index) => {
        const sets = others[index]?.sets;
        return sets === undefined ? [] : [[id, { id, sets, answers: {} }] as const];
      }),
    );
    const forms = required.flatMap((summary, index): Omit<FormEntry, "journey" | "reached">[] => {
      const found = loaded[index];
      const known = knownForms.get(summary.id);
      return found === undefined ? [] : [{ unread: new Map(), answers: {}, ...known, summary, ...found }];
    });
    // Each has its journey below, once the path says which answers follow from what is checked.
    state.forms = forms as FormEntry[];
    state.path = pathOf(pathState());
    state.flows = await Promise.all(state.flows.map(walkFlow));
    state.forms = await Promise.all(state.forms.map(walkForm));
    for (const entry of state.forms) knownForms.set(entry.summary.id, entry);
    const wrong = hostProblems(state, setup);
    if (wrong.length > 0) throw new BlockedError(wrong);
  }

  function loadAll(forms: readonly FormSummary[]): Promise<readonly LoadedForm[]> {
    return Promise.all(
      forms.map((summary, index) => {
        const afterFederal = forms
          .slice(0, index)
          .some(({ formLocality }) => formLocality === federalLocality);
        return load.form(summary, state.language, afterFederal);
      }),
    );
  }

  async function walkFlow(entry: FlowEntry): Promise<FlowEntry> {
    const { flow, sets, answers: own } = entry;
    const answers = answersOfFlow(pathState(), { id: flow.id, sets, answers: own });
    const start = { flow, answers, language: state.language, at: "END" };
    const asked = [...sets].map(([id, set]) => [id, inLanguage(set, state.formLanguage)] as const);
    const journey: FlowJourney = await walk(inMemory(new Map(asked)), start);
    return { ...entry, journey };
  }

  async function walkForm(entry: FormEntry): Promise<FormEntry> {
    const { summary, sets, hasFederalValues } = entry;
    const home = addressOf(state.home);
    const journey: FormJourney = await walk(inMemory(sets), {
      formId: summary.id,
      formVersion: summary.formVersion,
      initialQuestionSet: summary.initialQuestionSet,
      hasFederalValues,
      region: "state" in home ? home.state : home.provinceTerritory,
      language: state.language,
      answers: answersOfForm(pathState(), { ...entry, id: summary.id }, state.path),
      at: "END",
    });
    return Object.assign(entry, { journey, reached: journey.view });
  }

  /** In another language another edition of a form may be required: what was answered and seen counts for it, too. */
  function keepEditions(wanted: readonly FormSummary[]): void {
    const editions = editionsOf(pathState().flows);
    const renamed = new Map<string, string>();
    for (const before of new Set([...state.forms.map(({ summary }) => summary.id), ...listed.keys()])) {
      const same = editions.get(before) ?? [];
      const now = wanted.find(({ id }) => id !== before && same.includes(id))?.id;
      if (now === undefined || wanted.some(({ id }) => id === before)) continue;
      renamed.set(before, now);
      const entry = knownForms.get(before);
      if (entry !== undefined) knownForms.set(now, entry);
    }
    if (renamed.size === 0) return;
    const rename = (key: string): string =>
      key
        .split("/")
        .map((part) => renamed.get(part) ?? part)
        .join("/");
    state.checked = new Set([...state.checked].map(rename));
    state.noneApply = new Set([...state.noneApply].map(rename));
    if (state.offered !== undefined) state.offered = new Set([...state.offered].map(rename));
    for (const one of [...state.seen]) state.seen.add(rename(one));
    state.at = rename(state.at);
  }

  /** A screen with its questions: another dependent question makes it new. */
  function sight(page: PathPage): string {
    const step =
      page.page === "questions"
        ? stepOf(state.forms.find(({ summary }) => summary.id === page.formId)?.reached, page.questionSetId)
        : undefined;
    return [pageKey(page), ...(step?.questions.map(({ question }) => question.id) ?? [])].join(" ");
  }

  /** Whether the employee has seen the screen as it is now, and completed it. */
  function isComplete(page: PathPage): boolean {
    if (last.has(page.page) || !state.seen.has(sight(page))) return false;
    if (page.page === "questions") {
      const view = state.forms.find(({ summary }) => summary.id === page.formId)?.reached;
      return view?.status === "COMPLETE" || view?.set.id !== page.questionSetId;
    }
    if (page.page === "flow") {
      const view = state.flows.find(({ flow }) => flow.id === page.flowId)?.journey.view;
      return view?.status === "COMPLETE" || view?.set?.id !== page.questionSetId;
    }
    if (page.page === "checklist") return page.items.every(({ id }) => state.offered?.has(id) === true);
    if (page.page === "express")
      return (
        state.noneApply.has(pageKey(page)) ||
        page.questionSetIds.some((id) => state.checked.has(itemId(page.formId, id)))
      );
    return page.page !== "person" || personIsComplete(state, setup);
  }

  function show(key: string): void {
    const page = state.path.find((one) => pageKey(one) === key);
    if (page === undefined) throw new Error(`There is no screen ${key}.`);
    if (page.page === "questions") return showQuestions(page.formId, page.questionSetId, key);
    if (page.page === "flow")
      state.flows.find(({ flow }) => flow.id === page.flowId)?.journey.goTo(page.questionSetId);
    present(page, key);
  }

  function showQuestions(formId: string, questionSetId: string, key: string): void {
    const entry = state.forms.find(({ summary }) => summary.id === formId);
    const isOnPath = entry?.journey.view.path.some((step) => step.questionSetId === questionSetId);
    if (entry === undefined || !isOnPath) throw new Error(`The answers do not lead to ${key}.`);
    entry.journey.goTo(questionSetId);
    fillIn(entry);
    present({ page: "questions", formId, questionSetId }, key);
  }

  function present(page: PathPage, key: string): void {
    state.page = page.page;
    state.at = key;
    state.showProblems = false;
    state.failure = undefined;
    state.seen.add(sight(page));
    if (page.page === "review") state.changing = false;
    listener.moved();
    listener.changed();
  }

  async function enter(key: string): Promise<void> {
    const page = state.path.find((one) => pageKey(one) === key);
    if (page !== undefined && (await before[page.page]?.()) === false) return;
    show(key);
  }

  async function goOn(): Promise<void> {
    await settle();
    const here = screenOf(state);
    if (here !== undefined) state.seen.add(sight(here));
    const { resumeAt } = state;
    state.resumeAt = undefined;
    if (state.path.some((page) => pageKey(page) === resumeAt)) return enter(resumeAt ?? "");
    let page = pageAfter(state.path, state.at);
    while (state.changing && page !== undefined && isComplete(page))
      page = pageAfter(state.path, pageKey(page));
    await enter(page === undefined ? firstOpen() : pageKey(page));
  }

  function firstOpen(): string {
    const open = state.path.find((page) => !isComplete(page)) ?? state.path.at(-1);
    return open === undefined ? "addresses" : pageKey(open);
  }

  const previous = (): PathPage | undefined =>
    state.path[state.path.findIndex((page) => pageKey(page) === state.at) - 1];

  return {
    before,
    settle,
    loadFlows,
    show,
    enter,
    goOn,
    firstOpen,
    back() {
      const page = previous();
      if (state.busy || page === undefined) return;
      // A signature is final: only what is not signed yet can change.
      const signed = (id: string) =>
        state.forms.some(({ summary, completed }) => summary.id === id && completed !== undefined);
      if (isSigned(state) && (!("formId" in page) || signed(page.formId))) return core.offerStartOver();
      show(pageKey(page));
    },
    canGoBack: () => state.page !== "done" && state.page !== "startOver" && previous() !== undefined,
    clear() {
      knownForms.clear();
      knownFlows.clear();
      listed = new Map();
    },
  };
}

/** The form whose values other forms can take. */
const federalLocality = "FEDERAL";

function stepOf(view: FormEntry["reached"] | undefined, questionSetId: string) {
  return view?.path.find((step) => step.questionSetId === questionSetId);
}
