import {
  type Language,
  NotFoundError,
  ProblemError,
  UnauthorizedError,
  WithholdingFormsError,
} from "@withholding-forms/client";
import { loadMessages } from "../messages/messages-in.js";
import { type AddressDraft, draftOf, emptyAddress } from "./address.js";
import { itemId } from "./checklist.js";
import type { Core } from "./core.js";
import type { AddressName } from "./field-ids.js";
import { createForms, type Forms } from "./forms.js";
import { type Kept, restore } from "./keep.js";
import { createLocation, type Location } from "./location.js";
import { pageKey } from "./path.js";
import { personIsComplete } from "./people.js";
import { draftOfPerson, isNumber, type PersonField, personFields } from "./person.js";
import { pointerOf } from "./places.js";
import { targetOf } from "./refusals.js";
import type { CompletedForm } from "./results.js";
import { nothingSigned } from "./signatures.js";
import { createSigning, type Signing } from "./signing.js";
import {
  BlockedError,
  type Failure,
  type FormEntry,
  isSigned,
  type Listener,
  type Refusal,
  type Setup,
  type State,
} from "./state.js";
import { createSteps } from "./steps.js";
import { bringAlong } from "./suggestions.js";

/** One employee's path from addresses to signed forms. Knows nothing about pages. */
export interface Session extends Location, Forms, Signing {
  readonly state: Readonly<State>;
  readonly setup: Setup;
  /** From the start, or from where the employee was before a reload. */
  start(kept?: Kept): void;
  back(): void;
  canGoBack(): boolean;
  changeLanguage(language: Language): void;
  editAddress(which: AddressName, part: keyof AddressDraft, value: string): void;
  addWork(): void;
  removeWork(index: number): void;
  workAtHome(on: boolean): void;
  editPerson(field: PersonField, value: string): void;
  /** Including those from before starting over. */
  completedForms(): readonly CompletedForm[];
  /** Offers to start over instead of changing a signed form. */
  offerStartOver(): void;
  startOver(): void;
  /** From the offer back to where it was made. */
  keepGoing(): void;
  /** The field to focus, once. */
  takeFocus(): string | undefined;
}

