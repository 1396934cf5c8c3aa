/**
 * Turns of the event loop. Node reads all requests that have arrived in one turn, so the end of a turn is the moment to
 * decide between them, and to do the same work for many in a row.
 */
export interface Turns {
  /** For each request as it arrives: makes sure that the turn is ended. */
  begin(): void;
  /**
   * Resolves when others that are about to come have arrived, too: at the end of the first turn that brings none. The same
   * work done for many in a row finds its code and its data in the processor's caches; between two readings of sockets it
   * finds neither and takes half as long again.
   */
  together(): Promise<void>;
}

/** How many work together. More gain nothing, but their bodies would be kept waiting in memory. */
const maxTogether = 32;
/** Where each turn brings somebody. A turn that only reads requests is short. */
const maxTurns = 4;

export interface TurnsOptions {
  /** Runs after the work that was done together, or at the end of a turn in which nobody waits for others. */
  readonly ended: () => void;
  /** Whether somebody waits for `ended`. Then nobody waits for another turn. */
  readonly isAwaited: () => boolean;
  readonly atEnd?: (callback: () => void) => void;
}

export function watchTurns({ ended, isAwaited, atEnd = setImmediate }: TurnsOptions): Turns {
  let inTurn = false;
  let waiting: Waiting | undefined;

  function begin(): void {
    if (inTurn) return;
    inTurn = true;
    atEnd(turnEnds);
  }

  function turnEnds(): void {
    if (waiting !== undefined && mayGrow(waiting) && !isAwaited()) {
      atEnd(turnEnds);
      return;
    }
    letWork();
    // A tick that a microtask asks for comes after all microtasks: after all who work together, with all their steps.
    queueMicrotask(() => process.nextTick(end));
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

/** At the end of a turn: it brought somebody, so the next one may, too. */
function mayGrow(waiting: Waiting): boolean {
  const { count, counted } = waiting;
  waiting.turns++;
  waiting.counted = count;
  return count > counted && count < maxTogether && waiting.turns < maxTurns;
}

interface Waiting {
  count: number;
  /** Turns that have ended, and the count at the end of the last one. */
  turns: number;
  counted: number;
  readonly promise: Promise<void>;
  /** Resolves the promise. */
  readonly go: () => void;
}

function newWaiting(): Waiting {
  let go = (): void => {};
  const promise = new Promise<void>((resolve) => {
    go = resolve;
  });
  return { count: 0, turns: 0, counted: 0, promise, go };
}
