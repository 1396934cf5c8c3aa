import {
  type Language,
  NotFoundError,
  UnauthorizedError,
  WithholdingFormsError,
} from "@withholding-forms/client";
import { type AddressDraft, addressOf, addressProblems, draftOf, emptyAddress } from "./address.js";
import { createForms, type Forms } from "./forms.js";
import type { Kept } from "./keep.js";
import { createLocation, type Location } from "./location.js";
import { messagesIn } from "./messages/messages.js";
import { draftOfPerson, type PersonField } from "./person.js";
import type { CompletedForm } from "./results.js";
import type { Failure, Listener, Setup, State } from "./state.js";

/** An address that is typed in: a place of work by its number. */
export type AddressName = "home" | "employer" | number;

/** One person's way from addresses to signed forms. Knows nothing of the page it is shown on. */
export interface Session extends Location, Forms {
  readonly state: Readonly<State>;
  readonly setup: Setup;
  /** From the beginning, or from where the person was when the page was loaded again. */
  start(kept?: Kept): void;
  back(): void;
  canGoBack(): boolean;
  changeLanguage(language: Language): void;
  editAddress(which: AddressName, part: keyof AddressDraft, value: string): void;
  addWork(): void;
  removeWork(index: number): void;
  workAtHome(on: boolean): void;
  editPerson(field: PersonField, value: string): void;
  completedForms(): readonly CompletedForm[];
  /** The question that wants the focus, once. */
  takeFocus(): string | undefined;
}

/** What the parts of a session share. */
export interface Core {
  readonly state: State;
  readonly setup: Setup;
  readonly listener: Listener;
  /** Runs one action at a time; a failure offers to run it again. */
  run(action: () => Promise<void>, signing?: boolean): void;
  show(page: State["page"]): void;
  /** Shows problems instead of going on. */
  refuse(): void;
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
    signature: "",
    refusals: new Map(),
    focus: undefined,
  };
  const core: Core = { state, setup, listener, run, show, refuse };
  const forms = createForms(core);
  const location = createLocation(core, forms.showForms);

  function run(action: () => Promise<void>, signing = false): void {
    if (state.busy) return;
    state.busy = true;
    state.failure = undefined;
    listener.changed();
    action()
      .catch((error: unknown) => {
        state.failure = { kind: kindOf(error), whileSigning: signing, retry: () => run(action, signing) };
        listener.failed(state.failure, error);
      })
      .finally(() => {
        state.busy = false;
        listener.changed();
      });
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
    if (kept.page === "addresses" || kept.page === "confirm") return show("addresses");
    try {
      await location.restore(kept);
      if (kept.page === "flow") return show("flow");
      await forms.restore(kept);
    } catch (error) {
      // A form or flow that is gone since then: what is known of the places is still right.
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
      default:
        return forms.backInForm();
    }
  }

  function canGoBack(): boolean {
    switch (state.page) {
      case "addresses":
      case "done":
      case "signed":
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
      case "questions":
        return forms.canGoBackInForm();
      default:
        return true;
    }
  }

  function changeLanguage(language: Language): void {
    if (language === state.language) return;
    run(async () => {
      await Promise.all([location.changeLanguage(language), forms.changeLanguage(language)]);
      state.language = language;
      await forms.refreshRefusals();
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
      state.forms.flatMap(({ completed }) => (completed === undefined ? [] : [completed])),
  };
}

function kindOf(error: unknown): Failure["kind"] {
  if (error instanceof UnauthorizedError) return "unauthorized";
  if (!(error instanceof WithholdingFormsError)) return "other";
  if (error.kind === "network" || error.kind === "timeout") return "network";
  const status = "status" in error ? error.status : 0;
  return status === 429 || status === 502 || status === 503 || status === 504 ? "busy" : "other";
}

/** Where an address stands in what is sent to the service. */
export function pointerOf(which: AddressName): string {
  if (which === "employer") return "/employer/address";
  return which === "home" ? "/homeAddress" : `/workAddresses/${which}`;
}

/** The places as they are now: one who works at home has no other. */
export function placesOf(state: Readonly<State>): readonly AddressDraft[] {
  return [state.home, ...(state.worksAtHome ? [state.home] : state.works)];
}

export function hasAddressProblems(state: Readonly<State>): boolean {
  const words = messagesIn(state.language);
  return placesOf(state).some((draft) => Object.keys(addressProblems(draft, words)).length > 0);
}

export function requestOf(state: Readonly<State>) {
  const [home, ...works] = placesOf(state).map(addressOf);
  return { homeAddress: home ?? addressOf(emptyAddress), workAddresses: works };
}
