import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Client } from "./client-of.js";
import { fairQueue } from "./fair-queue.js";
import { createRefuse, type RefusalOptions } from "./refusals.js";

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface AdmissionOptions extends RefusalOptions {
  readonly clientOf: (request: IncomingMessage) => Client;
  /** Max requests of one client that wait; 128 by default. */
  readonly maxQueued?: number | undefined;
  /** Max milliseconds until a rejection is sent; 2000 by default. */
  readonly maxRefusalDelayMs?: number;
  /** Called per request with the time that it waited. */
  readonly observe: (delayMs: number) => void;
  /** Called once per second with the number of rejected requests, if there were any. */
  readonly report: (refused: number) => void;
}

export interface Admission {
  /** What the server listens with: each request waits for its turn or is rejected. */
  guard(listener: Listener): Listener;
  /** Resolves when it is the turn of a known client, as if it had sent one more request. */
  turn(client: string): Promise<void>;
  /** Requests without a complete response. */
  inFlight(): number;
  /** Those on one connection, oldest first. */
  openOn(socket: Socket): readonly ServerResponse[];
  /** Requests rejected so far. */
  shed(): number;
  /** Responses in progress end their connections, if it is not too late for the header. */
  endConnections(): void;
  close(): void;
}

/** More than a payroll system that fills forms over a hundred connections has waiting. */
const defaultMaxQueued = 128;
/** Clients of which each may fill its queue at the same time. */
const fullQueues = 4;
/**
 * Requests served per turn of the event loop. New requests are read between two turns, so a short turn keeps the others
 * from waiting long. Requests of unknown clients are few, so that these cannot take much time from known ones.
 */
const maxPerTurn = { known: 32, unknown: 4 };
/**
 * Requests on one connection without a response. Each takes memory and can hold a file open, and no client needs more:
 * browsers wait for a response before the next request.
 */
const maxPipelined = { known: 100, unknown: 16 };
/**
 * A client that retries immediately would make us spend most of the time on rejections, so each of them keeps its
 * connection for up to as long as `Retry-After` says. Beyond this number of pending rejections, they are sent
 * immediately.
 */
const maxPendingRefusals = 1000;
const defaultMaxRefusalDelayMs = 2000;
const reportMs = 1000;

interface Arrival {
  readonly isGone: () => boolean;
  readonly serve: () => void;
  readonly at: number;
}

/**
 * Decides before everything else which requests are served, since most of what a request costs comes after. The event loop
 * is the bottleneck, so the length of the queues shows an overload.
 */
export function admission(options: AdmissionOptions): Admission {
  const { clientOf, maxQueued = defaultMaxQueued, maxRefusalDelayMs = defaultMaxRefusalDelayMs } = options;
  const limits = { maxPerClient: maxQueued, maxShared: maxQueued * fullQueues };
  const known = fairQueue<Arrival>(limits);
  const unknown = fairQueue<Arrival>(limits);
  const refuse = createRefuse(options);
  const open = new Map<Socket, Set<ServerResponse>>();
  let turnIsDue = false;
  let pendingRefusals = 0;
  let refused = 0;
  let reported = 0;

  function responsesOn(socket: Socket): Set<ServerResponse> {
    const present = open.get(socket);
    if (present !== undefined) return present;
    const responses = new Set<ServerResponse>();
    open.set(socket, responses);
    socket.once("close", () => {
      open.delete(socket);
      // Before version 24, Node does not close the responses behind others on a connection that breaks, and a file that one
      // sends would stay open.
      setImmediate(() => {
        for (const response of responses) response.emit("close");
      });
    });
    return responses;
  }

  function serve(queue: typeof known, max: number): void {
    for (let served = 0; served < max; ) {
      const arrival = queue.take();
      if (arrival === undefined) return;
      if (arrival.isGone()) continue;
      served++;
      options.observe(performance.now() - arrival.at);
      arrival.serve();
    }
  }

  function takeTurn(): void {
    turnIsDue = false;
    serve(known, maxPerTurn.known);
    serve(unknown, maxPerTurn.unknown);
    if (known.size() + unknown.size() > 0) planTurn();
  }

  function planTurn(): void {
    if (turnIsDue) return;
    turnIsDue = true;
    setImmediate(takeTurn);
  }

  function refuseLater(request: IncomingMessage, response: ServerResponse): void {
    refused++;
    if (pendingRefusals >= maxPendingRefusals) return refuse(request, response);
    pendingRefusals++;
    // Clients that were rejected together must not return together.
    const delayMs = maxRefusalDelayMs * (0.5 + Math.random() / 2);
    setTimeout(() => {
      pendingRefusals--;
      if (!request.socket.destroyed) refuse(request, response);
    }, delayMs).unref();
  }

  const reporter = setInterval(() => {
    if (refused > reported) options.report(refused - reported);
    reported = refused;
  }, reportMs);
  reporter.unref();

  return {
    guard: (listener) => (request, response) => {
      const { socket } = request;
      const responses = responsesOn(socket);
      responses.add(response);
      response.once("close", () => responses.delete(response));
      const client = clientOf(request);
      if (responses.size > (client.known ? maxPipelined.known : maxPipelined.unknown)) {
        socket.destroy();
        return;
      }
      const queue = client.known ? known : unknown;
      const isGone = (): boolean => socket.destroyed;
      const serve = (): void => listener(request, response);
      if (queue.add(client.id, { isGone, serve, at: performance.now() })) return planTurn();
      refuseLater(request, response);
    },
    turn: (client) =>
      new Promise((serve) => {
        known.add(client, { isGone: () => false, serve, at: performance.now() }, true);
        planTurn();
      }),
    inFlight: () => [...open.values()].reduce((sum, { size }) => sum + size, 0),
    openOn: (socket) => [...(open.get(socket) ?? [])],
    shed: () => refused,
    endConnections() {
      for (const responses of open.values())
        for (const response of responses) response.shouldKeepAlive = false;
    },
    close: () => clearInterval(reporter),
  };
}
