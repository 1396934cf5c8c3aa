import {
  type Language,
  NotFoundError,
  ProblemError,
  UnauthorizedError,
  WithholdingFormsError,
} from "@withholding-forms/client";
import { type AddressDraft, draftOf, emptyAddress } from "./address.js";
import type { Core } from "./core.js";
import type { AddressName } from "./field-ids.js";
import { createForms, type Forms } from "./forms.js";
import type { Kept } from "./keep.js";
import { createLocation, type Location } from "./location.js";
import { draftOfPerson, isNumber, type PersonField, personFields } from "./person.js";
import { pointerOf } from "./places.js";
import { targetOf } from "./refusals.js";
import type { CompletedForm } from "./results.js";
import {
  BlockedError,
  type Failure,
  type FormEntry,
  type Listener,
  type Refusal,
  type Setup,
  type State,
} from "./state.js";

/** One employee's path from addresses to signed forms. Knows nothing about pages. */
export interface Session extends Location, Forms {
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
    flowIndex: 0,
    forms: [],
    formIndex: 0,
    person: draftOfPerson(setup.employee, setup.employer),
    personAsked: false,
    personFixed: [],
    earlier: [],
    startOverFrom: "addresses",
    signature: "",
    refusals: new Map(),
    focus: undefined,
  };
  const core: Core = { state, setup, listener, run, show, offerStartOver, refuse, leadTo };
  const forms = createForms(core);
  const location = createLocation(core, forms.showForms);

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

  function show(page: State["page"]): void {
    state.page = page;
    state.showProblems = false;
    state.failure = undefined;
    listener.moved();
    listener.changed();
  }

  function refuse(): void {
    state.showProblems = true;
    listener.refused();
    listener.changed();
  }

  function leadTo(errors: readonly Refusal[], entry?: FormEntry): boolean {
    const found = errors.flatMap((error) => {
      const target = targetOf(error, entry, state, setup);
      return target === undefined ? [] : [{ target, message: error.message }];
    });
    const [first] = found;
    if (first === undefined) return false;
    const { page, questionSetId, field } = first.target;
    state.refusals = new Map(found.map(({ target, message }) => [target.key, message]));
    if (page === "person") state.personAsked = true;
    if (entry !== undefined && questionSetId !== undefined) {
      entry.journey?.goTo(questionSetId);
      entry.changing = true;
    }
    show(page);
    state.focus = field;
    refuse();
    return true;
  }

  function offerStartOver(): void {
    state.startOverFrom = state.page;
    show("startOver");
  }

  function begin(): void {
    if (state.addressesGiven) location.locate();
    else show("addresses");
  }

  async function resume(kept: Kept): Promise<void> {
    if (!state.addressesGiven) {
      state.home = kept.home;
      state.works = kept.works;
      state.worksAtHome = kept.worksAtHome;
    }
    for (const id of kept.keptAsTyped) state.keptAsTyped.add(id);
    state.person = { ...kept.person, ...state.person };
    state.personAsked = kept.personAsked;
    state.employerAddress = kept.employerAddress ?? emptyAddress;
    if (Object.values(kept.forms).some(({ completed }) => completed !== undefined))
      state.personFixed = personFields.filter((field) => !isNumber(field) || state.person[field]);
    if (kept.page === "addresses" || kept.page === "confirm") return show("addresses");
    try {
      await location.restore(kept);
      if (kept.page === "flow") return show("flow");
      await forms.restore(kept);
    } catch (error) {
      // A form or flow that no longer exists: the addresses are still valid.
      if (!(error instanceof NotFoundError)) throw error;
      show("addresses");
    }
  }

  function back(): void {
    if (state.busy) return;
    switch (state.page) {
      case "confirm":
        return show("addresses");
      case "flow":
        return location.backInFlow();
      case "overview":
      case "empty":
        return location.toLastFlow();
      case "person":
        return show("overview");
      case "signed":
        return offerStartOver();
      default:
        return forms.backInForm();
    }
  }

  function canGoBack(): boolean {
    switch (state.page) {
      case "addresses":
      case "done":
      case "startOver":
        return false;
      case "flow":
        return (
          state.flowIndex > location.firstFlow() ||
          (state.flows[state.flowIndex]?.journey.view.path.length ?? 0) > 1 ||
          !state.addressesGiven
        );
      case "overview":
      case "empty":
        return state.flows.some(({ journey }) => journey.view.set !== undefined) || !state.addressesGiven;
      default:
        return true;
    }
  }

  function changeLanguage(language: Language): void {
    if (language === state.language) return;
    const { failure } = state;
    run(async () => {
      await Promise.all([location.changeLanguage(language), forms.changeLanguage(language)]);
      state.language = language;
      await forms.refreshRefusals();
    }).then(() => {
      // The explanation of the problem is in the new language, too.
      if (failure?.kind === "blocked" && !failure.whileSigning && state.failure === undefined)
        failure.retry();
    });
  }

  return {
    state,
    setup,
    ...location,
    ...forms,
    start: (kept) => (kept === undefined ? begin() : core.run(() => resume(kept))),
    back,
    canGoBack,
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
      location.clear();
      forms.clear();
      state.refusals = new Map();
      state.personFixed = [];
      // The name and the numbers may be what was wrong.
      state.personAsked = true;
      begin();
    },
    keepGoing: () => show(state.startOverFrom),
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
