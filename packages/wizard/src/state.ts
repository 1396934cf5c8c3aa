import type {
  Address,
  Client,
  Employee,
  Employer,
  Flow,
  FlowJourney,
  FormInformation,
  FormJourney,
  FormSummary,
  GuidedFlowsResponse,
  Language,
} from "@withholding-forms/client";
import type { AddressDraft } from "./address.js";
import type { PersonDraft, PersonField } from "./person.js";
import type { CompletedForm } from "./results.js";

export type PageName =
  | "addresses"
  | "confirm"
  | "flow"
  | "overview"
  | "person"
  | "questions"
  | "ineligible"
  | "review"
  | "preview"
  | "sign"
  | "signed"
  | "done"
  | "empty"
  | "startOver";

/** How forms end: signed here, made ready for a signing tool of the employer, or only shown. */
export type Mode = "sign" | "sign-externally" | "preview";

/** Something that was refused, as the service says it. */
export interface Refusal {
  readonly pointer: string;
  readonly questionId?: string;
  readonly message: string;
}

export interface Failure {
  /** `blocked`: another try would fail the same way, and the employee cannot change what is wrong. */
  readonly kind: "network" | "unauthorized" | "busy" | "other" | "blocked";
  readonly whileSigning: boolean;
  readonly retry: () => void;
  /** What was refused, where the service or the wizard said so. */
  readonly errors: readonly Refusal[];
}

export interface FlowEntry {
  readonly flow: Flow;
  readonly journey: FlowJourney;
}

export interface FormEntry {
  readonly summary: FormSummary;
  readonly information: FormInformation;
  journey?: FormJourney;
  /** Sets the person has seen, each with the questions that were asked there then. */
  readonly seen: Set<string>;
  /** Numbers as they were typed that could not be read, by question id. Each question then has no answer. */
  readonly unread: Map<string, string>;
  /** Came from the review: what was seen before needs no second look. */
  changing: boolean;
  preview?: string;
  /** The declaration in the language of the form, where that is not the page's. */
  officialStatement?: string;
  completed?: CompletedForm;
}

/** Everything the pages show. Changed only by the session's actions. */
export interface State {
  page: PageName;
  language: Language;
  busy: boolean;
  failure: Failure | undefined;
  /** The person tried to go on: problems are shown now. */
  showProblems: boolean;
  addressesGiven: boolean;
  home: AddressDraft;
  works: readonly AddressDraft[];
  worksAtHome: boolean;
  /** Asked where it follows from nothing else. */
  employerAddress: AddressDraft;
  location: GuidedFlowsResponse | undefined;
  /** Addresses that the person wants spelled as typed, by their id in the location. */
  readonly keptAsTyped: Set<string>;
  flows: readonly FlowEntry[];
  flowIndex: number;
  forms: readonly FormEntry[];
  formIndex: number;
  person: PersonDraft;
  personAsked: boolean;
  /** What a signed form carries: all of it, except for numbers that a reload has lost. */
  personFixed: readonly PersonField[];
  /** Completed before the employee started over. */
  earlier: readonly FormEntry[];
  /** Where the offer to start over was made. */
  startOverFrom: PageName;
  signature: string;
  /** What the service refused, by question id or by pointer. */
  refusals: ReadonlyMap<string, string>;
  /** Id of the field to put the focus on when its page appears. */
  focus: string | undefined;
}

/** From the first completed form on, what it carries cannot change. */
export function isSigned({ forms }: Pick<State, "forms">): boolean {
  return forms.some(({ completed }) => completed !== undefined);
}

export interface Setup {
  readonly client: Client;
  readonly language: Language;
  readonly mode: Mode;
  readonly homeAddress?: Address | undefined;
  readonly workAddresses?: readonly Address[] | undefined;
  readonly employee?: Partial<Employee> | undefined;
  readonly employer?: Partial<Employer> | undefined;
}

/** What the session tells the element. */
export interface Listener {
  /** Something to show has changed. */
  changed(): void;
  /** Another page is shown. */
  moved(): void;
  /** Problems are shown: the summary wants the focus. */
  refused(): void;
  failed(failure: Failure, error: unknown): void;
  signed(form: CompletedForm): void;
  completed(forms: readonly CompletedForm[]): void;
}

/** Something only the employer can correct. The message names places in the request, nothing personal. */
export class BlockedError extends Error {
  readonly errors: readonly Refusal[];

  constructor(errors: readonly Refusal[]) {
    super(`the employer's data: ${errors.map(({ pointer }) => pointer).join(", ")}`);
    this.errors = errors;
  }
}
