import type { Language } from "@withholding-forms/client";
import type { Messages } from "../messages/messages.js";
import type { CompletedForm } from "../session/results.js";
import type { Session } from "../session/session.js";
import type { BlankForms } from "./blank-forms.js";
import type { FormImages } from "./form-images.js";

/** What a page needs to render. */
export interface Look {
  readonly session: Session;
  readonly words: Messages;
  readonly language: Language;
  /** The text in fields while the employee types, before it is formatted. */
  readonly typed: Map<string, string>;
  readonly refresh: () => void;
  /** Puts the focus on the field with this id. */
  readonly focus: (id: string) => void;
  /** Saves a file on the employee's device; a PDF by default. */
  readonly download: (bytes: Uint8Array, fileName: string, type?: string) => void;
  /** The employee has saved a copy. */
  readonly saved: (form: CompletedForm) => void;
  readonly print: (pdf: string) => void;
  /** A URL for a Base64 PDF, valid as long as the wizard exists. */
  readonly addressOfPdf: (pdf: string) => string;
  /** A URL for the bytes of a PDF, valid as long as the wizard exists. */
  readonly addressOf: (key: string, pdf: Uint8Array) => string;
  /** A URL of the service. */
  readonly addressInService: (path: string) => string;
  readonly blanks: BlankForms;
  readonly images: FormImages;
  readonly deliveryOf: (form: CompletedForm) => Delivery | undefined;
}

/** What the host says about a form that it received. Undefined: nothing. */
export type Delivery = "PENDING" | "DELIVERED" | "FAILED";

export interface Trouble {
  /** Id of the field to go to. */
  readonly field: string;
  readonly message: string;
}
