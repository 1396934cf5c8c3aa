export interface Heartbeat {
  start(): void;
  stop(): void;
  /** The worker has answered the last ping. */
  answered(): void;
  isHung(): boolean;
}

export interface HeartbeatOptions {
  readonly ping: () => void;
  /** Called once, when the worker has missed too many. */
  readonly hung: () => void;
  /** Milliseconds between two looks. */
  readonly everyMs?: number;
  /** Milliseconds that the worker has waited for a processor since its start. */
  readonly waitedMs?: () => number;
}

/** Looks in a row at which the last ping was not answered. Nothing that a worker does takes so many seconds. */
const maxMissed = 10;

/**
 * Notices a worker whose event loop does not run anymore. Looks are counted, not seconds: after the whole machine was
 * paused the first look finds an old ping without an answer, and the worker has until the next ones to give it. Of a look,
 * only the part counts in which the worker could run: on a machine that is far too busy, a new worker would be killed
 * because of what others do.
 */
export function createHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { ping, hung, everyMs = 1000, waitedMs = () => 0 } = options;
  let timer: NodeJS.Timeout | undefined;
  let pending = false;
  let missed = 0;
  let waited = 0;

  function look(): void {
    const before = waited;
    waited = waitedMs();
    if (!pending) {
      pending = true;
      ping();
      return;
    }
    missed += 1 - Math.max(0, Math.min(1, (waited - before) / everyMs));
    if (missed < maxMissed) return;
    clearInterval(timer);
    hung();
  }

  return {
    start() {
      timer = setInterval(look, everyMs).unref();
    },
    stop: () => clearInterval(timer),
    answered() {
      pending = false;
      missed = 0;
    },
    isHung: () => missed >= maxMissed,
  };
}
