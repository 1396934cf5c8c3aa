import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { PrimaryLine, TakenMessage } from "../limits/primary.js";
import { lastWords } from "../operator-error.js";
import type { MetricJson } from "../telemetry/metric-json.js";
import type { Announcement, FromWorker, ToWorker } from "./messages.js";

/** Messages from the primary to a worker. */
export interface Orders {
  announcement(): Promise<Announcement>;
  stop(): void;
  drain(): void;
  /** The primary is gone. */
  orphaned(): void;
  metrics(): Promise<readonly MetricJson[]>;
}

/** A worker's line to its primary. */
export interface Line {
  /** Resolves when the store may be touched: true for the one that prepares it. */
  loaded(): Promise<boolean>;
  /** By the one that prepared the store: the others may continue. */
  prepared(): void;
  failed(error: unknown): Promise<void>;
  /** From now on connections and orders are taken. */
  ready(server: Server, orders: Orders): void;
  port(): number | undefined;
  gather(): Promise<readonly (readonly MetricJson[])[]>;
  readonly limits: PrimaryLine;
}

/** Longer than the primary waits for the slowest worker. */
const gatherTimeoutMs = 3000;

export function openLine(): Line {
  const state: LineState = {
    gatherings: new Map(),
    takers: [],
    begin: () => {},
    port: undefined,
    lastId: 0,
    server: undefined,
    orders: undefined,
    closed: 0,
  };
  // Signals reach all processes of a terminal or a container at once; only the primary decides what they mean.
  process.on("SIGTERM", () => {});
  process.on("SIGINT", () => {});
  process.on("disconnect", () => {
    if (state.orders === undefined) process.exit(1);
    state.orders.orphaned();
  });
  process.on("message", (message: ToWorker, socket?: Socket) => receive(state, message, socket));
  return {
    loaded() {
      send({ type: "loaded" });
      return new Promise((resolve) => {
        state.begin = resolve;
      });
    },
    prepared: () => send({ type: "prepared" }),
    failed,
    ready(server, orders) {
      state.server = server;
      state.orders = orders;
      // It never listens on its own, but only then would Node look for requests that take too long to arrive.
      server.emit("listening");
      send({ type: "ready" });
    },
    port: () => state.port,
    gather: () => gather(state),
    limits: {
      send,
      on(listener) {
        state.takers.push(listener);
      },
    },
  };
}

interface LineState {
  readonly gatherings: Map<number, (all: readonly (readonly MetricJson[])[]) => void>;
  readonly takers: ((message: TakenMessage) => void)[];
  /** Called when the store may be touched. */
  begin: (first: boolean) => void;
  port: number | undefined;
  /** Of a gathering. */
  lastId: number;
  server: Server | undefined;
  orders: Orders | undefined;
  /** Connections that closed in this turn of the event loop. */
  closed: number;
}

function receive(state: LineState, message: ToWorker, socket: Socket | undefined): void {
  const { orders } = state;
  switch (message.type) {
    case "connection":
      return connect(state, socket);
    case "taken":
      for (const taker of state.takers) taker(message);
      return;
    case "ping":
      return send({ type: "pong" });
    case "inspect":
      orders?.metrics().then((metrics) => send({ type: "report", metrics }));
      return;
    case "gathered":
      state.gatherings.get(message.id)?.(message.all);
      return;
    case "begin":
      return state.begin(message.first);
    case "listening":
      state.port = message.port;
      return;
    case "announce":
      orders?.announcement().then((announcement) => send({ type: "announced", announcement }), failed);
      return;
    case "stop":
      return orders?.stop();
    case "drain":
      return orders?.drain();
  }
}

function connect(state: LineState, socket: Socket | undefined): void {
  send({ type: "accepted" });
  // The caller may have left on the way.
  if (socket === undefined) return countClosed(state);
  socket.once("close", () => countClosed(state));
  state.server?.emit("connection", socket);
}

function countClosed(state: LineState): void {
  state.closed++;
  if (state.closed > 1) return;
  setImmediate(() => {
    send({ type: "closed", count: state.closed });
    state.closed = 0;
  });
}

function gather(state: LineState): Promise<readonly (readonly MetricJson[])[]> {
  state.lastId++;
  const id = state.lastId;
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      state.gatherings.delete(id);
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error("The primary process did not respond."));
    }, gatherTimeoutMs);
    state.gatherings.set(id, (all) => {
      end();
      resolve(all);
    });
    send({ type: "gather", id });
  });
}

/** The primary reports it, once for all workers. */
function failed(error: unknown): Promise<void> {
  return new Promise((resolve) => send({ type: "failed", reason: lastWords(error) }, resolve));
}

/** Nothing is sent to a primary that has exited; the `disconnect` event handles that. */
function send(message: FromWorker, sent: () => void = () => {}): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => sent());
  else sent();
}
