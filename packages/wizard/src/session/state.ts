import type {
  Address,
  Answers,
  Client,
  Employee,
  Employer,
  Flow,
  FlowJourney,
  FormInformation,
  FormJourney,
  FormSummary,
  FormView,
  GuidedFlowsResponse,
  Language,
  PaymentType,
  QuestionSet,
} from "@withholding-forms/client";
import type { AddressDraft } from "./address.js";
import { type Mode, type PathPage, pageKey } from "./path.js";
import type { PersonDraft, PersonField } from "./person.js";
import type { CompletedForm } from "./results.js";
import type { Previewed, Signatures } from "./signatures.js";

/** A screen of the path, or the offer to start over. */
export type PageName = PathPage["page"] | "startOver";

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
  /** All sets by id, in the language of the page. */
  readonly sets: ReadonlyMap<string, QuestionSet>;
  /** What the employee answered on pages of the flow. */
  answers: Answers;
  /** At the set of the current page. */
  readonly journey: FlowJourney;
}

/** A form that the employee must complete. */
export interface FormEntry {
  readonly summary: FormSummary;
  readonly information: FormInformation;
  /** All sets by id, in the language of the page. */
  readonly sets: ReadonlyMap<string, QuestionSet>;
  /** The service chooses the sets by whether the federal values come with the form. */
  readonly hasFederalValues: boolean;
  /** What the employee answered. What an express page or the checklist answers is not here. */
  answers: Answers;
  /** With all answers, at the set of the current page. On the pages `review` and `sign`, at its end. */
  journey: FormJourney;
  /** The view as far as the answers lead, when the employee last continued. */
  reached: FormView;
  /** Typed text that could not be read as a number, by question ID. The question then has no answer. */
  readonly unread: Map<string, string>;
  /** There on the pages `review` and `sign`, for forms that are not completed. */
  preview?: Previewed;
  /** The declaration in the language of the form, if it is not the page's language. There on the page `sign`. */
  officialStatement?: string;
  completed?: CompletedForm;
}

/** Everything the pages show. Changed only by the session's actions. */
export interface State {
  page: PageName;
  /** The key of the current screen in the path. */
  at: string;
  /** All screens from the first to the last, as far as the answers decide. */
  path: readonly PathPage[];
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
  /** All forms that are required, in order. */
  forms: readonly FormEntry[];
  /** The language that decides which edition of a form is used: that of the page, until a form is completed. */
  formLanguage: Language;
  /** Items that apply: of the checklist, and sets of express pages. */
  checked: ReadonlySet<string>;
  /** Items that the checklist showed when the employee continued from it. */
  offered: ReadonlySet<string> | undefined;
  /** Express pages on which the employee chose that nothing applies, by key. */
  noneApply: ReadonlySet<string>;
  /** Screens that the employee has seen, each with its questions at that time. */
  readonly seen: Set<string>;
  /** Came from the review: screens that were already seen are skipped on the way back. */
  changing: boolean;
  person: PersonDraft;
  /** The person's data are shown although the host gave them: something is wrong with them, or may be. */
  personAsked: boolean;
  /** Numbers were lost in a reload. */
  numbersLost: boolean;
  /** Where the employee was before the reload, while the lost numbers are asked again. */
  resumeAt: string | undefined;
  /** Fields of a signed form: all of them, except numbers that were lost in a reload. */
  personFixed: readonly PersonField[];
  /** Completed before the employee started over. */
  earlier: readonly FormEntry[];
  /** The employee agreed to sign electronically. */
  consents: boolean;
  signature: string;
  /** What was sent to be signed, and what failed. */
  signatures: Signatures;
  /** What the service rejected, by question id or by pointer. */
  refusals: ReadonlyMap<string, string>;
  /** Id of the field to put the focus on when its page appears. */
  focus: string | undefined;
}

/** The current screen of the path. */
export function screenOf({ path, at }: Pick<State, "path" | "at">): PathPage | undefined {
  return path.find((page) => pageKey(page) === at);
}

/** The form of the current screen. */
export function formOf(state: Pick<State, "path" | "at" | "forms">): FormEntry | undefined {
  const screen = screenOf(state);
  if (screen === undefined || !("formId" in screen)) return undefined;
  return state.forms.find(({ summary }) => summary.id === screen.formId);
}

/** The flow of the current screen. */
export function flowOf(state: Pick<State, "path" | "at" | "flows">): FlowEntry | undefined {
  const screen = screenOf(state);
  if (screen?.page !== "flow") return undefined;
  return state.flows.find(({ flow }) => flow.id === screen.flowId);
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
