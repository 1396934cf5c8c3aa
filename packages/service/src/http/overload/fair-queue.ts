/** Who a request comes from. */
export interface Client {
  readonly id: string;
  /** Whether it has shown a token that is good. */
  readonly known: boolean;
}

/**
 * Requests that wait, by client. Of known clients, the one that was served least lately comes first, so a few requests of a
 * small client do not take turns with the thousands of a large one. Strangers are served in turn, one request per client: they
 * can come from any number of addresses, and one that was never served must not precede those that wait already.
 */
export interface FairQueue<Item> {
  add(client: Client, item: Item, at: number): void;
  /** The next one of a class; its oldest request first. */
  take(known: boolean): Waiting<Item> | undefined;
  /**
   * Removes the oldest request of the client of that class that would have had the most if all it has waiting were served.
   * `spare`: not if even that client would have had no more than its fair share.
   */
  drop(known: boolean, spare: boolean): Item | undefined;
  /** Time passes: what clients were served counts half as much from now on. */
  age(): void;
  /** How many wait in a class. */
  size(known: boolean): number;
}

export interface Waiting<Item> {
  readonly item: Item;
  readonly at: number;
}

export function fairQueue<Item>(): FairQueue<Item> {
  const classes = {
    known: oneClass<Item>({ leastServedFirst: true }),
    strangers: oneClass<Item>({ leastServedFirst: false }),
  };
  const of = (known: boolean): OneClass<Item> => (known ? classes.known : classes.strangers);
  return {
    add: ({ id, known }, item, at) => of(known).add(id, { item, at }),
    take: (known) => of(known).take(),
    drop: (known, spare) => of(known).drop(spare),
    age() {
      classes.known.age();
      classes.strangers.age();
    },
    size: (known) => of(known).size(),
  };
}

interface OneClass<Item> {
  add(id: string, waiting: Waiting<Item>): void;
  take(): Waiting<Item> | undefined;
  drop(spare: boolean): Item | undefined;
  age(): void;
  size(): number;
}

function oneClass<Item>({ leastServedFirst }: { readonly leastServedFirst: boolean }): OneClass<Item> {
  // A Map iterates in order of insertion. A client that was served goes to the end.
  const clients = new Map<string, Waiting<Item>[]>();
  /** Requests served lately, by client. A short queue alone does not show a small client: a large one may just have been cut. */
  const served = new Map<string, number>();
  let size = 0;
  let total = 0;

  function shift(id: string, queue: Waiting<Item>[]): Waiting<Item> | undefined {
    size--;
    if (queue.length === 1) clients.delete(id);
    return queue.shift();
  }

  function next(): readonly [string, Waiting<Item>[]] | undefined {
    const [first] = clients;
    if (!leastServedFirst || clients.size <= 1) return first;
    let chosen = first;
    let least = Number.POSITIVE_INFINITY;
    for (const entry of clients) {
      const count = served.get(entry[0]) ?? 0;
      if (count >= least) continue;
      chosen = entry;
      least = count;
    }
    return chosen;
  }

  return {
    add(id, waiting) {
      const queue = clients.get(id);
      if (queue === undefined) clients.set(id, [waiting]);
      else queue.push(waiting);
      size++;
    },
    take() {
      const chosen = next();
      if (chosen === undefined) return undefined;
      const [id, queue] = chosen;
      const waiting = shift(id, queue);
      served.set(id, (served.get(id) ?? 0) + 1);
      total++;
      if (queue.length > 0) {
        clients.delete(id);
        clients.set(id, queue);
      }
      return waiting;
    },
    drop(spare) {
      let largest: readonly [string, Waiting<Item>[]] | undefined;
      let most = 0;
      for (const entry of clients) {
        const share = (served.get(entry[0]) ?? 0) + entry[1].length;
        if (share <= most) continue;
        largest = entry;
        most = share;
      }
      if (largest === undefined || (spare && most * Math.max(1, served.size) <= total)) return undefined;
      return shift(...largest)?.item;
    },
    age() {
      total = 0;
      for (const [id, count] of served) {
        const half = Math.floor(count / 2);
        if (half === 0) served.delete(id);
        else served.set(id, half);
        total += half;
      }
    },
    size: () => size,
  };
}
