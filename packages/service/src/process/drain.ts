import { Server as Listener, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "../http/server.js";

/** How often connections are checked during a drain. */
const pauseMs = 20;
/** How long a connection without any request may wait for its first one. */
const silence = 1000;

/**
 * Closes a server's connections without losing a request: pending requests are answered, and each response closes its
 * connection. Call it before the server has connections. The returned function starts the drain and resolves when no
 * connection is left.
 */
export function drainOf({ app, stopping }: Pick<Server, "app" | "stopping">): () => Promise<void> {
  const open = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return async () => {
    stopping();
    await stopListening(app.server);
    const start = performance.now();
    while (open.size > 0) {
      // To Node a connection is idle once its answer is complete, also while most of that has still to be sent.
      if (![...open].some(({ writableLength }) => writableLength > 0)) app.server.closeIdleConnections();
      if (performance.now() - start > silence)
        for (const socket of [...open]) if (socket.bytesRead === 0) socket.destroy();
      await sleep(pauseMs);
    }
  };
}

/**
 * Only stops new connections: the `close` of an HTTP server also stops its timeouts for slow callers, and one of them
 * could block the exit.
 */
async function stopListening(server: Listener): Promise<void> {
  if (!server.listening) return;
  await quietTurn(server);
  Listener.prototype.close.call(server);
}

/** Longer than an idle turn of the event loop, in milliseconds. */
const nothing = 0.1;
const maxTurns = 10_000;

/**
 * Connections that wait in the kernel's queue when a listener closes are cut off, after their callers may have sent a
 * request. A turn accepts up to one of them, so the moment for it is right after a turn that took none and had nothing
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
