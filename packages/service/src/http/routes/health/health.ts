import type { FastifyInstance } from "fastify";
import { sendJson } from "../../reply.js";
import type { Service } from "../../service.js";

/** Paths of these routes, for code that runs before routing. */
export const probes: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** For orchestrators and monitoring. They need no token. */
export function healthRoutes(app: FastifyInstance, service: Service, stopping: () => boolean): void {
  const options = { schema: { hide: true }, config: { isProbe: true } };

  app.get("/healthz", options, async (_request, reply) => sendJson(reply, JSON.stringify({ status: "ok" })));

  app.get("/readyz", options, async (_request, reply) => {
    // Without the store, valid tokens still work. If every instance became unready, nothing would.
    const ready = !stopping() && service.snapshot.loaded();
    return sendJson(reply.code(ready ? 200 : 503), JSON.stringify({ status: ready ? "ready" : "not ready" }));
  });

  app.get("/metrics", options, async (_request, reply) => {
    const { registry, text } = service.metrics;
    return reply.header("content-type", registry.contentType).send(await text());
  });
}
