import type {
  Address,
  Answers,
  Employee,
  Employer,
  Flow,
  FormSummary,
  Frequency,
  GuidedFlowsResponse,
  Language,
  PaymentType,
  QuestionSet,
  ViewAt,
} from "@withholding-forms/client";
import { type AddressDraft, draftOf, emptyAddress, type WorksAt } from "./address.js";
import type { Kept } from "./kept.js";
import type { LoadedForm } from "./load.js";
import { type Mode, type PathFlow, type PathForm, type PathPage, pageKey } from "./path.js";
import { draftOfPerson, type PersonDraft, type PersonField } from "./person.js";
import type { Attempt, CompletedForm, Previewed } from "./results.js";

/** A screen of the path, or the offer to start over. */
export type PageName = PathPage["page"] | "startOver";

/** What the service is asked for, until it is done or fails. Each step looks at what is still missing. */
export interface Goals {
  /** Finds what applies to the addresses, and shows the next screen. */
  locate: unknown;
  /** Shows the screen after the current one. */
  next: unknown;
  /** Shows this screen, which may not be on the path yet. `correct`: the field with something to correct. */
  show: { key: string; correct?: string };
  /** Shows the screen from before a reload. */
  resume: { kept: Kept };
  /** `before`: what a failure returns to. `refreshed`: the messages for what was rejected are in the new language. */
  language: { language: Language; before: State; refreshed: boolean };
  /** Signs the forms in `left`, one after the other, or hands them over. */
  complete: { left: readonly string[]; failed: readonly FailedForm[] };
  download: BlankFile;
}

/** One of several kinds, each with its own members. */
export type OneOf<Tag extends string, Kinds> = {
  [Kind in keyof Kinds]: { readonly [Name in Tag]: Kind } & Readonly<Kinds[Kind]>;
}[keyof Kinds];

export type Goal = OneOf<"kind", Goals>;

export interface BlankFile {
  readonly form: FormSummary;
  readonly fileName: string;
}

export interface FailedForm {
  readonly formId: string;
  readonly problem: Problem;
}

/** Something that was rejected, with the service's message. */
export interface Refusal {
  readonly pointer: string;
  readonly questionId?: string;
  readonly message: string;
}

/** Why something failed, as plain data. */
export interface Problem {
  /** `blocked`: a retry would fail the same way, and the employee cannot fix the problem. */
  readonly kind: "network" | "unauthorized" | "busy" | "other" | "blocked";
  /** `refused`: the service rejected values. `gone`: the service does not have the form or the flow anymore. */
  readonly cause?: "refused" | "gone";
  /** Has the request, a status, and a code; nothing personal. */
  readonly message: string;
  /** Each rejected value, if the service or the wizard knows which. */
  readonly errors: readonly Refusal[];
}

export interface Failure extends Pick<Problem, "kind" | "errors"> {
  readonly whileSigning: boolean;
  /** What failed, to try it again. */
  readonly goal: Goal;
}

export interface FlowEntry extends PathFlow {
  readonly flow: Flow;
  /** At the set of the current page. */
  readonly view: ViewAt;
}

/** Of a form, which always has a first set. */
export type FormView = ViewAt & { readonly set: QuestionSet };

/** A form that the employee must complete. */
export interface FormEntry extends LoadedForm, PathForm {
  readonly summary: FormSummary;
  /** All answers of the view: also what follows from what is checked, and suggestions that were filled in. */
  readonly filled: Answers;
  /** At the set of the current page. On the pages `review` and `sign`, at the end. */
  readonly view: FormView;
  /** The view as far as the answers lead, when the employee last continued. */
  readonly reached: FormView;
  /** Typed text that could not be read as a number, by question ID. The question then has no answer. */
  readonly unread: ReadonlyMap<string, string>;
  /** Questions whose identity numbers were lost in a reload, until the employee continues from their page. */
  readonly lostNumbers: ReadonlySet<string>;
  /** There on the pages `review` and `sign`, for forms that are not completed. */
  readonly preview?: Previewed | undefined;
  readonly completed?: CompletedForm;
}

