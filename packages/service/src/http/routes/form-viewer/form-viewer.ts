import { existsSync, readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { Problem } from "../../../problems/problem.js";
import { type Constant, constant, sendConstant } from "../../reply.js";
import type { Service } from "../../service.js";

const built = new URL("../../../../../wizard/dist/form-viewer/", import.meta.url);
const files = ["form-viewer.js", "pdf.js", "pdf.worker.js"];

/**
 * The script that draws forms in the employee's browser, with pdf.js. Public, and below the path of the API, which the
 * integrator's server forwards: the browser loads it from the page's own origin, and a module cannot be loaded with a
 * token.
 */
export function formViewerRoute(app: FastifyInstance, { config }: Service, folder: URL = built): void {
  const known = new Map<string, Constant>();
  app.get<{ Params: { file: string } }>(`${config.basePath}/form-viewer/:file`, {
    schema: { hide: true },
    handler: async (request, reply) => {
      const { file } = request.params;
      const found = known.get(file) ?? read(file, folder);
      if (found === undefined) throw new Problem("NOT_FOUND");
      known.set(file, found);
      // The three files must be of the same release, so each is checked before it is used again.
      return sendConstant(request, reply, found, "public, no-cache");
    },
  });
}

/** Read on first use: most instances serve no browsers. Undefined where the wizard was not built. */
function read(file: string, folder: URL): Constant | undefined {
  if (!files.includes(file)) return undefined;
  const path = new URL(file, folder);
  if (!existsSync(path)) return undefined;
  return constant(readFileSync(path, "utf8"), "text/javascript; charset=utf-8");
}
