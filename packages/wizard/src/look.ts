import type { Language } from "@withholding-forms/client";
import type { Messages } from "./messages/messages.js";
import type { CompletedForm } from "./results.js";
import type { Session } from "./session.js";

/** What a page needs to show itself. */
export interface Look {
  readonly session: Session;
  readonly words: Messages;
  readonly language: Language;
  /** What stands in fields while they are typed in, before it is brought into the usual spelling. */
  readonly typed: Map<string, string>;
  readonly refresh: () => void;
  /** Puts the focus on the field with this id. */
  readonly focus: (id: string) => void;
  readonly download: (bytes: Uint8Array, fileName: string) => void;
  /** The person has a copy of their own now. */
  readonly saved: (form: CompletedForm) => void;
  readonly print: (pdf: string) => void;
  /** An address for a PDF in base 64 that lives as long as the wizard. */
  readonly addressOfPdf: (pdf: string) => string;
  readonly canShowPdf: boolean;
}

export interface Trouble {
  /** Id of the field to go to. */
  readonly field: string;
  readonly message: string;
}
