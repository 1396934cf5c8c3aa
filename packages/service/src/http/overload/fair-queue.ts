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

interface ClientQueue<Item> {
  /** Requests served lately. A short queue alone does not show a small client: a large one may just have been cut. */
  served: number;
  readonly waiting: Waiting<Item>[];
}

function oneClass<Item>({ leastServedFirst }: { readonly leastServedFirst: boolean }): OneClass<Item> {
  /** Also clients without waiting requests, until `age` finds that they were not served lately either; see `OpenList`. */
  const clients = new Map<string, ClientQueue<Item>>();
  /** Those with waiting requests. A client that was served goes to the end. */
  const order: ClientQueue<Item>[] = [];
  let size = 0;
  let total = 0;
  let servedClients = 0;

  function next(): number {
    let chosen = 0;
    if (leastServedFirst)
      order.forEach(({ served }, index) => {
        if (served < (order[chosen]?.served ?? 0)) chosen = index;
      });
    return chosen;
  }

  function shift(client: ClientQueue<Item>): Waiting<Item> | undefined {
    size--;
    return client.waiting.shift();
  }

  return {
    add(id, waiting) {
      const known = clients.get(id);
      const client = known ?? { served: 0, waiting: [] };
      if (known === undefined) clients.set(id, client);
      if (client.waiting.length === 0) order.push(client);
      client.waiting.push(waiting);
      size++;
    },
    take() {
      const [client] = order.splice(next(), 1);
      if (client === undefined) return undefined;
      const waiting = shift(client);
      if (client.waiting.length > 0) order.push(client);
      if (client.served === 0) servedClients++;
      client.served++;
      total++;
      return waiting;
    },
    drop(spare) {
      let largest: ClientQueue<Item> | undefined;
      let most = 0;
      for (const client of order) {
        const share = client.served + client.waiting.length;
        if (share <= most) continue;
        largest = client;
        most = share;
      }
      if (largest === undefined || (spare && most * Math.max(1, servedClients) <= total)) return undefined;
      const dropped = shift(largest);
      if (largest.waiting.length === 0) order.splice(order.indexOf(largest), 1);
      return dropped?.item;
    },
    age() {
      total = 0;
      servedClients = 0;
      for (const [id, client] of clients) {
        client.served = Math.floor(client.served / 2);
        total += client.served;
        if (client.served > 0) servedClients++;
        else if (client.waiting.length === 0) clients.delete(id);
      }
    },
    size: () => size,
  };
}
