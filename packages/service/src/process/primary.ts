import { type ChildProcess, fork } from "node:child_process";
import { createServer, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config.js";
import { memoryCounter } from "../limits/memory.js";
import { answerTake } from "../limits/primary.js";
import { createDispatcher, type Seat } from "./dispatcher.js";
import { stopListening } from "./drain.js";
import { createGathering, type Reporter } from "./gathering.js";
import { createHeartbeat, type Heartbeat } from "./heartbeat.js";
import { listenProblem } from "./listening.js";
import { primaryLog } from "./log.js";
import type { Announcement, FromWorker, ToWorker } from "./messages.js";
import { mostOpenFiles } from "./open-files.js";
import { restartPolicy } from "./restarts.js";
import { stopOnSignal } from "./signals.js";
import { OperatorError } from "../operator-error.js";

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
const longestStart = 60_000;

/**
 * Runs the service on several processes: takes connections and hands them to workers, replaces workers that end, counts
 * limits for all of them. It loads no content and answers no request. Rejects when workers cannot start.
 */
export function runPrimary({ config, workers: count, program, announce }: PrimaryOptions): Promise<never> {
  const log = primaryLog(config.logLevel);
  const workers = new Set<Worker>();
  const dispatcher = createDispatcher({ files: mostOpenFiles() });
  const gathering = createGathering();
  const counter = memoryCounter();
  const policy = restartPolicy();
  const listener = createServer({ pauseOnConnect: true, noDelay: true }, dispatcher.dispatch);
  /** The one that prepares the store, and whether that is done. */
  let first: Worker | undefined;
  let prepared = false;
  /** The one that makes what is to be said, and whether it was said. */
  let announcer: Worker | undefined;
  let announced = false;
  let started = false;
  let stopping = false;
  let fail: (error: Error) => void = () => {};

  function start(): void {
    const child = fork(program, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
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
      }),
    };
    workers.add(worker);
    const patience = setTimeout(() => {
      worker.reason = `A worker was not ready after ${longestStart / 1000} seconds.`;
      child.kill("SIGKILL");
    }, longestStart);
    child.on("message", (message: FromWorker) => {
      if (message.type === "ready") clearTimeout(patience);
      hear(worker, message);
    });
    // A process that cannot even be made has no exit. Other errors are of messages and signals to one that ends.
    child.on("error", (error) => {
      if (child.pid === undefined) end(worker, error.message);
    });
    child.once("exit", (code, signal) => {
      clearTimeout(patience);
      end(worker, signal === null ? `exit code ${code}` : `signal ${signal}`);
    });
  }

  function hear(worker: Worker, message: FromWorker): void {
    switch (message.type) {
      case "take":
        return worker.send(answerTake(counter, message));
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
        if (prepared) worker.send({ type: "begin", first: false });
        else appoint();
        return;
      case "prepared":
        prepared = true;
        for (const other of workers)
          if (other !== worker && other.loaded) other.send({ type: "begin", first: false });
        return;
      case "ready":
        return join(worker);
      case "announced":
        if (announced) return;
        announced = true;
        announce(portOf(listener), message.announcement);
        return;
      case "failed":
        worker.reason = message.reason;
        if (worker === announcer && !announced) fail(new OperatorError(message.reason));
        return;
    }
  }

  /** One of those that have loaded prepares the store; the others wait until that is done. */
  function appoint(): void {
    if (first !== undefined) return;
    first = [...workers].find(({ loaded }) => loaded);
    first?.send({ type: "begin", first: true });
  }

  function join(worker: Worker): void {
    worker.readyAt = performance.now();
    worker.heartbeat.start();
    policy.ready();
    gathering.joined(worker);
    if (started) {
      enter(worker);
      return appointAnnouncer();
    }
    if ([...workers].filter(isReady).length === count) open();
  }

  function open(): void {
    started = true;
    listener.once("error", (error) => fail(listenProblem(error, config)));
    listener.listen(config.port, config.host, () => {
      for (const worker of workers) if (isReady(worker)) enter(worker);
      appointAnnouncer();
    });
  }

  /** Only now that the port is open: a key made for a start that fails would be one that nobody saw. */
  function appointAnnouncer(): void {
    if (announced || announcer !== undefined || !listener.listening) return;
    announcer = [...workers].find(isReady);
    announcer?.send({ type: "announce" });
  }

  function enter(worker: Worker): void {
    if (listener.listening) worker.send({ type: "listening", port: portOf(listener) });
    if (stopping) worker.send({ type: "stop" });
    dispatcher.add(worker);
  }

  function end(worker: Worker, how: string): void {
    workers.delete(worker);
    worker.heartbeat.stop();
    const hung = worker.heartbeat.isHung();
    dispatcher.remove(worker);
    gathering.ended(worker);
    if (stopping) return;
    if (first === worker && !prepared) {
      first = undefined;
      appoint();
    }
    if (announcer === worker) {
      announcer = undefined;
      appointAnnouncer();
    }
    const decision = policy.ended({
      lived: isReady(worker) ? performance.now() - worker.readyAt : undefined,
      started,
      alive: [...workers].some(isReady),
      told: worker.reason !== undefined,
    });
    if (decision === "give up") {
      // The last line that is said, and the only one where nothing ever worked.
      fail(new OperatorError(worker.reason ?? `A worker ended before it was ready (${how}).`));
      return;
    }
    log(worker.reason === undefined ? "warn" : "error", "worker ended", {
      worker: worker.child.pid,
      how: hung ? "did not answer and was killed" : how,
      reason: worker.reason,
    });
    setTimeout(() => {
      if (stopping) return;
      gathering.restarted();
      start();
    }, decision);
  }

  return new Promise((_resolve, reject) => {
    fail = (error) => {
      stopping = true;
      for (const { child } of workers) child.kill("SIGKILL");
      listener.close();
      reject(error);
    };
    stopOnSignal(
      async (notice) => {
        stopping = true;
        log("info", "stopping", {});
        for (const worker of workers) worker.send({ type: "stop" });
        await sleep(notice);
        await stopListening(listener);
        while (!dispatcher.isIdle()) await sleep(5);
        for (const worker of workers) {
          if (isReady(worker)) worker.send({ type: "drain" });
          // One that still starts has no requests to answer, and does not listen.
          else worker.child.kill("SIGKILL");
        }
        while (workers.size > 0) await sleep(5);
      },
      () => {
        for (const { child } of workers) child.kill("SIGKILL");
      },
    );
    for (let number = 0; number < count; number++) start();
  });
}

function isReady({ readyAt }: Worker): boolean {
  return readyAt > 0;
}

const connection: ToWorker = { type: "connection" };

/** What cannot be sent is for a worker that ends; that is heard of elsewhere. */
function ignoreError(): void {}

function portOf(listener: Server): number {
  return (listener.address() as { readonly port: number }).port;
}
