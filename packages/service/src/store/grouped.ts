/**
 * Hands items to a slow writer in groups: those that come at the same moment share a write, and those that come while it
 * is in progress share the next one. Each promise ends as the write of its group does.
 */
export function grouped<Item>(
  write: (items: readonly Item[]) => Promise<void>,
  most: number,
): (item: Item) => Promise<void> {
  let waiting: { readonly item: Item; done(): void; failed(error: unknown): void }[] = [];
  let writing = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
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
      queueMicrotask(drain);
    });
}
