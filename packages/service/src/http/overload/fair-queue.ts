/** Who a request comes from. */
export interface Client {
  readonly id: string;
  /** Whether it has shown a token that is good. */
  readonly known: boolean;
}

/** Requests that wait, by client. Each class of clients is served in turn, one request per client. */
export interface FairQueue<Item> {
  add(client: Client, item: Item, at: number): void;
  /** The next one of a class; its oldest request first. */
  take(known: boolean): Waiting<Item> | undefined;
  /** Removes the oldest request of the client of that class that has the most. */
  drop(known: boolean): Item | undefined;
  /** How many wait in a class. */
  size(known: boolean): number;
}

export interface Waiting<Item> {
  readonly item: Item;
  readonly at: number;
}

export function fairQueue<Item>(): FairQueue<Item> {
  const classes = { known: oneClass<Item>(), strangers: oneClass<Item>() };
  const of = (known: boolean): OneClass<Item> => (known ? classes.known : classes.strangers);
  return {
    add: ({ id, known }, item, at) => of(known).add(id, { item, at }),
    take: (known) => of(known).take(),
    drop: (known) => of(known).drop(),
    size: (known) => of(known).size(),
  };
}

interface OneClass<Item> {
  add(id: string, waiting: Waiting<Item>): void;
  take(): Waiting<Item> | undefined;
  drop(): Item | undefined;
  size(): number;
}

function oneClass<Item>(): OneClass<Item> {
  // A Map iterates in order of insertion. A client that was served goes to the end.
  const clients = new Map<string, Waiting<Item>[]>();
  let size = 0;

  function shift(id: string, queue: Waiting<Item>[]): Waiting<Item> | undefined {
    size--;
    if (queue.length === 1) clients.delete(id);
    return queue.shift();
  }

  return {
    add(id, waiting) {
      const queue = clients.get(id);
      if (queue === undefined) clients.set(id, [waiting]);
      else queue.push(waiting);
      size++;
    },
    take() {
      const [first] = clients;
      if (first === undefined) return undefined;
      const [id, queue] = first;
      const waiting = shift(id, queue);
      if (queue.length > 0) {
        clients.delete(id);
        clients.set(id, queue);
      }
      return waiting;
    },
    drop() {
      let longest: readonly [string, Waiting<Item>[]] | undefined;
      for (const entry of clients) if (entry[1].length > (longest?.[1].length ?? 0)) longest = entry;
      return longest === undefined ? undefined : shift(...longest)?.item;
    },
    size: () => size,
  };
}
