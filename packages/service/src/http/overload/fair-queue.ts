/** Requests that wait, one queue per client. Clients take turns, however many requests each of them sends. */
export interface FairQueue<Item> {
  /**
   * Returns false, and adds nothing, if the client already has its share of the places. `always` is for items that something
   * else limits.
   */
  add(client: string, item: Item, always?: boolean): boolean;
  take(): Item | undefined;
  size(): number;
}

export interface FairQueueOptions {
  /** Max places of one client. */
  readonly maxPerClient: number;
  /** Max places that all clients share equally: the more clients are waiting, the fewer places each of them has. */
  readonly maxShared: number;
}

export function fairQueue<Item>({ maxPerClient, maxShared }: FairQueueOptions): FairQueue<Item> {
  /** The client whose turn it is comes first. */
  const clients = new Map<string, Item[]>();
  let size = 0;
  return {
    add(client, item, always = false) {
      const items = clients.get(client) ?? [];
      if (items.length === 0) clients.set(client, items);
      if (!always && items.length >= Math.min(maxPerClient, Math.floor(maxShared / clients.size))) {
        if (items.length === 0) clients.delete(client);
        return false;
      }
      items.push(item);
      size++;
      return true;
    },
    take() {
      for (const [client, items] of clients) {
        clients.delete(client);
        if (items.length > 1) clients.set(client, items);
        size--;
        return items.shift();
      }
      return undefined;
    },
    size: () => size,
  };
}
