import { Server as Listener, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "./server.js";

/** How often connections are looked at while they end. */
const pause = 20;
/** A connection without any request is given so long to bring one. */
const silence = 1000;

/**
 * Ends a server's connections without losing a request: those under way are answered, and each answer ends its
 * connection. Called before the server has connections; what it gives back does it, and resolves when none is left.
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
      app.server.closeIdleConnections();
      if (performance.now() - start > silence)
        for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
      await sleep(pause);
    }
  };
}

/**
 * Takes no new connections. Only that: the `close` of an HTTP server also ends its watch over callers who send slowly,
 * and one of them could keep us from ending.
 */
export async function stopListening(server: Listener): Promise<void> {
  // Right after all connections that have arrived were taken: those in the kernel's queue would be cut off.
  await new Promise(setImmediate);
  if (server.listening) Listener.prototype.close.call(server);
}
