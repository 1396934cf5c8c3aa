import { type Language, type Progress, RefusedError, walk } from "@withholding-forms/client";
import type { Core } from "./core.js";
import type { Kept } from "./keep.js";
import { hasAddressProblems, leadsToSigned, requestOf } from "./places.js";
import { type FlowEntry, isSigned } from "./state.js";

/** From addresses through the guided flows. */
export interface Location {
  submitAddresses(): void;
  locate(): void;
  keepAsTyped(addressId: string, keep: boolean): void;
  confirmAddresses(): void;
  answerFlow(questionId: string, answer: string | readonly string[] | null): void;
  nextInFlow(): void;
  backInFlow(): void;
  toLastFlow(): void;
  /** Index of the first flow that asks something. */
  firstFlow(): number;
}

interface LocationParts extends Location {
  /** Clears what was found and answered, to start over. */
  clear(): void;
  /** After a reload: the flows with the answers they had. */
  restore(kept: Kept): Promise<void>;
  changeLanguage(language: Language): Promise<void>;
}

export function createLocation(core: Core, showForms: () => Promise<void>): LocationParts {
  const { state, setup } = core;
  const { client } = setup;
  /** Answers to a flow stay if the employee changes an address and gets the same flow again. */
  const known = new Map<string, FlowEntry>();

  async function ask(): Promise<void> {
    try {
      state.location = await client.guidedFlows(requestOf(state, setup), { language: state.language });
    } catch (error) {
      // The service rejected an address outright: its messages belong next to the fields.
      if (error instanceof RefusedError && core.leadTo(error.errors)) return;
      throw error;
    }
    state.refusals = new Map();
    state.keptAsTyped.clear();
    const clean = state.location.errors.length === 0;
    const plain = state.location.locationData.length === 0;
    // Nothing to confirm: the host knows the addresses, or there is no suggested address.
    if (clean && (state.addressesGiven || plain)) return beginFlows();
    core.show("confirm");
  }

  async function walkFlows(progressOf: (flowId: string) => Progress): Promise<void> {
    const flows = state.location?.flows ?? [];
    state.flows = await Promise.all(
      flows.map(async (flow): Promise<FlowEntry> => {
        const journey = await walk(client, { flow, language: state.language, ...progressOf(flow.id) });
        const entry = { flow, journey };
        known.set(flow.id, entry);
        return entry;
      }),
    );
  }

  async function beginFlows(): Promise<void> {
    await walkFlows((id) => ({ answers: known.get(id)?.journey.save().answers }));
    state.flowIndex = -1;
    await enterFlowAfter(-1);
  }

  async function enterFlowAfter(index: number): Promise<void> {
    const next = state.flows.findIndex(({ journey }, at) => at > index && journey.view.set !== undefined);
    if (next < 0) return showForms();
    state.flowIndex = next;
    core.show("flow");
  }

  const firstFlow = (): number => state.flows.findIndex(({ journey }) => journey.view.set !== undefined);
  const beforeFlows = (): void =>
    isSigned(state)
      ? core.offerStartOver()
      : core.show(state.location?.locationData.length ? "confirm" : "addresses");

  /** The last page of a flow, unless there is none before, or a signed form follows from it. */
  function showFlow(index: number): void {
    const entry = state.flows[index];
    if (entry === undefined) return beforeFlows();
    if (leadsToSigned(entry, state)) return core.offerStartOver();
    state.flowIndex = index;
    if (entry.journey.view.status !== "ASKING") entry.journey.back();
    core.show("flow");
  }

  return {
    clear() {
      known.clear();
      state.flows = [];
      state.location = undefined;
    },
    submitAddresses() {
      const refused = [...state.refusals.keys()].some((key) => /^\/(?:home|work)/.test(key));
      if (refused || hasAddressProblems(state)) return core.refuse();
      core.run(ask);
    },
    locate: () => core.run(ask),
    keepAsTyped(addressId, keep) {
      if (keep) state.keptAsTyped.add(addressId);
      else state.keptAsTyped.delete(addressId);
      core.listener.changed();
    },
    confirmAddresses: () => core.run(beginFlows),
    answerFlow(questionId, answer) {
      state.flows[state.flowIndex]?.journey.answer({ [questionId]: answer as string | string[] | null });
      core.listener.changed();
    },
    nextInFlow() {
      const journey = state.flows[state.flowIndex]?.journey;
      if (journey === undefined) return;
      if (journey.view.problems.length > 0) return core.refuse();
      core.run(async () => {
        const { status } = await journey.next();
        if (status === "ASKING") core.show("flow");
        else await enterFlowAfter(state.flowIndex);
      });
    },
    backInFlow() {
      const journey = state.flows[state.flowIndex]?.journey;
      if (journey === undefined) return;
      if (journey.view.path.length > 1) {
        journey.back();
        return core.show("flow");
      }
      const before = state.flows.findLastIndex(
        (one, index) => index < state.flowIndex && one.journey.view.set !== undefined,
      );
      showFlow(before);
    },
    toLastFlow() {
      showFlow(state.flows.findLastIndex(({ journey }) => journey.view.set !== undefined));
    },
    firstFlow,
    async restore(kept) {
      state.location = await client.guidedFlows(requestOf(state, setup), { language: state.language });
      await walkFlows((id) => kept.flows[id] ?? {});
      state.flowIndex = kept.flowIndex;
    },
    async changeLanguage(language) {
      const journeys = state.flows.map(({ journey }) => journey);
      const [location] = await Promise.all([
        // On the address page they may be incomplete; they are looked up again when the employee continues.
        state.location === undefined || state.page === "addresses"
          ? undefined
          : client.guidedFlows(requestOf(state, setup), { language }),
        ...journeys.map((journey) => journey.changeLanguage(language)),
      ]);
      if (location === undefined) return;
      state.location = location;
      state.flows = state.flows.map((entry) => ({
        ...entry,
        flow: location.flows.find(({ id }) => id === entry.flow.id) ?? entry.flow,
      }));
    },
  };
}
