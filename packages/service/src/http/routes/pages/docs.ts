import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../../../problems/problem.js";
import type { PublishedDescription } from "../../openapi/published.js";
import { type Constant, constant, sendConstant } from "../../reply.js";

const built = new URL("../../../../../../build/docs/", import.meta.url);
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};
const policy =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** The documentation, built from docs/ by scripts/build/docs, and the description of the API without a token. */
export function docsRoutes(app: FastifyInstance, published: PublishedDescription, folder = built): void {
  const options = { schema: { hide: true } };
  const sent = new Map<string, Constant>();
  let names: ReadonlySet<string> | undefined;
  const send = async (request: FastifyRequest, reply: FastifyReply, file: string) => {
    names ??= filesIn(folder);
    if (!names.has(file)) throw new Problem("NOT_FOUND");
    // Only what was requested stays in memory.
    const type = types[extname(file)] ?? "text/plain; charset=utf-8";
    const found = sent.get(file) ?? constant(readFileSync(fileURLToPath(new URL(file, folder))), type);
    sent.set(file, found);
    return sendConstant(request, reply.header("content-security-policy", policy), found, "public, no-cache");
  };
  // Links are relative, so the start page needs the slash, and no other page has one.
  const hasSlash = ({ url }: FastifyRequest) => /^[^?]*\/(?:\?|$)/.test(url);
  app.get("/docs", options, async (request, reply) =>
    hasSlash(request) ? send(request, reply, "index.html") : reply.redirect("./docs/"),
  );
  app.get<{ Params: { "*": string } }>("/docs/*", options, async (request, reply) => {
    const { "*": name } = request.params;
    return send(request, reply, extname(name) === "" && !hasSlash(request) ? `${name}.html` : name);
  });
  for (const [name, type] of [
    ["json", "application/json"],
    ["yaml", "application/x-yaml"],
  ] as const)
    app.get(`/docs/${name}`, options, async (request, reply) =>
      sendConstant(request, reply, await published(type), "no-cache"),
    );
}

/** Empty where the documentation was not built. */
function filesIn(folder: URL): ReadonlySet<string> {
  return new Set(existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : []);
}
