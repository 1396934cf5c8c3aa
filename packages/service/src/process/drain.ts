import { Server as Listener, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { openList } from "../http/overload/open-list.js";
import type { Server } from "../http/server.js";

/** How often connections are looked at while they end. */
const pauseMs = 20;
/** A connection without any request is given so long to bring one. */
const silence = 1000;

/**
 * Ends a server's connections without losing a request: those in progress are answered, and each answer ends its
 * connection. Called before the server has connections; what it gives back does it, and resolves when none is left.
 */
export function drainOf({ app, stopping }: Pick<Server, "app" | "stopping">): () => Promise<void> {
  const open = openList<Socket>();
  app.server.on("connection", (socket: Socket) => {
    socket.once("close", open.add(socket));
  });
  return async () => {
    stopping();
    await stopListening(app.server);
    const start = performance.now();
    while (open.size() > 0) {
      // To Node a connection is idle once its answer is complete, also while most of that has still to be sent.
      if (![...open].some(({ writableLength }) => writableLength > 0)) app.server.closeIdleConnections();
      if (performance.now() - start > silence)
        for (const socket of [...open]) if (socket.bytesRead === 0) socket.destroy();
      await sleep(pauseMs);
    }
  };
}

/**
 * Takes no new connections. Only that: the `close` of an HTTP server also ends its watch over callers who send slowly,
 * and one of them could keep us from ending.
 */
export async function stopListening(server: Listener): Promise<void> {
  if (!server.listening) return;
  await quietTurn(server);
  Listener.prototype.close.call(server);
}

/** Milliseconds that a turn of the event loop takes in which nothing happens, and more. */
const nothing = 0.1;
const maxTurns = 10_000;

/**
 * Connections that wait in the kernel's queue when a listener closes are cut off, after their callers may have sent a
 * request. A turn takes one of them at most, so the moment for it is right after a turn that took none and had nothing
 * else to do. A balancer that asks whether we are ready sends none anymore; this is for those that do not.
 */
async function quietTurn(server: Listener): Promise<void> {
  let taken = false;
  const take = (): void => {
    taken = true;
  };
  server.on("connection", take);
  let last = performance.now();
  for (let turns = 0; turns < maxTurns; turns++) {
    taken = false;
    await new Promise(setImmediate);
    const now = performance.now();
    if (turns > 0 && !taken && now - last < nothing) break;
    last = now;
  }
  server.off("connection", take);
}
