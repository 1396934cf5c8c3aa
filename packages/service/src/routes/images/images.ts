import type { FormVersion } from "@withholding-forms/catalog";
import type { FastifyInstance } from "fastify";
import { sizedCache } from "../../cache.js";
import { Problem } from "../../problems.js";
import { type Constant, constant, sendConstant } from "../../replies.js";
import { type Service, today } from "../../service.js";
import { createRenderer } from "./renderer.js";

export function imageAddress(
  publicUrl: string,
  form: Pick<FormVersion, "id" | "version" | "edition">,
  page: string,
): string {
  // Pictures are kept for good, so those of the agency's own file, once there is one, need addresses of their own.
  const edition = form.edition === undefined ? "" : `?edition=${form.edition}`;
  return `${publicUrl}/images/${form.id}/${form.version}/${page}.png${edition}`;
}

const forever = "public, max-age=31536000, immutable";

/** Page images of blank forms: public, the same for everybody, rendered when first asked for. */
export function imagesRoute(app: FastifyInstance, service: Service): void {
  const renderer = createRenderer();
  const rendered = sizedCache<readonly Constant[]>(48 * 1024 * 1024);
  const underWay = new Map<string, Promise<readonly Constant[]>>();
  app.addHook("onClose", () => renderer.close());

  async function pagesOf(form: FormVersion): Promise<readonly Constant[]> {
    const pages = (await renderer.render(form.blank())).map((png) => constant(png, "image/png"));
    rendered.set(
      `${form.id} ${form.version}`,
      pages,
      pages.reduce((sum, page) => sum + page.size, 0),
    );
    return pages;
  }

  /** Several callers who want pages of one form wait for one rendering. */
  function pages(form: FormVersion): Promise<readonly Constant[]> | readonly Constant[] {
    const key = `${form.id} ${form.version}`;
    const known = rendered.get(key) ?? underWay.get(key);
    if (known !== undefined) return known;
    const started = pagesOf(form).finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  }

  app.get<{ Params: { formId: string; version: string; file: string } }>("/images/:formId/:version/:file", {
    schema: { hide: true },
    handler: async (request, reply) => {
      const { formId, version, file } = request.params;
      const found = service.catalog.find(formId, version, today(service));
      const page = Number(/^([1-9][0-9]?)\.png$/.exec(file)?.[1] ?? 0);
      // One address a picture: another spelling of the version is not found.
      if (typeof found === "string" || found.form.version !== version || page < 1 || page > found.form.pages)
        throw new Problem("UNKNOWN_IMAGE");
      const image = (await pages(found.form))[page - 1];
      if (image === undefined) throw new Problem("UNKNOWN_IMAGE");
      reply.header("cross-origin-resource-policy", "cross-origin");
      return sendConstant(request, reply, image, forever);
    },
  });
}
