import type { Language } from "@withholding-forms/client";
import { messagesIn } from "./messages/messages-in.js";
import { titleOf } from "./pages/title.js";
import type { OwedForm } from "./session/owed.js";
import type { CompletedForm } from "./session/results.js";
import type { Problem } from "./session/state.js";
import { formOf, type PageName, type State, screenOf } from "./session/state.js";

export interface StepDetail {
  readonly page: PageName;
  /** The heading, for the title of the host page. */
  readonly title: string;
  readonly language: Language;
  readonly formId?: string;
  readonly questionSetId?: string;
}

export interface CompletedDetail {
  readonly forms: readonly CompletedForm[];
  /** Forms the employee still needs, from jurisdictions whose forms the service does not have. */
  readonly owed: readonly OwedForm[];
}

export interface SignedDetail {
  readonly form: CompletedForm;
  /**
   * Call it while the event is dispatched if you store the form. The employee sees that you received it once the promise is
   * fulfilled. If it is rejected, the employee is asked to bring you a copy.
   */
  readonly waitUntil: (stored: Promise<unknown>) => void;
}

export interface ErrorDetail {
  readonly kind: Problem["kind"];
  /** Has the request, a status, and a code; nothing personal. */
  readonly message: string;
  /** Where the rejected entries are in the request, such as `/employer/federalEIN`; no values. */
  readonly pointers: readonly string[];
}

export function stepDetail(state: State): StepDetail {
  const { page, language } = state;
  const entry = formOf(state);
  const screen = screenOf(state);
  return {
    page,
    title: titleOf(state, messagesIn(language)),
    language,
    ...(entry === undefined ? {} : { formId: entry.summary.id }),
    ...(screen?.page === "questions" ? { questionSetId: screen.questionSetId } : {}),
  };
}
