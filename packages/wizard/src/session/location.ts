import { RefusedError } from "@withholding-forms/client";
import type { Core } from "./core.js";
import { conflicts } from "./path.js";
import { hasAddressProblems, requestOf } from "./places.js";
import { flowOf, screenOf } from "./state.js";
import type { Steps } from "./steps.js";

/** From addresses to the forms that are required. */
export interface Location {
  submitAddresses(): void;
  keepAsTyped(addressId: string, keep: boolean): void;
  confirmAddresses(): void;
  /** Checks or clears an item of the checklist, or a set of an express page. */
  check(item: string, on: boolean): void;
  /** IDs of the flows of which several special cases are checked. */
  checklistConflicts(): readonly string[];
  submitChecklist(): void;
  answerFlow(questionId: string, answer: string | readonly string[] | null): void;
  nextInFlow(): void;
}

interface LocationParts extends Location {
  /** Finds what applies to the addresses, and shows the next screen. */
  locate(): Promise<void>;
  /** The location and its flows, in the language of the page. */
  request(): Promise<void>;
}

export function createLocation(core: Core, steps: Steps): LocationParts {
  const { state, setup, listener } = core;

  async function request(): Promise<void> {
    state.location = await setup.client.guidedFlows(requestOf(state, setup), { language: state.language });
    await steps.loadFlows();
  }

  async function locate(): Promise<void> {
    try {
      await request();
    } catch (error) {
      // The service rejected an address outright: its messages belong next to the fields.
      if (error instanceof RefusedError && (await core.leadTo(error.errors))) return;
      throw error;
    }
    state.refusals = new Map();
    state.keptAsTyped.clear();
    if (!state.addressesGiven) return steps.goOn();
    await steps.settle();
    await steps.enter(steps.firstOpen());
  }

  return {
    locate,
    request,
    submitAddresses() {
      const refused = [...state.refusals.keys()].some((key) => /^\/(?:home|work)/.test(key));
      if (refused || hasAddressProblems(state)) return core.refuse();
      core.run(locate);
    },
    keepAsTyped(addressId, keep) {
      if (keep) state.keptAsTyped.add(addressId);
      else state.keptAsTyped.delete(addressId);
      listener.changed();
    },
    confirmAddresses: () => core.run(steps.goOn),
    check(item, on) {
      const checked = new Set(state.checked);
      if (on) checked.add(item);
      else checked.delete(item);
      state.checked = checked;
      if (on) state.noneApply = new Set([...state.noneApply].filter((key) => key !== state.at));
      listener.changed();
    },
    checklistConflicts: () =>
      conflicts({
        language: state.formLanguage,
        checked: state.checked,
        flows: state.flows.map(({ flow: { id }, sets, answers }) => ({ id, sets, answers })),
      }),
    submitChecklist() {
      const screen = screenOf(state);
      if (screen?.page !== "checklist") return;
      if (this.checklistConflicts().length > 0) return core.refuse();
      state.offered = new Set(screen.items.map(({ id }) => id));
      core.run(steps.goOn);
    },
    answerFlow(questionId, answer) {
      const entry = flowOf(state);
      if (entry === undefined) return;
      entry.journey.answer({ [questionId]: answer as string | string[] | null });
      entry.answers = { ...entry.answers, [questionId]: answer as string };
      listener.changed();
    },
    nextInFlow() {
      const entry = flowOf(state);
      if (entry === undefined) return;
      if (entry.journey.view.problems.length > 0) return core.refuse();
      core.run(steps.goOn);
    },
  };
}
