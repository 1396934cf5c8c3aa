import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Client } from "./fair-queue.js";
import { type OpenList, openList } from "./open-list.js";
import type { Policy } from "./policy.js";
import { createRefusals, type RefusalOptions } from "./refusals.js";
import { type Turns, watchTurns } from "./turns.js";

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface AdmissionOptions extends RefusalOptions {
  readonly policy: Policy<Arrival>;
  readonly clientOf: (request: IncomingMessage) => Client;
  /** Receives for each turn the milliseconds that its oldest request has waited. */
  readonly observe: (delayMs: number) => void;
  /** Receives once per second how many were rejected in it, if any were. */
  readonly report: (refused: number) => void;
}

/** A request that has arrived. */
export interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly listener: Listener;
  readonly at: number;
}

export interface Admission extends Pick<Turns, "together"> {
  /** What the server listens with: passes requests on, lets them wait, or rejects them. */
  guard(listener: Listener): Listener;
  /** Requests that are not answered yet. */
  inFlight(): number;
  /** Those on one connection, oldest first. */
  openOn(socket: Socket): readonly ServerResponse[];
  /** Rejected so far. */
  shed(): number;
  /** Responses in progress end their connections, if it is not too late for the header. */
  endConnections(): void;
  close(): void;
}

/** Requests sent ahead on one connection without waiting for responses. Nobody needs more, and each takes memory. */
const maxPipelined = 100;
const reportMs = 1000;
const done = Promise.resolve();

/** Stands before everything else, since most of what a request costs comes after. See `Policy` for who is served. */
export function admission(options: AdmissionOptions): Admission {
  const { policy, clientOf } = options;
  const refusals = createRefusals(options);
  const underWay = openList<ServerResponse>();
  const pipelined = new WeakMap<Socket, OpenList<() => void>>();
  const turns = watchTurns({ ended: endTurn, isAwaited: () => policy.waiting() > 0 });
  let turnBegan = 0;
  let reported = 0;

  /** Node does not close responses behind others when their connection breaks off. False: there are too many. */
  function follow(socket: Socket, response: ServerResponse, leave: () => void): boolean {
    const known = pipelined.get(socket);
    const behind = known ?? openList();
    if (known === undefined) {
      pipelined.set(socket, behind);
      socket.once("close", () => {
        for (const one of [...behind]) one();
      });
    }
    response.once("close", behind.add(leave));
    return behind.size() <= maxPipelined;
  }

  function endTurn(): void {
    const now = performance.now();
    const { serve, refuse } = policy.turn(refusals.held());
    options.observe(now - (serve[0]?.at ?? turnBegan));
    for (const { request, response, listener } of serve) {
      if (request.socket.destroyed) continue;
      refusals.served(request.socket);
      listener(request, response);
    }
    for (const { item, known } of refuse)
      if (!item.request.socket.destroyed) refusals.refuse(item.request, item.response, known);
    turnBegan = 0;
    if (policy.waiting() > 0) begin();
  }

  function begin(): void {
    if (turnBegan === 0) turnBegan = performance.now();
    turns.begin();
  }

  const reporter = setInterval(() => {
    const refused = refusals.refused();
    if (refused > reported) options.report(refused - reported);
    reported = refused;
    // Without requests nothing else notices that an overload is over.
    if (policy.overloaded()) begin();
  }, reportMs);
  reporter.unref();

  return {
    guard: (listener) => (request, response) => {
      const { socket } = request;
      const leave = underWay.add(response);
      response.on("close", leave);
      if (response.socket === null && !follow(socket, response, leave)) {
        socket.destroy();
        return;
      }
      begin();
      if (refusals.holds(socket)) return refusals.refuse(request, response, false);
      if (policy.passes(() => clientOf(request).known)) listener(request, response);
      else policy.enqueue(clientOf(request), { request, response, listener, at: performance.now() });
    },
    // In an overload the policy decides how many are served in a row, and the end of another turn is a long time.
    together: () => (policy.overloaded() ? done : turns.together()),
    inFlight: underWay.size,
    openOn: (socket) => [...underWay].filter(({ req }) => req.socket === socket),
    shed: refusals.refused,
    endConnections() {
      for (const response of underWay) response.shouldKeepAlive = false;
      refusals.release();
    },
    close: () => clearInterval(reporter),
  };
}
