import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { PrimaryLine, TakenMessage } from "../limits/primary.js";
import type { MetricJson } from "../telemetry/metric-json.js";
import type { Announcement, FromWorker, ToWorker } from "./messages.js";
import { lastWords } from "../operator-error.js";

/** What a worker may be told by its primary. */
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
  /** By the one that prepared the store: the others may go on. */
  prepared(): void;
  failed(error: unknown): Promise<void>;
  /** From now on connections and orders are taken. */
  ready(server: Server, orders: Orders): void;
  port(): number | undefined;
  gather(): Promise<readonly (readonly MetricJson[])[]>;
  readonly limits: PrimaryLine;
}

/** Longer than the primary waits for the slowest worker. */
const longestGathering = 3000;

export function openLine(): Line {
  const gatherings = new Map<number, (all: readonly (readonly MetricJson[])[]) => void>();
  const takers: ((message: TakenMessage) => void)[] = [];
  let begin: (first: boolean) => void = () => {};
  let port: number | undefined;
  let lastId = 0;
  let server: Server | undefined;
  let orders: Orders | undefined;

  // Signals reach all processes of a terminal or a container at once; only the primary decides what they mean.
  process.on("SIGTERM", () => {});
  process.on("SIGINT", () => {});
  process.on("disconnect", () => {
    if (orders === undefined) process.exit(1);
    orders.orphaned();
  });
  process.on("message", (message: ToWorker, socket?: Socket) => {
    switch (message.type) {
      case "connection":
        return connect(socket);
      case "taken":
        for (const taker of takers) taker(message);
        return;
      case "ping":
        return send({ type: "pong" });
      case "inspect":
        orders?.metrics().then((metrics) => send({ type: "report", metrics }));
        return;
      case "gathered":
        gatherings.get(message.id)?.(message.all);
        return;
      case "begin":
        return begin(message.first);
      case "listening":
        port = message.port;
        return;
      case "announce":
        orders?.announcement().then((announcement) => send({ type: "announced", announcement }), failed);
        return;
      case "stop":
        return orders?.stop();
      case "drain":
        return orders?.drain();
    }
  });

  function connect(socket: Socket | undefined): void {
    send({ type: "accepted" });
    // The caller may have left on the way.
    if (socket === undefined) return closed();
    socket.once("close", closed);
    server?.emit("connection", socket);
  }

  let closedNow = 0;
  function closed(): void {
    closedNow++;
    if (closedNow > 1) return;
    setImmediate(() => {
      send({ type: "closed", count: closedNow });
      closedNow = 0;
    });
  }

  return {
    loaded() {
      send({ type: "loaded" });
      return new Promise((resolve) => {
        begin = resolve;
      });
    },
    prepared: () => send({ type: "prepared" }),
    failed,
    ready(to, given) {
      server = to;
      orders = given;
      // It never listens by itself, but only then would Node look for requests that take too long to arrive.
      server.emit("listening");
      send({ type: "ready" });
    },
    port: () => port,
    gather() {
      lastId++;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const end = (): void => {
          clearTimeout(timer);
          gatherings.delete(id);
        };
        const timer = setTimeout(() => {
          end();
          reject(new Error("The primary process did not answer."));
        }, longestGathering);
        gatherings.set(id, (all) => {
          end();
          resolve(all);
        });
        send({ type: "gather", id });
      });
    },
    limits: {
      send,
      on(listener) {
        takers.push(listener);
      },
    },
  };
}

/** The primary reports it, once for all workers. */
function failed(error: unknown): Promise<void> {
  return new Promise((resolve) => send({ type: "failed", reason: lastWords(error) }, resolve));
}

/** To a primary that is gone nothing is sent; that is heard of elsewhere. */
function send(message: FromWorker, sent: () => void = () => {}): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => sent());
  else sent();
}
