import type { Answers, Language } from "@withholding-forms/client";
import type { AddressDraft } from "./address.js";
import type { PersonDraft } from "./person.js";
import type { CompletedForm } from "./results.js";
import type { State } from "./state.js";

/** What survives a reload of the page, if the host requests it. Without identity numbers and signed PDFs. */
export interface Kept {
  readonly version: 2;
  readonly language: Language;
  readonly formLanguage: Language;
  /** The key of the screen. */
  readonly at: string;
  readonly home: AddressDraft;
  readonly works: readonly AddressDraft[];
  readonly worksAtHome: boolean;
  readonly employerAddress: AddressDraft;
  readonly keptAsTyped: readonly string[];
  readonly flows: Readonly<Record<string, Answers>>;
  readonly forms: Readonly<Record<string, KeptForm>>;
  readonly checked: readonly string[];
  readonly offered?: readonly string[];
  readonly noneApply: readonly string[];
  readonly seen: readonly string[];
  readonly changing: boolean;
  readonly person: PersonDraft;
  readonly personAsked: boolean;
}

interface KeptForm {
  readonly answers: Answers;
  readonly completed?: CompletedForm;
}

const key = "withholding-wizard";

export function keep(state: Readonly<State>): void {
  const { socialSecurityNumber, socialInsuranceNumber, ...person } = state.person;
  const { language, formLanguage, at, home, works, worksAtHome, employerAddress, changing, personAsked } =
    state;
  const kept: Kept = {
    version: 2,
    ...{ language, formLanguage, at, home, works, worksAtHome, employerAddress, changing, personAsked },
    keptAsTyped: [...state.keptAsTyped],
    flows: Object.fromEntries(state.flows.map(({ flow, answers }) => [flow.id, answers])),
    forms: Object.fromEntries(
      state.forms.map(({ summary, answers, completed }): [string, KeptForm] => [
        summary.id,
        { answers, ...(completed === undefined ? {} : { completed: withoutPdf(completed) }) },
      ]),
    ),
    checked: [...state.checked],
    ...(state.offered === undefined ? {} : { offered: [...state.offered] }),
    noneApply: [...state.noneApply],
    seen: [...state.seen],
    person,
  };
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Full or forbidden: the wizard works without it.
  }
}

/** The state before the reload, except for what the service is asked for again. */
export function restore(state: State, kept: Kept): void {
  if (!state.addressesGiven) {
    state.home = kept.home;
    state.works = kept.works;
    state.worksAtHome = kept.worksAtHome;
  }
  state.language = kept.language;
  state.formLanguage = kept.formLanguage;
  for (const id of kept.keptAsTyped) state.keptAsTyped.add(id);
  for (const one of kept.seen) state.seen.add(one);
  state.checked = new Set(kept.checked);
  state.offered = kept.offered === undefined ? undefined : new Set(kept.offered);
  state.noneApply = new Set(kept.noneApply);
  state.changing = kept.changing;
  state.person = { ...kept.person, ...state.person };
  state.personAsked = kept.personAsked;
  state.employerAddress = kept.employerAddress;
  state.at = kept.at;
}

export function kept(): Kept | undefined {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return typeof found === "object" && found !== null && "version" in found && found.version === 2
      ? (found as Kept)
      : undefined;
  } catch {
    return undefined;
  }
}

export function forget(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Forbidden: then nothing was stored either.
  }
}

function withoutPdf({ pdf, ...rest }: CompletedForm): CompletedForm {
  return rest;
}
