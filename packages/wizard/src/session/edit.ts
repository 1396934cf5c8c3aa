import type { Answers } from "@withholding-forms/client";
import { type AddressDraft, emptyAddress, isBlank, provinceOfPostalCode, stateOfZip } from "./address.js";
import type { Action, Actions } from "./events.js";
import { pointerOf } from "./places.js";
import { flowView, formView } from "./settle.js";
import { type FormEntry, flowOf, formOf, type State, screenOf, withForm, withItem } from "./state.js";
import { fillInAgain } from "./suggestions.js";

/** What the employee types, chooses, or checks on a page. Undefined for other actions, which lead to another page. */
export function edit(state: State, action: Action): State | undefined {
  switch (action.type) {
    case "editAddress":
      return editAddress(state, action);
    case "addWork":
      return { ...state, works: [...state.works, { ...emptyAddress, country: state.home.country }] };
    case "removeWork":
      return { ...state, works: state.works.filter((_, index) => index !== action.index) };
    case "workAt":
      return { ...state, worksAt: action.place };
    case "keepAsTyped":
      return { ...state, keptAsTyped: withItem(state.keptAsTyped, action.addressId, action.on) };
    case "placesWrong":
      return { ...state, placesWrong: withItem(state.placesWrong, action.addressId, action.on) };
    case "check": {
      const { item, on } = action;
      const noneApply = on ? withItem(state.noneApply, state.at, false) : state.noneApply;
      return { ...state, checked: withItem(state.checked, item, on), noneApply };
    }
    case "chooseNone":
      return chooseNone(state, action.on);
    case "editPerson": {
      const { field, value } = action;
      const refusals = without(state.refusals, (key) => /^\/employ\w+\/(.*)/.exec(key)?.[1] === field);
      return { ...state, person: { ...state.person, [field]: value }, refusals };
    }
    case "editPay":
      return { ...state, pay: { ...state.pay, ...action.pay } };
    case "answer":
      return state.page === "flow" ? answerFlow(state, action) : answerForm(state, action);
    case "consent":
      return { ...state, consents: action.on };
    case "editSignature":
      return { ...state, signature: action.typed };
    default:
      return undefined;
  }
}

/** What was filled in becomes an answer when the employee continues. A box that was not checked means no. */
export function recordPage(state: State): State {
  let entry = formOf(state);
  for (const { question, answer } of entry?.view.questions ?? []) {
    const given = answer ?? (question.displayType === "CHECKBOX" ? "false" : undefined);
    if (given !== undefined) entry = entry && recorded(state, entry, { [question.id]: given });
  }
  return entry === undefined ? state : withForm(state, entry.id, entry);
}

function editAddress(state: State, { which, part, value }: Actions["editAddress"]): State {
  const changed = (draft: AddressDraft): AddressDraft => {
    if (part === "country") return { ...draft, country: value === "CA" ? "CA" : "US", region: "", code: "" };
    const regionOf = draft.country === "US" ? stateOfZip : provinceOfPostalCode;
    const region = part === "code" ? regionOf(value) : undefined;
    return { ...draft, [part]: value, ...(region === undefined ? {} : { region }) };
  };
  const refusals = without(state.refusals, (key) => key.startsWith(`${pointerOf(which)}/`));
  if (which === "home") {
    const home = changed(state.home);
    // Most people work in the country they live in.
    const works = state.works.map((work) => (isBlank(work) ? { ...work, country: home.country } : work));
    return { ...state, refusals, home, works };
  }
  if (which === "employer") return { ...state, refusals, employerAddress: changed(state.employerAddress) };
  const works = state.works.map((work, index) => (index === which ? changed(work) : work));
  return { ...state, refusals, works };
}

function chooseNone(state: State, on: boolean): State {
  const screen = screenOf(state);
  if (screen?.page !== "express") return state;
  const items = new Set(screen.questionSetIds.map((id) => `${screen.formId}/${id}`));
  return {
    ...state,
    noneApply: withItem(state.noneApply, state.at, on),
    checked: on ? new Set([...state.checked].filter((item) => !items.has(item))) : state.checked,
  };
}

function answerFlow(state: State, { questionId, answer }: Actions["answer"]): State {
  const current = flowOf(state);
  if (current === undefined) return state;
  const answers = withAnswers(current.answers, { [questionId]: answer });
  const entry = { ...current, answers, view: flowView(state, { ...current, answers }, current.view.set?.id) };
  return { ...state, flows: state.flows.map((one) => (one === current ? entry : one)) };
}

function answerForm(state: State, { questionId, answer, unread }: Actions["answer"]): State {
  const current = formOf(state);
  if (current === undefined) return state;
  const others = without(current.unread, (id) => id === questionId);
  const entry = fillInAgain(state, recorded(state, current, { [questionId]: answer }));
  return withForm({ ...state, refusals: without(state.refusals, (key) => key === questionId) }, current.id, {
    ...entry,
    unread: unread === undefined ? others : new Map([...others, [questionId, unread]]),
  });
}

function recorded(state: State, entry: FormEntry, given: Given): FormEntry {
  const filled = withAnswers(entry.filled, given);
  const view = formView(state, entry, filled, entry.view.set.id);
  return { ...entry, answers: withAnswers(entry.answers, given), filled, view };
}

type Given = Readonly<Record<string, Answers[string] | readonly string[]>>;

/** Null removes an answer. */
function withAnswers(answers: Answers, given: Given): Answers {
  const all = Object.entries({ ...answers, ...given });
  return Object.fromEntries(all.filter(([, answer]) => answer !== null)) as Answers;
}

function without(
  map: ReadonlyMap<string, string>,
  leaves: (key: string) => boolean,
): ReadonlyMap<string, string> {
  return new Map([...map].filter(([key]) => !leaves(key)));
}
