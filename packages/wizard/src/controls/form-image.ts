import { pdfBytes } from "@withholding-forms/client";
import { html, nothing, type TemplateResult } from "lit";
import { say } from "../messages/say.js";
import type { DrawOptions } from "../viewer/form-viewer.js";
import type { FormImage, FormImages, ShownForm } from "./form-images.js";
import type { Look } from "./look.js";

export interface Viewer {
  drawForm(pdf: Uint8Array, options: DrawOptions): Promise<void>;
}

/** As wide as the page images of blank forms: letters stay sharp when they are enlarged. */
const width = 1280;

/** Draws each form once, one after the other, and again if it has changed. */
export function createFormImages(load: () => Promise<Viewer>, changed: () => void): FormImages {
  const images = new Map<string, FormImage>();
  let last: Promise<void> = Promise.resolve();

  async function draw(image: FormImage, { pdf, blank }: ShownForm): Promise<void> {
    try {
      // Without the blank form, the answers are just not highlighted.
      const [viewer, empty] = await Promise.all([load(), blank().catch(() => undefined)]);
      await viewer.drawForm(pdfBytes({ pdf }), {
        width,
        blank: empty,
        onPage(canvas, hasAnswers) {
          image.pages.push({ canvas, hasAnswers });
          changed();
        },
      });
      image.status = "DRAWN";
    } catch {
      image.status = "FAILED";
    }
    changed();
  }

  return {
    of(form) {
      const known = images.get(form.formId);
      if (known?.pdf === form.pdf) return known;
      const { zoom, showsAll } = known ?? { zoom: 0, showsAll: false };
      const image: FormImage = { pdf: form.pdf, pages: [], status: "DRAWING", zoom, showsAll };
      images.set(form.formId, image);
      last = last.then(() => draw(image, form));
      return image;
    },
  };
}

/** Classes of the style sheet: a style attribute would need a weaker content security policy. */
const zooms = ["", "zoom150", "zoom200", "zoom300"];

/** The pages of a form, and a link to the PDF. The link is all there is if the pages cannot be drawn. */
export function formImage(look: Look, form: ShownForm): TemplateResult {
  const { words } = look;
  const image = look.images.of(form);
  const hidden = image.showsAll ? [] : image.pages.filter(({ hasAnswers }) => !hasAnswers);
  const drawn = image.status === "DRAWN";
  return html`<div class="sheet">
    <div class="tools">
      ${image.pages.length === 0 ? nothing : zoomButtons(look, image)}
      <a class="link" href=${look.addressOf(form.pdf)} target="_blank" rel="noopener">
        ${say(words.formImage.open, { form: form.name })}
      </a>
    </div>
    ${
      image.pages.length === 0
        ? html`<p class="hint">${image.status === "FAILED" ? words.formImage.failed : words.loading}</p>`
        : html`<div class="pages" tabindex="0" role="region" aria-label=${say(words.formImage.title, { form: form.name })}>
            ${image.pages.map((page, index) =>
              hidden.includes(page) ? nothing : pageImage(look, form, page.canvas, index, image.zoom),
            )}
          </div>`
    }
    ${
      drawn && hidden.length > 0
        ? html`<button
            type="button"
            class="link"
            @click=${() => {
              image.showsAll = true;
              look.refresh();
            }}
          >
            ${say(words.formImage.showAll, { count: image.pages.length })}
          </button>`
        : nothing
    }
  </div>`;
}

function pageImage(
  { words }: Look,
  { name }: ShownForm,
  canvas: HTMLCanvasElement,
  index: number,
  zoom: number,
): HTMLCanvasElement {
  canvas.className = zooms[zoom] ?? "";
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", say(words.formImage.page, { form: name, page: index + 1 }));
  return canvas;
}

function zoomButtons(look: Look, image: FormImage): TemplateResult {
  const { words } = look;
  const button = (sign: string, label: string, zoom: number): TemplateResult =>
    html`<button
      type="button"
      class="secondary zoom"
      aria-label=${label}
      aria-disabled=${zoom in zooms ? "false" : "true"}
      @click=${() => {
        if (!(zoom in zooms)) return;
        image.zoom = zoom;
        look.refresh();
      }}
    >
      <span aria-hidden="true">${sign}</span>
    </button>`;
  return html`${button("−", words.formImage.zoomOut, image.zoom - 1)}
  ${button("+", words.formImage.zoomIn, image.zoom + 1)}`;
}
