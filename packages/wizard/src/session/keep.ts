import type { Answers, Question } from "@withholding-forms/client";
import { isIdentityNumber } from "./entry.js";
import type { Kept, KeptForm } from "./kept.js";
import type { Sets } from "./load.js";
import { isNumber, personFields } from "./person.js";
import type { CompletedForm } from "./results.js";
import { isCompleted, type State } from "./state.js";

const key = "withholding-wizard";

/** The answers without identity numbers and PDFs, to continue later. */
export function draftOf(state: Readonly<State>): Kept {
  const { socialSecurityNumber, socialInsuranceNumber, ...person } = state.person;
  const { language, formLanguage, at, home, works, worksAt, employerAddress, changing, personAsked } = state;
  return {
    version: 4,
    ...{ language, formLanguage, at, home, works, worksAt, employerAddress, changing, personAsked },
    keptAsTyped: [...state.keptAsTyped],
    placesWrong: [...state.placesWrong],
    flows: Object.fromEntries(state.flows.map(({ id, sets, answers }) => [id, storable(answers, sets)])),
    forms: Object.fromEntries(
      state.forms.map(({ id, sets, answers, lostNumbers, completed }): [string, KeptForm] => [
        id,
        {
          answers: storable(answers, sets),
          lostNumbers: [...new Set([...lostNumbers, ...numbersIn(answers, sets)])],
          ...(completed === undefined ? {} : { completed: withoutPdf(completed) }),
        },
      ]),
    ),
    checked: [...state.checked],
    ...(state.offered === undefined ? {} : { offered: [...state.offered] }),
    noneApply: [...state.noneApply],
    seen: [...state.seen],
    person,
  };
}

export function keep(state: Readonly<State>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draftOf(state)));
  } catch {
    // Full or forbidden: the wizard works without it.
  }
}

/** The state before the reload, except for what the service is asked for again. */
export function restore(state: State, kept: Kept): Partial<State> {
  const { language, formLanguage, at, home, works, worksAt, employerAddress, changing, personAsked } = kept;
  const person = { ...kept.person, ...state.person };
  const hasCompleted = Object.values(kept.forms).some(isCompleted);
  return {
    ...(state.addressesGiven ? {} : { home, works, worksAt }),
    ...{ language, formLanguage, at, employerAddress, changing, person, personAsked },
    keptAsTyped: new Set(kept.keptAsTyped),
    placesWrong: new Set(kept.placesWrong),
    seen: new Set(kept.seen),
    checked: new Set(kept.checked),
    offered: kept.offered && new Set(kept.offered),
    noneApply: new Set(kept.noneApply),
    knownFlows: new Map(Object.entries(kept.flows)),
    knownForms: new Map(
      Object.entries(kept.forms).map(([id, { lostNumbers, ...form }]) => [
        id,
        { ...form, lostNumbers: new Set(lostNumbers) },
      ]),
    ),
    personFixed: hasCompleted ? personFields.filter((field) => !isNumber(field) || person[field]) : [],
  };
}

export function kept(): Kept | undefined {
  try {
    return draftIn(JSON.parse(sessionStorage.getItem(key) ?? "null"));
  } catch {
    return undefined;
  }
}

/** A draft of this version; anything else is ignored, and the wizard starts from the beginning. */
export function draftIn(found: unknown): Kept | undefined {
  return typeof found === "object" && found !== null && "version" in found && found.version === 4
    ? (found as Kept)
    : undefined;
}

export function forget(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Forbidden: then nothing was stored either.
  }
}

/** Answers to questions that are known not to ask for an identity number. */
function storable(answers: Answers, sets: Sets): Answers {
  return Object.fromEntries(
    Object.entries(answers).filter(([id]) => {
      const asked = questionsOf(sets, id);
      return asked.length > 0 && !asked.some(isIdentityNumber);
    }),
  );
}

function numbersIn(answers: Answers, sets: Sets): readonly string[] {
  return Object.keys(answers).filter((id) => questionsOf(sets, id).some(isIdentityNumber));
}

/** Several sets can ask the same question on different paths. */
function questionsOf(sets: Sets, id: string): readonly Question[] {
  return [...sets.values()].flatMap(({ questions }) => questions.filter((question) => question.id === id));
}

function withoutPdf({ pdf, ...rest }: CompletedForm): CompletedForm {
  return rest;
}
