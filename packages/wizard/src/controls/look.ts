import type { Language } from "@withholding-forms/client";
import type { Deliveries } from "../deliveries.js";
import type { Messages } from "../messages/messages-in.js";
import type { Event } from "../session/events.js";
import type { State } from "../session/state.js";
import type { BlankForms } from "./blank-forms.js";
import type { FormImages } from "./form-images.js";

/** What a page needs to render. */
export interface Look {
  readonly state: State;
  /** Reports what the employee does. */
  readonly send: (event: Event) => void;
  readonly words: Messages;
  readonly language: Language;
  /** The text in fields while the employee types, before it is formatted. */
  readonly typed: Map<string, string>;
  readonly refresh: () => void;
  /** Puts the focus on the field with this id. */
  readonly focus: (id: string) => void;
  /** Saves a file on the employee's device; a PDF by default. */
  readonly download: (bytes: Uint8Array, fileName: string, type?: string) => void;
  readonly print: (pdf: string) => void;
  /** A URL for a PDF, valid as long as the wizard exists. Without bytes, the key is the PDF in Base64. */
  readonly addressOf: (key: string, pdf?: Uint8Array) => string;
  /** A URL of the service. */
  readonly addressInService: (path: string) => string;
  /** The page on which anyone can check a signed file. */
  readonly verifyUrl: string | undefined;
  readonly blanks: BlankForms;
  readonly images: FormImages;
  readonly deliveries: Deliveries;
}

export interface Trouble {
  /** Id of the field to go to. */
  readonly field: string;
  readonly message: string;
}
