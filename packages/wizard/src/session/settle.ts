import {
  type Answers,
  type FormSummary,
  followingAnswers,
  givenAnswers,
  possibleFirst,
  viewAt,
} from "@withholding-forms/client";
import { addressOf } from "./address.js";
import { inLanguage } from "./checklist.js";
import { type FormKey, keysOf, nameOf } from "./load.js";
import {
  answersOfFlow,
  answersOfForm,
  conflicts,
  editionsOf,
  formsOf,
  ordinaryFormsOf,
  type PathForm,
  type PathState,
  pathOf,
} from "./path.js";
import { asksPerson } from "./people.js";
import { addressDiffers, addressesWithAnswers, knownPlaces } from "./places.js";
import type { FlowEntry, FormEntry, FormView, State } from "./state.js";

/** After a change: the path with all answers, and every flow and form as far as its answers lead. */
export function settle(before: State): { readonly state: State; readonly missing: readonly FormKey[] } {
  const locationData = knownPlaces(before);
  const flows = before.flows.map((entry) => ({
    ...entry,
    given: { ...givenAnswers(entry.sets.values(), { locationData }), ...followedFrom(before, entry) },
  }));
  const state = { ...before, flows };
  const walk = { flows, language: state.formLanguage, checked: state.checked };
  const required = keysOf(formsOf(walk), state.language);
  const ordinary = keysOf(ordinaryFormsOf(walk), state.language);
  const wanted = new Map([...required, ...ordinary].map((key) => [nameOf(key), key]));
  const missing = [...wanted].flatMap(([name, key]) => (state.loaded.has(name) ? [] : [key]));
  if (missing.length > 0) return { state, missing };

  const kept = keepEditions(
    state,
    [...wanted.values()].map(({ form }) => form),
  );
  const found = required.map(
    (key) =>
      ({
        unread: new Map(),
        lostNumbers: new Set(),
        answers: {},
        ...kept.knownForms.get(key.form.id),
        id: key.form.id,
        summary: key.form,
        ...kept.loaded.get(nameOf(key)),
        // The views follow below, once the path says which answers follow from what is checked.
      }) as unknown as FormEntry,
  );
  const unwalked = { ...kept, forms: found };
  const path = pathOf(pathState(unwalked));
  const walked = { ...unwalked, path };
  const forms = found.map((entry) => {
    const filled = answersOfForm(pathState(walked), { ...entry, given: givenTo(walked, entry) }, path);
    const view = formView(walked, entry, filled);
    return { ...entry, filled, view, reached: view };
  });
  const settled = {
    ...walked,
    flows: state.flows.map((entry) => ({ ...entry, view: flowView(walked, entry) })),
    forms,
    knownForms: known(kept.knownForms, forms),
  };
  // What was just answered may call for another form.
  const follows = ({ given }: FlowEntry) => JSON.stringify(given);
  const isSame = settled.flows.every(
    (entry) =>
      follows({ ...entry, given: { ...entry.given, ...followedFrom(settled, entry) } }) === follows(entry),
  );
  return isSame ? { state: settled, missing } : settle(settled);
}

/** Answers of a flow that follow from forms. */
function followedFrom({ forms }: State, { sets }: Pick<FlowEntry, "sets">): Answers {
  return followingAnswers(sets.values(), new Map(forms.map(({ id, reached }) => [id, reached.values])));
}

/** A flow's view at a set, or as far as the answers lead. */
export function flowView(state: State, entry: Omit<FlowEntry, "view">, at?: string): FlowEntry["view"] {
  const asked = [...entry.sets].map(([id, set]) => [id, inLanguage(set, state.formLanguage)] as const);
  const { formLanguage, checked, language } = state;
  const answers = answersOfFlow({ language: formLanguage, checked }, entry);
  return viewAt(new Map(asked), { answers, language, at });
}

