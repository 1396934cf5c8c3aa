import { type ChildProcess, fork } from "node:child_process";
import { createServer, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config.js";
import { memoryCounter } from "../limits/memory.js";
import { answerTake } from "../limits/primary.js";
import { OperatorError } from "../operator-error.js";
import { createDispatcher, type Seat } from "./dispatcher.js";
import { stopListening } from "./drain.js";
import { createGathering, type Reporter } from "./gathering.js";
import { createHeartbeat, type Heartbeat } from "./heartbeat.js";
import { listenProblem } from "./listening.js";
import { primaryLog } from "./log.js";
import type { Announcement, FromWorker, ToWorker } from "./messages.js";
import { mostOpenFiles } from "./open-files.js";
import { processorWaitMs } from "./processor-wait.js";
import { restartPolicy } from "./restarts.js";
import { stopOnSignal } from "./signals.js";

export interface PrimaryOptions {
  readonly config: Config;
  readonly workers: number;
  /** The program of a worker. */
  readonly program: URL;
  /** Called once, when all are ready and the port is open. */
  readonly announce: (port: number, announcement: Announcement) => void;
}

interface Worker extends Seat, Reporter {
  readonly child: ChildProcess;
  loaded: boolean;
  /** When it became ready; 0 for not yet. */
  readyAt: number;
  /** Why it could not start, in its own words. */
  reason: string | undefined;
  readonly heartbeat: Heartbeat;
  send(message: ToWorker): void;
}

/** A worker waits up to 30 seconds for its store. */
const startTimeoutMs = 60_000;

/**
 * Runs the service on several processes: takes connections and hands them to workers, replaces workers that end, counts
 * limits for all of them. It loads no content and answers no request. Rejects when workers cannot start.
 */
export function runPrimary(options: PrimaryOptions): Promise<never> {
  const dispatcher = createDispatcher({ files: mostOpenFiles() });
  return new Promise((_resolve, reject) => {
    const primary: Primary = {
      options,
      log: primaryLog(options.config.logLevel),
      workers: new Set(),
      dispatcher,
      gathering: createGathering(),
      counter: memoryCounter(),
      policy: restartPolicy(),
      listener: createServer({ pauseOnConnect: true, noDelay: true }, dispatcher.dispatch),
      fail(error) {
        primary.stopping = true;
        killAll(primary);
        primary.listener.close();
        reject(error);
      },
      first: undefined,
      prepared: false,
      announcer: undefined,
      announced: false,
      started: false,
      stopping: false,
    };
    stopOnSignal(
      (notice) => stop(primary, notice),
      () => killAll(primary),
    );
    for (let number = 0; number < options.workers; number++) start(primary);
  });
}

interface Primary {
  readonly options: PrimaryOptions;
  readonly log: ReturnType<typeof primaryLog>;
  readonly workers: Set<Worker>;
  readonly dispatcher: ReturnType<typeof createDispatcher>;
  readonly gathering: ReturnType<typeof createGathering>;
  readonly counter: ReturnType<typeof memoryCounter>;
  readonly policy: ReturnType<typeof restartPolicy>;
  readonly listener: Server;
  /** Ends everything: the service cannot run. */
  readonly fail: (error: Error) => void;
  /** The worker that prepares the store, and whether that is done. */
  first: Worker | undefined;
  prepared: boolean;
  /** The worker that makes the announcement, and whether it was made. */
  announcer: Worker | undefined;
  announced: boolean;
  /** All workers became ready once. */
  started: boolean;
  stopping: boolean;
}

function start(primary: Primary): void {
  const child = fork(primary.options.program, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const worker = workerOf(child);
  primary.workers.add(worker);
  const patience = setTimeout(() => {
    worker.reason = `A worker was not ready after ${startTimeoutMs / 1000} seconds.`;
    child.kill("SIGKILL");
  }, startTimeoutMs);
  child.on("message", (message: FromWorker) => {
    if (message.type === "ready") clearTimeout(patience);
    receive(primary, worker, message);
  });
  // A process that cannot even be made has no exit. Other errors are of messages and signals to one that ends.
  child.on("error", (error) => {
    if (child.pid === undefined) end(primary, worker, error.message);
  });
  child.once("exit", (code, signal) => {
    clearTimeout(patience);
    end(primary, worker, signal === null ? `exit code ${code}` : `signal ${signal}`);
  });
}

function workerOf(child: ChildProcess): Worker {
  const worker: Worker = {
    child,
    loaded: false,
    readyAt: 0,
    reason: undefined,
    open: 0,
    handing: undefined,
    waiting: [],
    send: (message) => void child.send(message, ignoreError),
    hand: (socket) => void child.send(connection, socket, { keepOpen: true }, ignoreError),
    inspect: () => worker.send({ type: "inspect" }),
    heartbeat: createHeartbeat({
      ping: () => worker.send({ type: "ping" }),
      // It may not even take a signal that it could handle. The system closes its connections.
      hung: () => void child.kill("SIGKILL"),
      waitedMs: () => processorWaitMs(child.pid),
    }),
  };
  return worker;
}

function receive(primary: Primary, worker: Worker, message: FromWorker): void {
  const { dispatcher, gathering, options } = primary;
  switch (message.type) {
    case "take":
      return worker.send(answerTake(primary.counter, message));
    case "accepted":
      return dispatcher.accepted(worker);
    case "closed":
      worker.open -= message.count;
      return;
    case "gather":
      gathering.gather().then((all) => worker.send({ type: "gathered", id: message.id, all }));
      return;
    case "pong":
      return worker.heartbeat.answered();
    case "report":
      return gathering.reported(worker, message.metrics);
    case "loaded":
      worker.loaded = true;
      if (primary.prepared) worker.send({ type: "begin", first: false });
      else appoint(primary);
      return;
    case "prepared":
      primary.prepared = true;
      for (const other of primary.workers)
        if (other !== worker && other.loaded) other.send({ type: "begin", first: false });
      return;
    case "ready":
      return join(primary, worker);
    case "announced":
      if (primary.announced) return;
      primary.announced = true;
      options.announce(portOf(primary.listener), message.announcement);
      return;
    case "failed":
      worker.reason = message.reason;
      if (worker === primary.announcer && !primary.announced) primary.fail(new OperatorError(message.reason));
      return;
  }
}

/** One of those that have loaded prepares the store; the others wait until that is done. */
function appoint(primary: Primary): void {
  if (primary.first !== undefined) return;
  primary.first = [...primary.workers].find(({ loaded }) => loaded);
  primary.first?.send({ type: "begin", first: true });
}

function join(primary: Primary, worker: Worker): void {
  worker.readyAt = performance.now();
  worker.heartbeat.start();
  primary.policy.ready();
  primary.gathering.joined(worker);
  if (primary.started) {
    enter(primary, worker);
    return appointAnnouncer(primary);
  }
  if ([...primary.workers].filter(isReady).length === primary.options.workers) open(primary);
}

function open(primary: Primary): void {
  const { listener, workers, options, fail } = primary;
  const { config } = options;
  primary.started = true;
  listener.once("error", (error) => fail(listenProblem(error, config)));
  listener.listen(config.port, config.host, () => {
    for (const worker of workers) if (isReady(worker)) enter(primary, worker);
    appointAnnouncer(primary);
  });
}

/** Only now that the port is open: a key made for a start that fails would be one that nobody saw. */
function appointAnnouncer(primary: Primary): void {
  if (primary.announced || primary.announcer !== undefined || !primary.listener.listening) return;
  primary.announcer = [...primary.workers].find(isReady);
  primary.announcer?.send({ type: "announce" });
}

function enter({ listener, stopping, dispatcher }: Primary, worker: Worker): void {
  if (listener.listening) worker.send({ type: "listening", port: portOf(listener) });
  if (stopping) worker.send({ type: "stop" });
  dispatcher.add(worker);
}

function end(primary: Primary, worker: Worker, how: string): void {
  const { workers, gathering } = primary;
  workers.delete(worker);
  worker.heartbeat.stop();
  const hung = worker.heartbeat.isHung();
  primary.dispatcher.remove(worker);
  gathering.ended(worker);
  if (primary.stopping) return;
  replaceDuties(primary, worker);
  const decision = primary.policy.ended({
    lived: isReady(worker) ? performance.now() - worker.readyAt : undefined,
    started: primary.started,
    alive: [...workers].some(isReady),
    told: worker.reason !== undefined,
  });
  if (decision === "give up") {
    // The last line that is printed, and the only one if nothing ever worked.
    primary.fail(new OperatorError(worker.reason ?? `A worker exited before it was ready (${how}).`));
    return;
  }
  primary.log(worker.reason === undefined ? "warn" : "error", "worker exited", {
    worker: worker.child.pid,
    how: hung ? "did not respond and was killed" : how,
    reason: worker.reason,
  });
  setTimeout(() => {
    if (primary.stopping) return;
    gathering.restarted();
    start(primary);
  }, decision);
}

/** Another worker does what the one that ended had started. */
function replaceDuties(primary: Primary, worker: Worker): void {
  if (primary.first === worker && !primary.prepared) {
    primary.first = undefined;
    appoint(primary);
  }
  if (primary.announcer === worker) {
    primary.announcer = undefined;
    appointAnnouncer(primary);
  }
}

async function stop(primary: Primary, noticeMs: number): Promise<void> {
  const { workers, listener, dispatcher } = primary;
  primary.stopping = true;
  primary.log("info", "stopping", {});
  for (const worker of workers) worker.send({ type: "stop" });
  await sleep(noticeMs);
  await stopListening(listener);
  while (!dispatcher.isIdle()) await sleep(5);
  for (const worker of workers) {
    if (isReady(worker)) worker.send({ type: "drain" });
    // One that still starts has no requests to answer, and does not listen.
    else worker.child.kill("SIGKILL");
  }
  while (workers.size > 0) await sleep(5);
}

function killAll({ workers }: Primary): void {
  for (const { child } of workers) child.kill("SIGKILL");
}

function isReady({ readyAt }: Worker): boolean {
  return readyAt > 0;
}

const connection: ToWorker = { type: "connection" };

/** A message that cannot be sent is for a worker that is exiting; its `exit` event handles that. */
function ignoreError(): void {}

function portOf(listener: Server): number {
  return (listener.address() as { readonly port: number }).port;
}
