import type { Route } from "../../../service/src/http/registered.js";
import type { Server } from "../../../service/src/http/server.js";

/** A new route that needs no token must be added here. */
const open: readonly RegExp[] = [
  /^\/$/,
  /^\/authentication\/login$/,
  /^\/(?:healthz|readyz|metrics)$/,
  /^\/images\/:formId\/:version\/:file$/,
  /^\/v1\/form-viewer\/:file$/,
  /^\/problems\/:code$/,
  /^\/verify$/,
  /^\/docs(?:\/.*)?$/,
  // Not in production.
  /^\/(?:try|theme|assets\/:file)$/,
  /^\/demo\/token$/,
];

export function isOpen({ url }: Route): boolean {
  return open.some((shape) => shape.test(url));
}

/** Every route of the server that is not known to be open: those that need a token. */
export function guarded({ routes }: Server): readonly Route[] {
  return routes.filter((route) => !isOpen(route));
}

/** An address of the route, with parameters that exist. */
export function addressOf({ url }: Route): string {
  return url.replaceAll(/:[A-Za-z]+|\*/g, (name) => examples[name] ?? "x");
}

const examples: Readonly<Record<string, string>> = {
  ":flowId": "FEDERAL",
  ":formId": "AL101",
  ":questionSetId": "QS1",
  ":version": "2025.4.0",
  ":file": "1.png",
  ":code": "NOT_FOUND",
};
