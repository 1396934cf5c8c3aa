import type { FormVersion } from "@withholding-forms/catalog";
import type { FastifyInstance } from "fastify";
import { today } from "../../../app/clock.js";
import { sizedCache } from "../../../cache.js";
import { Problem } from "../../../problems/problem.js";
import { type Constant, constant, sendConstant } from "../../reply.js";
import type { Service } from "../../service.js";
import { createRenderer, tooBusy } from "./renderer.js";

export function imageAddress(
  publicUrl: string,
  form: Pick<FormVersion, "id" | "version" | "edition">,
  page: string,
): string {
  // Images are cached forever, so images of the agency's own file need their own URLs.
  const edition = form.edition === undefined ? "" : `?edition=${form.edition}`;
  return `${publicUrl}/images/${form.id}/${form.version}/${page}.png${edition}`;
}

const forever = "public, max-age=31536000, immutable";
/** A caller who would wait longer is asked to retry. A connection on which nothing moves is closed after 20 seconds. */
const defaultMaxWaitMs = 10_000;

/**
 * Page images of blank forms: public, the same for every caller, rendered when first requested. A maximum wait of 0
 * means that callers wait as long as it takes.
 */
export function imagesRoute(app: FastifyInstance, service: Service, maxWaitMs = defaultMaxWaitMs): void {
  const renderer = createRenderer();
  const rendered = sizedCache<Constant>(48 * 1024 * 1024);
  const underWay = new Map<string, Promise<Constant>>();
  app.addHook("onClose", () => renderer.close());

  async function render(key: string, form: FormVersion, page: number): Promise<Constant> {
    const image = constant(await renderer.render(form.blank(), page), "image/png");
    rendered.set(key, image, image.size);
    return image;
  }

  /**
   * Callers who want the same page wait for the same rendering. It continues after they give up, so that their retry
   * finds it.
   */
  function rendering(key: string, form: FormVersion, page: number): Promise<Constant> {
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const started = render(key, form, page).finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  }

  async function imageOf(form: FormVersion, page: number): Promise<Constant> {
    const key = `${form.id} ${form.version} ${page}`;
    return rendered.get(key) ?? inTime(rendering(key, form, page), maxWaitMs);
  }

  app.get<{ Params: { formId: string; version: string; file: string } }>("/images/:formId/:version/:file", {
    schema: { hide: true },
    handler: async (request, reply) => {
      const { formId, version, file } = request.params;
      const found = service.catalog.find(formId, version, today(service));
      const page = Number(/^([1-9][0-9]?)\.png$/.exec(file)?.[1] ?? 0);
      // One URL per image: another spelling of the version is not found.
      if (typeof found === "string" || found.form.version !== version || page < 1 || page > found.form.pages)
        throw new Problem("UNKNOWN_IMAGE");
      const image = await imageOf(found.form, page);
      reply.header("cross-origin-resource-policy", "cross-origin");
      return sendConstant(request, reply, image, forever);
    },
  });
}

async function inTime(image: Promise<Constant>, maxWaitMs: number): Promise<Constant> {
  if (maxWaitMs === 0) return image;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooBusy()), maxWaitMs);
  });
  return Promise.race([image, late]).finally(() => clearTimeout(timer));
}
