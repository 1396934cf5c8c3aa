import type { AddressProvider } from "@withholding-forms/address";
import type { Store } from "../store/store.js";
import type { Tracing } from "../telemetry/tracing.js";

/** The store, with a span for each call that a request makes. */
export function traceStore({ timed }: Tracing, store: Store): Store {
  const { events, stored, prepareLookups, close, ...calls } = store;
  const traced = Object.entries(calls).map(([name, use]) => [name, timed(`store ${name}`, use)]);
  return { ...store, ...Object.fromEntries(traced) };
}

/** The address provider, with a span for each address. */
export function traceAddresses({ timed }: Tracing, addresses: AddressProvider): AddressProvider {
  return { ...addresses, locate: timed("addresses locate", addresses.locate) };
}
