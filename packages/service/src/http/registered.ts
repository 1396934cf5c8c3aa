import type { FastifyInstance } from "fastify";

export interface Route {
  readonly method: string;
  /** As registered: `/v1/getPdf/:formId`. */
  readonly url: string;
  /** Addresses that belong to it. */
  readonly shape: RegExp;
}

/** Collects all routes that are registered after this call. */
export function collectRoutes(app: FastifyInstance): readonly Route[] {
  const routes: Route[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    const pattern = url
      .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replace(/:[A-Za-z]+/g, "[^/]+")
      .replace(/\/$/, "");
    const shape = new RegExp(`^${pattern}/?$`);
    for (const one of typeof method === "string" ? [method] : method)
      routes.push({ method: one, url, shape });
  });
  return routes;
}
