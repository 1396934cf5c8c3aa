import type { AddressProvider } from "@withholding-forms/address";
import type { Store } from "../store/store.js";
import type { Tracing } from "../telemetry/tracing.js";

/** The store, with a span for each call that a request makes. */
export function traceStore({ timedAsync }: Tracing, store: Store): Store {
  return {
    ...store,
    record: timedAsync("store record", store.record),
    eventsOf: timedAsync("store eventsOf", store.eventsOf),
    add: timedAsync("store add", store.add),
    find: timedAsync("store find", store.find),
    findByHash: timedAsync("store findByHash", store.findByHash),
    list: timedAsync("store list", store.list),
    revoke: timedAsync("store revoke", store.revoke),
    secrets: timedAsync("store secrets", store.secrets),
    addSecret: timedAsync("store addSecret", store.addSecret),
    revocations: timedAsync("store revocations", store.revocations),
    revokeToken: timedAsync("store revokeToken", store.revokeToken),
    claimSignature: timedAsync("store claimSignature", store.claimSignature),
    takeOverClaim: timedAsync("store takeOverClaim", store.takeOverClaim),
    endLease: timedAsync("store endLease", store.endLease),
    dropClaim: timedAsync("store dropClaim", store.dropClaim),
    changes: timedAsync("store changes", store.changes),
  };
}

/** The address provider, with a span for each address. */
export function traceAddresses({ timedAsync }: Tracing, addresses: AddressProvider): AddressProvider {
  return { ...addresses, locate: timedAsync("addresses locate", addresses.locate) };
}
