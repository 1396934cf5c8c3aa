/**
 * What is open now, oldest first. For what every request or connection enters and leaves, in place of a Set or a Map: these
 * move to a new table after a few changes, and V8 links each table to the next one. As soon as one has reached the old
 * generation, it keeps all later ones, with everything that was in them, until the next full collection.
 */
export interface OpenList<Item> extends Iterable<Item> {
  /** Returns the function that removes it. Calling that again does nothing. */
  add(item: Item): () => void;
  size(): number;
}

interface Link<Item> {
  item: Item | undefined;
  before: Link<Item>;
  after: Link<Item>;
}

export function openList<Item>(): OpenList<Item> {
  /** Before the first and after the last. */
  const ends = { item: undefined } as Link<Item>;
  ends.before = ends;
  ends.after = ends;
  let size = 0;

  return {
    add(item) {
      const link: Link<Item> = { item, before: ends.before, after: ends };
      ends.before.after = link;
      ends.before = link;
      size++;
      return () => {
        if (link.item === undefined) return;
        link.before.after = link.after;
        link.after.before = link.before;
        // Whoever still has the link must not keep what comes after it.
        link.item = undefined;
        link.before = ends;
        link.after = ends;
        size--;
      };
    },
    size: () => size,
    *[Symbol.iterator]() {
      for (let link = ends.after; link.item !== undefined; link = link.after) yield link.item;
    },
  };
}
