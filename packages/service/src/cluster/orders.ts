import type { Socket } from "node:net";
import type { Server } from "../server.js";
import type { Orders } from "./line.js";
import type { MetricJson } from "./messages.js";

/** How often connections are looked at while they end. */
const pause = 20;
/** A connection without any request is given so long to bring one, while the worker ends. */
const silence = 1000;
/** Without a primary nobody waits for this process, so it does not wait long for its callers. */
const longestOrphaned = 5000;

/** What a worker does when its primary says so. */
export function workerOrders({ app, stopping, metrics }: Server): Orders {
  const open = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });

  /** Running requests are answered; each answer ends its connection. */
  async function drain(code: number): Promise<void> {
    stopping();
    const start = performance.now();
    while (open.size > 0) {
      app.server.closeIdleConnections();
      if (performance.now() - start > silence)
        for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    await app.close();
    process.exit(code);
  }

  return {
    stop: stopping,
    drain: () => void drain(0),
    orphaned() {
      setTimeout(() => process.exit(1), longestOrphaned).unref();
      void drain(1);
    },
    metrics: async () => (await metrics.registry.getMetricsAsJSON()) as unknown as readonly MetricJson[],
  };
}
