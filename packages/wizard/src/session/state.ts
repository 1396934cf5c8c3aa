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
  PaymentType,
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

/** How a form is completed: signed here, prepared for the employer's signing tool, or only shown. */
export type Mode = "sign" | "sign-externally" | "preview";

/** Something that was rejected, as the service says it. */
export interface Refusal {
  readonly pointer: string;
  readonly questionId?: string;
  readonly message: string;
}

export interface Failure {
  /** `blocked`: a retry would fail the same way, and the employee cannot fix the problem. */
  readonly kind: "network" | "unauthorized" | "busy" | "other" | "blocked";
  readonly whileSigning: boolean;
  readonly retry: () => void;
  /** What was rejected, where the service or the wizard said so. */
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
  /** Sets that the employee has seen, each with the questions at that time. */
  readonly seen: Set<string>;
  /** Typed text that could not be read as a number, by question ID. The question then has no answer. */
  readonly unread: Map<string, string>;
  /** Came from the review: skip what was already seen. */
  changing: boolean;
  preview?: string;
  /** The declaration in the language of the form, if it is not the page's language. */
  officialStatement?: string;
  completed?: CompletedForm;
}

/** Everything the pages show. Changed only by the session's actions. */
export interface State {
  page: PageName;
  language: Language;
  busy: boolean;
  failure: Failure | undefined;
  /** The person tried to continue: problems are shown now. */
  showProblems: boolean;
  addressesGiven: boolean;
  home: AddressDraft;
  works: readonly AddressDraft[];
  worksAtHome: boolean;
  /** Asked only if it does not follow from something else. */
  employerAddress: AddressDraft;
  location: GuidedFlowsResponse | undefined;
  /** Addresses that the employee keeps as typed, by their ID in the location. */
  readonly keptAsTyped: Set<string>;
  flows: readonly FlowEntry[];
  flowIndex: number;
  forms: readonly FormEntry[];
  formIndex: number;
  person: PersonDraft;
  personAsked: boolean;
  /** Fields of a signed form: all of them, except numbers that were lost in a reload. */
  personFixed: readonly PersonField[];
  /** Completed before the employee started over. */
  earlier: readonly FormEntry[];
  /** Where the offer to start over was made. */
  startOverFrom: PageName;
  signature: string;
  /** What the service rejected, by question id or by pointer. */
  refusals: ReadonlyMap<string, string>;
  /** Id of the field to put the focus on when its page appears. */
  focus: string | undefined;
}

/** After the first completed form, its data cannot change. */
export function isSigned({ forms }: Pick<State, "forms">): boolean {
  return forms.some(({ completed }) => completed !== undefined);
}

export interface Setup {
  readonly client: Client;
  readonly language: Language;
  readonly mode: Mode;
  readonly homeAddress?: Address | undefined;
  readonly workAddresses?: readonly Address[] | undefined;
  readonly paymentType?: PaymentType | undefined;
  readonly employee?: Partial<Employee> | undefined;
  readonly employer?: Partial<Employer> | undefined;
}

/** Callbacks from the session to the element. */
export interface Listener {
  /** Something to show has changed. */
  changed(): void;
  /** Another page is shown. */
  moved(): void;
  /** Problems are shown: focus the summary. */
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
