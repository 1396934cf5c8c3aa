/**
 * Hands items to a slow writer in groups: those that come at nearly the same moment share a write, and those that come
 * while it is in progress share the next one. Each promise ends as the write of its group does.
 */
export function grouped<Item>(
  write: (items: readonly Item[]) => Promise<void>,
  most: number,
  clock: () => number = () => performance.now(),
): (item: Item) => Promise<void> {
  let waiting: { readonly item: Item; done(): void; failed(error: unknown): void }[] = [];
  let writing = false;

  /** A write takes more CPU time than many items do, so others that are about to come are waited for. */
  async function gather(): Promise<void> {
    const began = clock();
    for (let quiet = 0; quiet < quietTurns; ) {
      if (waiting.length >= most || clock() - began >= maxWaitMs) return;
      const before = waiting.length;
      await nextTurn();
      quiet = waiting.length === before ? quiet + 1 : 0;
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await gather();
      const group = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        await write(group.map(({ item }) => item));
        for (const { done } of group) done();
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
    writing = false;
  }

  return (item) =>
    new Promise<void>((done, failed) => {
      waiting.push({ item, done, failed });
      if (writing) return;
      writing = true;
      void drain();
    });
}

/** Turns of the event loop without another item. One says little: requests that are read in a turn work at its end. */
const quietTurns = 2;
/** Where items keep coming: about as long as a turn of a busy service. */
const maxWaitMs = 5;

function nextTurn(): Promise<void> {
  return new Promise((go) => {
    setImmediate(go);
  });
}
