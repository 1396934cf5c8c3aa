/**
 * Turns of the event loop. Node reads all requests that have arrived in one turn, so the end of a turn is the moment to
 * decide between them, and to do the same work for many in a row.
 */
export interface Turns {
  /** For each request as it arrives: makes sure that the turn is ended. */
  begin(): void;
  /**
   * Resolves when the other requests of this turn have arrived, too. The same work done for many in a row finds its code
   * and its data in the processor's caches; between two readings of sockets it finds neither and takes half as long again.
   */
  together(): Promise<void>;
}

/** How many work together. More gain nothing, but their bodies would be kept waiting in memory. */
const maxTogether = 32;

/** `ended` runs at the end of each turn that has started, after the work that was done together. */
export function watchTurns(ended: () => void, atEnd: (callback: () => void) => void = setImmediate): Turns {
  let inTurn = false;
  let waiting: Waiting | undefined;

  function begin(): void {
    if (inTurn) return;
    inTurn = true;
    atEnd(() => {
      letWork();
      // A tick that a microtask asks for comes after all microtasks: after all who work together, with all their steps.
      queueMicrotask(() => process.nextTick(end));
    });
  }

  function end(): void {
    inTurn = false;
    // Those who started to wait during this work must not wait for the next request to arrive.
    if (waiting !== undefined) begin();
    ended();
  }

  function letWork(): void {
    const going = waiting;
    waiting = undefined;
    going?.go();
  }

  return {
    begin,
    together() {
      // A body may arrive after the turn of its request.
      begin();
      if (waiting !== undefined && waiting.count >= maxTogether) letWork();
      waiting ??= newWaiting();
      waiting.count++;
      return waiting.promise;
    },
  };
}

/**
 * Between two steps of work that is done together: all finish the first step before one starts the second, so that each
 * finds the code and the data of its step in the processor's caches. Steps wait for nothing else.
 */
export function nextStep(): Promise<void> {
  return finished;
}

const finished = Promise.resolve();

interface Waiting {
  count: number;
  readonly promise: Promise<void>;
  /** Resolves the promise. */
  readonly go: () => void;
}

function newWaiting(): Waiting {
  let go = (): void => {};
  const promise = new Promise<void>((resolve) => {
    go = resolve;
  });
  return { count: 0, promise, go };
}
