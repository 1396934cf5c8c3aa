import type { Socket } from "node:net";

/** A worker as the dispatcher sees it. */
export interface Seat {
  /** Connections given to it and not yet closed. */
  open: number;
  /** On its way to the worker; kept open here until it has arrived, so that it is not lost when the worker dies. */
  handing: Socket | undefined;
  readonly waiting: Socket[];
  hand(socket: Socket): void;
}

export interface Dispatcher {
  /** Gives a connection to the worker that has fewest. */
  dispatch(socket: Socket): void;
  add(seat: Seat): void;
  /** Its connections that have not arrived go to others. */
  remove(seat: Seat): void;
  accepted(seat: Seat): void;
  /** Whether every connection has arrived somewhere. */
  isIdle(): boolean;
}

/** While nobody can take them, so many connections wait; others are closed, so that memory is bounded. */
const maxPending = 4096;
const maxPerWorker = 10_000;
/** Files that a worker may need besides connections; where it may open few, it needs fewer. */
const otherFiles = 128;
/** Milliseconds. A worker says at once that a connection has arrived. */
const defaultTimeoutMs = 10_000;

export interface DispatcherOptions {
  /** Files that a worker may have open. */
  readonly files?: number;
  readonly timeoutMs?: number;
}

/**
 * Node's own `cluster` forgets a connection that it has sent to a worker which then dies, and the caller waits forever.
 * And callers keep connections for hours, so it matters more who has fewest than whose turn it is.
 */
export function createDispatcher(options: DispatcherOptions = {}): Dispatcher {
  const { files = Number.POSITIVE_INFINITY, timeoutMs = defaultTimeoutMs } = options;
  const most = Math.min(maxPerWorker, files - Math.min(otherFiles, files / 2));
  const seats = new Set<Seat>();
  const timers = new Map<Seat, NodeJS.Timeout>();
  let homeless: Socket[] = [];

  function dispatch(socket: Socket): void {
    if (socket.destroyed) return;
    let best: Seat | undefined;
    for (const seat of seats) if (best === undefined || seat.open < best.open) best = seat;
    if (best === undefined) {
      if (homeless.length < maxPending) homeless.push(socket);
      else socket.destroy();
    } else if (best.open >= most || best.waiting.length >= maxPending) socket.destroy();
    else {
      best.open++;
      best.waiting.push(socket);
      if (best.handing === undefined) next(best);
    }
  }

  function next(seat: Seat): void {
    clearTimeout(timers.get(seat));
    seat.handing = seat.waiting.shift();
    if (seat.handing === undefined) return;
    timers.set(seat, setTimeout(lose, timeoutMs, seat).unref());
    seat.hand(seat.handing);
  }

  /** A worker that cannot open more files never gets it, and no error reports that; the connections behind it must continue. */
  function lose(seat: Seat): void {
    seat.open--;
    seat.handing?.destroy();
    next(seat);
  }

  return {
    dispatch(socket) {
      // A caller may disconnect at any time; the code that reads from the connection notices it.
      socket.on("error", () => {});
      dispatch(socket);
    },
    add(seat) {
      seats.add(seat);
      const sockets = homeless;
      homeless = [];
      for (const socket of sockets) dispatch(socket);
    },
    remove(seat) {
      seats.delete(seat);
      clearTimeout(timers.get(seat));
      timers.delete(seat);
      const left = seat.handing === undefined ? seat.waiting : [seat.handing, ...seat.waiting];
      seat.handing = undefined;
      for (const socket of left.splice(0)) dispatch(socket);
    },
    accepted(seat) {
      // Only our end of it: the worker has its own.
      seat.handing?.destroy();
      next(seat);
    },
    isIdle: () => homeless.length === 0 && [...seats].every(({ handing }) => handing === undefined),
  };
}
