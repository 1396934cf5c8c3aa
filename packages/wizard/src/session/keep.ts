import type { Answers, FormStart } from "@withholding-forms/client";
import type { AddressDraft } from "./address.js";
import type { PersonDraft } from "./person.js";
import type { CompletedForm } from "./results.js";
import type { PageName, State } from "./state.js";

/** What survives a reload of the page, if the host requests it. Without identity numbers and signed PDFs. */
export interface Kept {
  readonly version: 1;
  readonly page: PageName;
  readonly home: AddressDraft;
  readonly works: readonly AddressDraft[];
  readonly worksAtHome: boolean;
  readonly employerAddress?: AddressDraft;
  readonly keptAsTyped: readonly string[];
  readonly flows: Readonly<Record<string, KeptProgress>>;
  readonly flowIndex: number;
  readonly forms: Readonly<Record<string, KeptForm>>;
  readonly person: PersonDraft;
  readonly personAsked: boolean;
}

interface KeptProgress {
  readonly answers: Answers;
  readonly at: string;
}

interface KeptForm {
  readonly start?: FormStart;
  readonly seen: readonly string[];
  readonly completed?: CompletedForm;
}

const key = "withholding-wizard";

export function keep(state: Readonly<State>): void {
  const { socialSecurityNumber, socialInsuranceNumber, ...person } = state.person;
  const kept: Kept = {
    version: 1,
    page: state.page,
    home: state.home,
    works: state.works,
    worksAtHome: state.worksAtHome,
    employerAddress: state.employerAddress,
    keptAsTyped: [...state.keptAsTyped],
    flows: Object.fromEntries(
      state.flows.map(({ flow, journey }) => {
        const { answers = {}, at = "" } = journey.save();
        return [flow.id, { answers, at }];
      }),
    ),
    flowIndex: state.flowIndex,
    forms: Object.fromEntries(
      state.forms.map(({ summary, journey, seen, completed }): [string, KeptForm] => [
        summary.id,
        {
          ...(journey === undefined ? {} : { start: journey.save() }),
          seen: [...seen],
          ...(completed === undefined ? {} : { completed: withoutPdf(completed) }),
        },
      ]),
    ),
    person,
    personAsked: state.personAsked,
  };
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Full or forbidden: the wizard works without it.
  }
}

export function kept(): Kept | undefined {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return typeof found === "object" && found !== null && "version" in found && found.version === 1
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
