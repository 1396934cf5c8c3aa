/**
 * Passes items to a slow writer in groups: those that come in one turn of the event loop share a write, and those that
 * come while it is in progress share the next one. Each promise settles as the write of its group does.
 */
export function grouped<Item>(
  write: (items: readonly Item[]) => Promise<void>,
  maxItems: number,
): (item: Item) => Promise<void> {
  let pending: { readonly item: Item; done(): void; failed(error: unknown): void }[] = [];
  let isWriting = false;

  async function drain(): Promise<void> {
    while (pending.length > 0) {
      await nextTurn();
      const group = pending.slice(0, maxItems);
      pending = pending.slice(maxItems);
      try {
        await write(group.map(({ item }) => item));
        for (const { done } of group) done();
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
    isWriting = false;
  }

  return (item) =>
    new Promise<void>((done, failed) => {
      pending.push({ item, done, failed });
      if (isWriting) return;
      isWriting = true;
      void drain();
    });
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
