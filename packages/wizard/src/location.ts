import { type Address, type Language, type Progress, RefusedError, walk } from "@withholding-forms/client";
import { addressLines, addressOf, addressProblems, sameAddress } from "./address.js";
import type { Kept } from "./keep.js";
import type { Messages } from "./messages/messages.js";
import { type Core, hasAddressProblems, placesOf, requestOf } from "./session.js";
import type { FlowEntry, Setup, State } from "./state.js";

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
  /** After a reload: the flows with the answers they had. */
  restore(kept: Kept): Promise<void>;
  changeLanguage(language: Language): Promise<void>;
}

export function createLocation(core: Core, showForms: () => Promise<void>): LocationParts {
  const { state, setup } = core;
  const { client } = setup;
  /** Answers to flows stay when somebody changes an address and comes back to the same flow. */
  const known = new Map<string, FlowEntry>();

  async function ask(): Promise<void> {
    try {
      state.location = await client.guidedFlows(requestOf(state), { language: state.language });
    } catch (error) {
      if (!(error instanceof RefusedError) || state.addressesGiven) throw error;
      // The service refused an address outright: its messages belong beside the fields.
      state.refusals = new Map(error.errors.map(({ pointer, message }) => [pointer, message]));
      core.show("addresses");
      return core.refuse();
    }
    state.refusals = new Map();
    state.keptAsTyped.clear();
    const clean = state.location.errors.length === 0;
    const plain = state.location.locationData.length === 0;
    // Nothing to confirm: the host knows the addresses, or there is no other spelling to show.
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
  const beforeFlows = (): void => core.show(state.location?.locationData.length ? "confirm" : "addresses");

  return {
    submitAddresses() {
      if (hasAddressProblems(state)) return core.refuse();
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
      if (state.flowIndex <= firstFlow()) return beforeFlows();
      for (state.flowIndex--; state.flows[state.flowIndex]?.journey.view.set === undefined; )
        state.flowIndex--;
      state.flows[state.flowIndex]?.journey.back();
      core.show("flow");
    },
    toLastFlow() {
      const last = state.flows.findLastIndex(({ journey }) => journey.view.set !== undefined);
      if (last < 0) return beforeFlows();
      state.flowIndex = last;
      const journey = state.flows[last]?.journey;
      if (journey?.view.status !== "ASKING") journey?.back();
      core.show("flow");
    },
    firstFlow,
    async restore(kept) {
      state.location = await client.guidedFlows(requestOf(state), { language: state.language });
      await walkFlows((id) => kept.flows[id] ?? {});
      state.flowIndex = kept.flowIndex;
    },
    async changeLanguage(language) {
      const journeys = state.flows.map(({ journey }) => journey);
      const [location] = await Promise.all([
        state.location === undefined ? undefined : client.guidedFlows(requestOf(state), { language }),
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

/** The address as it goes onto forms: in the post office's spelling, unless the person wants their own. */
export function chosenAddress(state: Readonly<State>, addressId: string): Address {
  const index = addressId === "home" ? 0 : Number(addressId.replace("work", ""));
  const draft = placesOf(state)[index];
  const typed = addressOf(draft ?? state.home);
  const data = state.location?.locationData.find(({ id }) => id === addressId);
  if (data === undefined || state.keptAsTyped.has(addressId)) return typed;
  return sameAddress(data.normalizedAddress, typed) ? typed : data.normalizedAddress;
}

/** The first place of work that is not the employee's home: a home is never where the employer is. */
function workPlace(state: Readonly<State>): Address | undefined {
  const home = spellings(state, "home");
  const id = placesOf(state)
    .slice(1)
    .map((_, index) => `work${index + 1}`)
    .find((one) => !spellings(state, one).some((spelling) => home.includes(spelling)));
  return id === undefined ? undefined : chosenAddress(state, id);
}

function spellings(state: Readonly<State>, addressId: string): readonly string[] {
  const index = addressId === "home" ? 0 : Number(addressId.replace("work", ""));
  const data = state.location?.locationData.find(({ id }) => id === addressId);
  return [addressOf(placesOf(state)[index] ?? state.home), data?.normalizedAddress].flatMap((address) =>
    address === undefined ? [] : [addressLines(address).join("\n").toUpperCase()],
  );
}

/** Whether only the employee can say where the employer is. Canadian forms do not print it. */
export function asksEmployerAddress(state: Readonly<State>, setup: Setup): boolean {
  return !setup.employer?.address && workPlace(state) === undefined && american(state);
}

function american({ forms }: Readonly<State>): boolean {
  return forms.some(({ information }) => "socialSecurityNumber" in information.formFields.employee);
}

/** Where the host says, else the place of work, else what the employee said. */
export function employerAddress(state: Readonly<State>, setup: Setup): Address | undefined {
  if (asksEmployerAddress(state, setup)) return addressOf(state.employerAddress);
  return setup.employer?.address ?? workPlace(state);
}

export function employerAddressProblems(state: Readonly<State>, setup: Setup, words: Messages) {
  return asksEmployerAddress(state, setup) ? addressProblems(state.employerAddress, words) : {};
}
