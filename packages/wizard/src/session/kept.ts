import type { Answers, Language } from "@withholding-forms/client";
import type { AddressDraft, WorksAt } from "./address.js";
import type { PersonDraft } from "./person.js";
import type { CompletedForm } from "./results.js";

/** What survives a reload of the page, if the host requests it. Without anyone's identity numbers and signed PDFs. */
export interface Kept {
  readonly version: 4;
  readonly language: Language;
  readonly formLanguage: Language;
  /** The key of the screen. */
  readonly at: string;
  readonly home: AddressDraft;
  readonly works: readonly AddressDraft[];
  readonly worksAt: WorksAt;
  readonly employerAddress: AddressDraft;
  readonly keptAsTyped: readonly string[];
  readonly placesWrong?: readonly string[];
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

export interface KeptForm {
  readonly answers: Answers;
  /** IDs of the questions whose answers are identity numbers, to ask them again. */
  readonly lostNumbers: readonly string[];
  readonly completed?: CompletedForm;
}