/** Everything the pages show. Plain data: `reduce` returns a new state for every event. */
export interface State {
  /** What the host gave. */
  readonly setup: Setup;
  readonly page: PageName;
  /** The key of the current screen in the path. */
  readonly at: string;
  /** All screens from the first to the last, as far as the answers decide. */
  readonly path: readonly PathPage[];
  readonly language: Language;
  /** What the service is asked for now; undefined while only the employee can do something. */
  readonly goal: Goal | undefined;
  readonly failure: Failure | undefined;
  /** The employee tried to continue: problems are shown now. */
  readonly showProblems: boolean;
  readonly addressesGiven: boolean;
  readonly home: AddressDraft;
  readonly works: readonly AddressDraft[];
  readonly worksAt: WorksAt;
  /** Asked only if it does not follow from something else. */
  readonly employerAddress: AddressDraft;
  readonly location: GuidedFlowsResponse | undefined;
  /** Addresses that the employee keeps as typed, by their ID in the location. */
  readonly keptAsTyped: ReadonlySet<string>;
  /** Addresses whose places the employee called wrong, so that the questions are asked. */
  readonly placesWrong: ReadonlySet<string>;
  readonly flows: readonly FlowEntry[];
  /** All forms that are required, in order. */
  readonly forms: readonly FormEntry[];
  /** Forms that were loaded, also in other languages, by the key of `load.ts`. */
  readonly loaded: ReadonlyMap<string, LoadedForm>;
  /** What a form or flow gets back when it is required again, by ID. */
  readonly knownForms: ReadonlyMap<string, Partial<FormEntry>>;
  readonly knownFlows: ReadonlyMap<string, Answers>;
  /** The language that decides which edition of a form is used: that of the page, until a form is completed. */
  readonly formLanguage: Language;
  /** Items that apply: of the checklist, and sets of express pages. */
  readonly checked: ReadonlySet<string>;
  /** Items that the checklist showed when the employee continued from it. */
  readonly offered: ReadonlySet<string> | undefined;
  /** Express pages on which the employee chose that nothing applies, by key. */
  readonly noneApply: ReadonlySet<string>;
  /** Screens that the employee has seen, each with its questions at that time. */
  readonly seen: ReadonlySet<string>;
  /** Came from the review: screens that were already seen are skipped on the way back. */
  readonly changing: boolean;
  readonly person: PersonDraft;
  /** The person's data are shown although the host gave them: something is wrong with them, or may be. */
  readonly personAsked: boolean;
  /** The employee's own numbers were lost in a reload. */
  readonly numbersLost: boolean;
  /** Where the employee was before the reload, while the lost numbers are asked again. */
  readonly resumeAt: string | undefined;
  /** Fields of a signed form: all of them, except numbers that were lost in a reload. */
  readonly personFixed: readonly PersonField[];
  /** Completed before the employee started over. */
  readonly earlier: readonly FormEntry[];
  /** Answers that are probably mistakes, by question ID; `""` for none. The employee confirms them by continuing again. */
  readonly doubts: ReadonlyMap<string, string>;
  /** For the estimate of a paycheck. */
  readonly pay: Pay;
  /** The employee agreed to sign electronically. */
  readonly consents: boolean;
  readonly signature: string;
  /** The last attempt to sign each form, by form ID. */
  readonly attempts: ReadonlyMap<string, Attempt>;
  /** What the service rejected, by question id or by pointer. */
  readonly refusals: ReadonlyMap<string, string>;
}

/** Regular pay of a pay period, before taxes, as typed. It is only in this state: it is not sent, and not kept. */
export interface Pay {
  readonly amount: string;
  readonly frequency: Frequency;
}

export interface Setup {
  readonly mode: Mode;
  readonly homeAddress?: Address | undefined;
  readonly workAddresses?: readonly Address[] | undefined;
  readonly paymentType?: PaymentType | undefined;
  readonly employee?: Partial<Employee> | undefined;
  readonly employer?: Partial<Employer> | undefined;
  readonly pay?: Pay | undefined;
  /** Where most addresses are, until the employee chooses another country. */
  readonly country?: AddressDraft["country"];
}

export function initialState(setup: Setup, language: Language): State {
  const { homeAddress, workAddresses = [], employee, employer, country = "US" } = setup;
  return {
    ...unanswered(language),
    setup,
    page: "addresses",
    language,
    goal: undefined,
    failure: undefined,
    showProblems: false,
    addressesGiven: homeAddress !== undefined && workAddresses.length > 0,
    home: homeAddress === undefined ? { ...emptyAddress, country } : draftOf(homeAddress),
    works: workAddresses.length === 0 ? [{ ...emptyAddress, country }] : workAddresses.map(draftOf),
    worksAt: "WORKPLACE",
    employerAddress: emptyAddress,
    keptAsTyped: new Set(),
    placesWrong: new Set(),
    loaded: new Map(),
    person: draftOfPerson(employee, employer),
    personAsked: false,
    numbersLost: false,
    resumeAt: undefined,
    earlier: [],
    pay: setup.pay ?? { amount: "", frequency: "BIWEEKLY" },
  };
}

/** What starting over forgets. */
export function unanswered(language: Language) {
  return {
    at: "addresses",
    path: [{ page: "addresses" }],
    location: undefined,
    flows: [],
    forms: [],
    knownForms: new Map(),
    knownFlows: new Map(),
    formLanguage: language,
    checked: new Set(),
    offered: undefined,
    noneApply: new Set(),
    seen: new Set(),
    changing: false,
    personFixed: [],
    consents: false,
    signature: "",
    attempts: new Map(),
    refusals: new Map(),
    doubts: new Map(),
  } satisfies Partial<State>;
}

/** The current screen of the path. */
export function screenOf({ path, at }: Pick<State, "path" | "at">): PathPage | undefined {
  return path.find((page) => pageKey(page) === at);
}

export function formWith({ forms }: Pick<State, "forms">, formId: string | undefined): FormEntry | undefined {
  return forms.find(({ id }) => id === formId);
}

/** The form of the current screen. */
export function formOf(state: Pick<State, "path" | "at" | "forms">): FormEntry | undefined {
  const screen = screenOf(state);
  return screen !== undefined && "formId" in screen ? formWith(state, screen.formId) : undefined;
}

/** The flow of the current screen. */
export function flowOf(state: Pick<State, "path" | "at" | "flows">): FlowEntry | undefined {
  const screen = screenOf(state);
  return screen?.page === "flow" ? state.flows.find(({ id }) => id === screen.flowId) : undefined;
}

/** The state with one form changed. */
export function withForm(state: State, formId: string, change: Partial<FormEntry>): State {
  const forms = state.forms.map((entry) => (entry.id === formId ? { ...entry, ...change } : entry));
  return { ...state, forms };
}

export function isCompleted({ completed }: Pick<FormEntry, "completed">): boolean {
  return completed !== undefined;
}

/** After the first completed form, its data cannot change. */
export function isSigned({ forms }: Pick<State, "forms">): boolean {
  return forms.some(isCompleted);
}

/** Including those from before starting over. */
export function completedForms({ earlier, forms }: State): readonly CompletedForm[] {
  return [...earlier, ...forms].flatMap(({ completed }) => completed ?? []);
}

export function withItem<Item>(items: ReadonlySet<Item>, item: Item, on = true): ReadonlySet<Item> {
  return new Set(on ? [...items, item] : [...items].filter((one) => one !== item));
}
