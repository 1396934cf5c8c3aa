import type { Store } from "../../store/store.js";

/** A signed form that waits for its audit event holds its whole answer; so many at most in a process. */
const maxPending = 512;

/** The store, which refuses audit events while too many wait: their requests are then refused, and nothing is signed. */
export function boundAudit(store: Store, most = maxPending): Store {
  let waiting = 0;
  return {
    ...store,
    async record(event) {
      if (waiting >= most) throw new Error("Too many audit events are pending.");
      waiting++;
      try {
        await store.record(event);
      } finally {
        waiting--;
      }
    },
  };
}