export function createSession(setup: Setup, listener: Listener): Session {
  const { homeAddress, workAddresses = [] } = setup;
  const state: State = {
    page: "addresses",
    at: "addresses",
    path: [{ page: "addresses" }],
    language: setup.language,
    busy: false,
    failure: undefined,
    showProblems: false,
    addressesGiven: homeAddress !== undefined && workAddresses.length > 0,
    home: homeAddress === undefined ? emptyAddress : draftOf(homeAddress),
    works: workAddresses.length === 0 ? [emptyAddress] : workAddresses.map(draftOf),
    worksAtHome: false,
    employerAddress: emptyAddress,
    location: undefined,
    keptAsTyped: new Set(),
    flows: [],
    forms: [],
    formLanguage: setup.language,
    checked: new Set(),
    offered: undefined,
    noneApply: new Set(),
    seen: new Set(),
    changing: false,
    person: draftOfPerson(setup.employee, setup.employer),
    personAsked: false,
    numbersLost: false,
    resumeAt: undefined,
    personFixed: [],
    earlier: [],
    consents: false,
    signature: "",
    signatures: nothingSigned,
    refusals: new Map(),
    focus: undefined,
  };
  const steps = createSteps({ state, setup, listener, run, offerStartOver, refuse }, (entry) =>
    bringAlong(entry, state),
  );
  const core: Core = { state, setup, listener, run, offerStartOver, refuse, show: steps.show, leadTo };
  const location = createLocation(core, steps);
  const forms = createForms(core, steps);
  const signing = createSigning(core, steps);
  steps.before.review = signing.prepareReview;
  steps.before.sign = signing.prepareSign;

  async function run(action: () => Promise<void>, signing = false): Promise<void> {
    if (state.busy) return;
    state.busy = true;
    state.failure = undefined;
    listener.changed();
    try {
      await action();
    } catch (error) {
      const errors = error instanceof BlockedError || error instanceof ProblemError ? error.errors : [];
      const retry = () => run(action, signing);
      state.failure = { kind: kindOf(error), whileSigning: signing, retry, errors };
      listener.failed(state.failure, error);
    } finally {
      state.busy = false;
      listener.changed();
    }
  }

  function refuse(): void {
    state.showProblems = true;
    listener.refused();
    listener.changed();
  }

  async function leadTo(errors: readonly Refusal[], entry?: FormEntry): Promise<boolean> {
    const found = errors.flatMap((error) => {
      const target = targetOf(error, entry, state, setup);
      return target === undefined ? [] : [{ target, message: error.message }];
    });
    const [first] = found;
    if (first === undefined) return false;
    const { page, questionSetId, field } = first.target;
    state.refusals = new Map(found.map(({ target, message }) => [target.key, message]));
    if (page === "person") state.personAsked = true;
    const { id: formId = "" } = entry?.summary ?? {};
    const isQuestion = page === "questions" && questionSetId !== undefined;
    // An answer that was not asked for, such as one of an express page, is asked for now.
    if (isQuestion) state.checked = new Set([...state.checked, itemId(formId, questionSetId)]);
    if (state.location !== undefined) await steps.settle();
    state.changing = true;
    steps.show(isQuestion ? itemId(page, formId, questionSetId) : page);
    state.focus = field;
    refuse();
    return true;
  }

  function offerStartOver(): void {
    state.page = "startOver";
    state.showProblems = false;
    state.failure = undefined;
    listener.moved();
    listener.changed();
  }

  function begin(): void {
    if (state.addressesGiven) run(location.locate);
    else steps.show("addresses");
  }

  async function resume(kept: Kept): Promise<void> {
    restore(state, kept);
    if (kept.at === "addresses") return begin();
    try {
      await location.request();
      for (const entry of state.flows) entry.answers = kept.flows[entry.flow.id] ?? {};
      await settleWith(kept);
    } catch (error) {
      // A form or flow that no longer exists: the addresses are still valid.
      if (!(error instanceof NotFoundError)) throw error;
      return begin();
    }
    state.numbersLost = !personIsComplete(state, setup);
    const person = state.path.some(({ page }) => page === "person");
    const isThere = state.path.some((page) => pageKey(page) === kept.at);
    const before = state.path.slice(
      0,
      state.path.findIndex((page) => pageKey(page) === kept.at),
    );
    // Numbers are never stored: they are asked again where the employee continues.
    if (state.numbersLost && person && before.some(({ page }) => page === "person")) {
      state.resumeAt = kept.at;
      return steps.show("person");
    }
    await steps.enter(isThere ? kept.at : steps.firstOpen());
  }

  /** Forms become required by answers, so their own answers come when they are there. */
  async function settleWith(kept: Kept): Promise<void> {
    await steps.settle();
    for (const entry of state.forms) {
      const before = kept.forms[entry.summary.id];
      entry.answers = before?.answers ?? {};
      if (before?.completed !== undefined) entry.completed = before.completed;
    }
    if (isSigned(state))
      state.personFixed = personFields.filter((field) => !isNumber(field) || state.person[field]);
    await steps.settle();
  }

  function changeLanguage(language: Language): void {
    if (language === state.language) return;
    const { failure } = state;
    const before = { ...state };
    run(async () => {
      await loadMessages(language);
      try {
        state.language = language;
        // A completed form stays what it is.
        if (!isSigned(state)) state.formLanguage = language;
        // On the address page addresses may be incomplete; they are looked up again when the employee continues.
        if (state.location !== undefined && state.page !== "addresses") {
          await location.request();
          await steps.settle();
        }
        await signing.refreshRefusals();
        await refresh();
        for (const { unread } of state.forms) unread.clear();
      } catch (error) {
        const { busy, failure: now } = state;
        Object.assign(state, before, { busy, failure: now });
        throw error;
      }
    }).then(() => {
      // The explanation of the problem is in the new language, too.
      if (failure?.kind === "blocked" && !failure.whileSigning && state.failure === undefined)
        failure.retry();
    });
  }

  /** The current screen again, after its texts have changed. */
  async function refresh(): Promise<void> {
    const screen = state.path.find((page) => pageKey(page) === state.at);
    if (screen?.page === "questions")
      state.forms.find(({ summary }) => summary.id === screen.formId)?.journey.goTo(screen.questionSetId);
    if (screen?.page === "flow")
      state.flows.find(({ flow }) => flow.id === screen.flowId)?.journey.goTo(screen.questionSetId);
    if (state.page === "review" || state.page === "sign") await steps.before[state.page]?.();
  }

  return {
    state,
    setup,
    ...location,
    ...forms,
    ...signing,
    start: (kept) => (kept === undefined ? begin() : core.run(() => resume(kept))),
    back: steps.back,
    canGoBack: steps.canGoBack,
    changeLanguage,
    editAddress(which, part, value) {
      const edit = (draft: AddressDraft): AddressDraft =>
        part === "country"
          ? { ...draft, country: value === "CA" ? "CA" : "US", region: "", code: "" }
          : { ...draft, [part]: value };
      if (which === "home") state.home = edit(state.home);
      else if (which === "employer") state.employerAddress = edit(state.employerAddress);
      else state.works = state.works.map((work, index) => (index === which ? edit(work) : work));
      const root = `${pointerOf(which)}/`;
      state.refusals = new Map([...state.refusals].filter(([key]) => !key.startsWith(root)));
      listener.changed();
    },
    addWork() {
      state.works = [...state.works, emptyAddress];
      listener.changed();
    },
    removeWork(at) {
      state.works = state.works.filter((_, index) => index !== at);
      listener.changed();
    },
    workAtHome(on) {
      state.worksAtHome = on;
      listener.changed();
    },
    editPerson(field, value) {
      state.person = { ...state.person, [field]: value };
      const pointers = [`/employee/${field}`, `/employer/${field}`];
      state.refusals = new Map([...state.refusals].filter(([key]) => !pointers.includes(key)));
      listener.changed();
    },
    takeFocus() {
      const { focus } = state;
      state.focus = undefined;
      return focus;
    },
    completedForms: () =>
      [...state.earlier, ...state.forms].flatMap(({ completed }) =>
        completed === undefined ? [] : [completed],
      ),
    offerStartOver,
    startOver() {
      state.earlier = [...state.earlier, ...state.forms.filter(({ completed }) => completed !== undefined)];
      steps.clear();
      Object.assign(state, {
        location: undefined,
        flows: [],
        forms: [],
        path: [{ page: "addresses" }],
        at: "addresses",
        formLanguage: state.language,
        checked: new Set(),
        offered: undefined,
        noneApply: new Set(),
        changing: false,
        refusals: new Map(),
        personFixed: [],
        consents: false,
        signature: "",
        signatures: nothingSigned,
        // The name and the numbers may be what was wrong.
        personAsked: true,
      } satisfies Partial<State>);
      state.seen.clear();
      begin();
    },
    keepGoing: () => steps.show(state.at),
  };
}

function kindOf(error: unknown): Failure["kind"] {
  if (error instanceof BlockedError) return "blocked";
  if (error instanceof UnauthorizedError) return "unauthorized";
  if (!(error instanceof WithholdingFormsError)) return "other";
  if (error.kind === "network" || error.kind === "timeout") return "network";
  const status = "status" in error ? Number(error.status) : 0;
  if (status === 429 || status === 502 || status === 503 || status === 504) return "busy";
  // The same request would be rejected again.
  return error instanceof ProblemError && status < 500 ? "blocked" : "other";
}
