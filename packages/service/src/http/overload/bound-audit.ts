import { type Store, StoreError } from "../../store/store.js";

/** Max signed forms per process that wait for their audit event. Each of them keeps its whole response in memory. */
const maxPending = 512;

/**
 * The store, except that it rejects audit events while too many are pending: their requests are then rejected, and
 * nothing is signed.
 */
export function boundAudit(store: Store, max = maxPending): Store {
  let waiting = 0;
  return {
    ...store,
    async record(event) {
      if (waiting >= max) throw new StoreError("UNREACHABLE", "Too many audit events are pending.");
      waiting++;
      try {
        await store.record(event);
      } finally {
        waiting--;
      }
    },
  };
}
