import type {
  FillPdfRequest,
  FillPdfResponse,
  GuidedFlowsResponse,
  Language,
  LocationRequest,
} from "@withholding-forms/client";
import type { AddressPart, WorksAt } from "./address.js";
import type { AddressName } from "./field-ids.js";
import type { Kept } from "./kept.js";
import type { FormKey, LoadedForm, Sets } from "./load.js";
import type { PersonField } from "./person.js";
import type { Attempt, CompletedForm, Previewed } from "./results.js";
import type { BlankFile, Failure, OneOf, Pay, Problem, State } from "./state.js";

/** What the employee does. */
export interface Actions {
  /** From the beginning, or from where the employee was before a reload. */
  start: { kept?: Kept | undefined };
  /** Continues from the current page, whichever it is. */
  submit: unknown;
  back: unknown;
  /** Tries again what failed. */
  retry: unknown;
  changeLanguage: { language: Language };
  editAddress: { which: AddressName; part: AddressPart; value: string };
  addWork: unknown;
  removeWork: { index: number };
  workAt: { place: WorksAt };
  keepAsTyped: { addressId: string; on: boolean };
  placesWrong: { addressId: string; on: boolean };
  /** Checks or clears an item of the checklist, or a set of an express page. */
  check: { item: string; on: boolean };
  /** On an express page: nothing on it applies. */
  chooseNone: { on: boolean };
  editPay: { pay: Partial<Pay> };
  editPerson: { field: PersonField; value: string };
  /** Null: no answer. `unread`: typed text that could not be read as a number; there is no answer then. */
  answer: { questionId: string; answer: string | readonly string[] | null; unread?: string | undefined };
  /** From the review: back to a question, or to the statement of a set that does not apply, keeping everything. */
  change: { formId: string; questionSetId: string; questionId?: string | undefined };
  changePerson: unknown;
  /** Other addresses may need other forms. */
  changeAddresses: unknown;
  /** From the page that says that a form cannot be used: back to what led to the form. */
  chooseOtherForm: unknown;
  /** From the same page: gives up the claim that the form does not allow. */
  takeWayOut: unknown;
  /** Consents to signing electronically, or withdraws the consent. */
  consent: { on: boolean };
  editSignature: { typed: string };
  /** Offers to start over instead of changing a signed form. */
  offerStartOver: unknown;
  startOver: unknown;
  /** Saves a blank form that is not loaded yet. */
  download: BlankFile;
}

/** What an effect led to. */
export interface Outcomes {
  /** The flows' sets by flow ID, in the language. Without a location, only the language has changed. */
  located: { language: Language; location?: GuidedFlowsResponse; sets?: ReadonlyMap<string, Sets> };
  loaded: { forms: ReadonlyMap<string, LoadedForm> };
  previewed: { previews: readonly Previewed[] };
  signed: { response: FillPdfResponse; sha256: string | undefined };
  downloaded: unknown;
  /** `formId`: of the form that was previewed or signed. */
  failed: { problem: Problem; formId?: string };
}

/** What `run.ts` does by asking the service. An outcome follows. */
export interface Requests {
  locate: { language: Language; request?: LocationRequest };
  load: { forms: readonly FormKey[] };
  preview: { requests: readonly FillPdfRequest[]; language: Language };
  sign: { attempt: Attempt };
  download: BlankFile;
}

/** What the element does on the page and for its host. */
export interface PageEffects {
  /** Another page is shown. `field`: the one to focus. */
  moved: { field?: string | undefined };
  /** Problems are shown: focus the field or the summary. */
  refused: { field?: string | undefined };
  failed: { failure: Failure; message: string };
  delivered: { form: CompletedForm };
  completed: { forms: readonly CompletedForm[] };
}

export type Action = OneOf<"type", Actions>;
export type Outcome = OneOf<"type", Outcomes>;
export type Event = Action | Outcome;
export type Request = OneOf<"kind", Requests>;
export type PageEffect = OneOf<"kind", PageEffects>;
export type Effect = Request | PageEffect;

export interface Step {
  readonly state: State;
  readonly effects: readonly Effect[];
}

export function step(state: State, ...effects: readonly Effect[]): Step {
  return { state, effects };
}
