import type { Server } from "../http/server.js";
import type { MetricJson } from "../telemetry/metric-json.js";
import { drainOf } from "./drain.js";
import type { Orders } from "./line.js";
import type { Announcer } from "./open-service.js";

/** Without a primary nobody waits for this process, so it does not wait long for its callers. */
const orphanTimeoutMs = 5000;

/** What a worker does when its primary requests it. */
export function workerOrders(server: Server, announcer: Announcer): Orders {
  const { app, stopping, metrics } = server;
  const drain = drainOf(server);

  async function end(code: number): Promise<void> {
    await drain();
    await announcer.withdraw();
    await app.close();
    process.exit(code);
  }

  return {
    announcement: announcer.announcement,
    stop: stopping,
    drain: () => void end(0),
    orphaned() {
      setTimeout(() => process.exit(1), orphanTimeoutMs).unref();
      void end(1);
    },
    metrics: async () => (await metrics.registry.getMetricsAsJSON()) as unknown as readonly MetricJson[],
  };
}
