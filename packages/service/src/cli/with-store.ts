import { readConfig } from "../config.js";
import { openStore } from "../store/open.js";
import type { Store } from "../store/store.js";

/** The store for one command. */
export async function withStore(use: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore(readConfig(process.env));
  try {
    await use(store);
  } finally {
    await store.close();
  }
}