/** A form's view with these answers at a set, or as far as they lead. */
export function formView(
  state: State,
  { sets, summary }: Pick<FormEntry, "sets" | "summary">,
  answers: Answers,
  at?: string,
): FormView {
  const locationData = knownPlaces(state);
  const ordered = new Map([...sets].map(([id, set]) => [id, possibleFirst(set, { locationData })]));
  const known = { region: regionOf(state), given: summary.given, locationData };
  return viewAt(ordered, { answers, language: state.language, at, ...known }) as FormView;
}

function givenTo(state: State, { sets, summary }: Pick<FormEntry, "sets" | "summary">): Answers {
  const locationData = knownPlaces(state);
  return givenAnswers(sets.values(), { region: regionOf(state), given: summary.given, locationData });
}

function regionOf({ home }: State): string {
  const address = addressOf(home);
  return "state" in address ? address.state : address.provinceTerritory;
}

/** The key of a form in the language in which it is printed; undefined if that is the language of the page. */
export function printedKey(
  { forms, language }: State,
  { summary, information }: FormEntry,
): FormKey | undefined {
  const printed = information.language ?? language;
  const keys = keysOf(
    forms.map((entry) => entry.summary),
    printed,
  );
  return printed === language ? undefined : keys.find(({ form }) => form.id === summary.id);
}

/** The declaration in the language of the form, if it is not the page's language. There on the page `sign`. */
export function officialStatement(state: State, entry: FormEntry): string | undefined {
  const key = printedKey(state, entry);
  const loaded = key && state.loaded.get(nameOf(key));
  return loaded && formView(state, { ...entry, ...loaded }, entry.filled).perjuryStatement;
}

/** IDs of the flows of which several special cases are checked. */
export function checklistConflicts(state: State): readonly string[] {
  return conflicts({ language: state.formLanguage, checked: state.checked, flows: state.flows });
}

function pathState(state: State): PathState {
  const { flows } = state;
  // The statements of these forms are on the checklist, also while the forms are not required.
  const listed = keysOf(ordinaryFormsOf({ flows, language: state.formLanguage }), state.language);
  const forms = [
    ...listed.flatMap((key): PathForm[] => {
      const { sets } = state.loaded.get(nameOf(key)) ?? {};
      return sets === undefined ? [] : [{ id: key.form.id, sets, answers: {} }];
    }),
    ...state.forms.map((form) => ({ ...form, given: givenTo(state, form) })),
  ];
  return {
    language: state.formLanguage,
    mode: state.setup.mode,
    hostGave: { addresses: state.addressesGiven, person: !asksPerson(state) },
    addressDiffers: addressDiffers(state.location) || addressesWithAnswers(state).size > 0,
    flows,
    forms: new Map(forms.map((form) => [form.id, form])),
    checked: state.checked,
    ...(state.offered && { offered: state.offered }),
  };
}

function known(before: State["knownForms"], forms: readonly FormEntry[]): State["knownForms"] {
  return new Map([...before, ...forms.map((entry) => [entry.id, entry] as const)]);
}

/** In another language another edition of a form may be required: what was answered and seen counts for it, too. */
function keepEditions(state: State, wanted: readonly FormSummary[]): State {
  const knownForms = known(state.knownForms, state.forms);
  const ids = new Set(wanted.map(({ id }) => id));
  const renamed = new Map<string, string>();
  for (const editions of editionsOf(state.flows).values()) {
    const now = editions.find((id) => ids.has(id));
    for (const id of now === undefined ? [] : editions) if (!ids.has(id)) renamed.set(id, now as string);
  }
  const rename = (key: string): string =>
    key
      .split("/")
      .map((part) => renamed.get(part) ?? part)
      .join("/");
  const renameAll = (keys: ReadonlySet<string>): ReadonlySet<string> => new Set([...keys].map(rename));
  return {
    ...state,
    knownForms: new Map([...knownForms].map(([id, entry]) => [rename(id), entry])),
    checked: renameAll(state.checked),
    noneApply: renameAll(state.noneApply),
    offered: state.offered && renameAll(state.offered),
    seen: renameAll(state.seen),
    at: rename(state.at),
  };
}
