import { AnnotationMode, GlobalWorkerOptions, getDocument, type PDFPageProxy } from "pdfjs-dist";
import { highlightChanges } from "./highlight-changes.js";

export interface DrawOptions {
  /** The same form without answers. Without it, nothing is highlighted. */
  readonly blank: Uint8Array | undefined;
  /** In pixels. */
  readonly width: number;
  /** Called for each page, in order, as soon as it is drawn. Without a blank form, every page counts as having answers. */
  readonly onPage: (canvas: HTMLCanvasElement, hasAnswers: boolean) => void;
}

// The worker is a separate file next to this one.
GlobalWorkerOptions.workerSrc = new URL(/* @vite-ignore */ "./pdf.worker.js", import.meta.url).href;

/**
 * Draws the pages of a form, with the answers highlighted. The wizard loads this module only when it shows a form,
 * because pdf.js is much larger than the wizard.
 */
export async function drawForm(pdf: Uint8Array, { blank, width, onPage }: DrawOptions): Promise<void> {
  const filled = open(pdf);
  const empty = blank === undefined ? undefined : open(blank);
  try {
    const [form, blankForm] = await Promise.all([filled.promise, empty?.promise]);
    for (let number = 1; number <= form.numPages; number += 1) {
      const canvas = await drawPage(await form.getPage(number), width);
      const before =
        blankForm !== undefined && number <= blankForm.numPages
          ? await drawPage(await blankForm.getPage(number), width)
          : undefined;
      onPage(canvas, before === undefined || highlightChanges(canvas, before));
    }
  } finally {
    await Promise.all([filled.destroy(), empty?.destroy()]);
  }
}

function open(pdf: Uint8Array): ReturnType<typeof getDocument> {
  // pdf.js takes the bytes away from its caller. The policy of our page allows no eval.
  return getDocument({ data: pdf.slice(), isEvalSupported: false });
}

async function drawPage(page: PDFPageProxy, width: number): Promise<HTMLCanvasElement> {
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  // Without open fields: those of a blank form would look like changes.
  await page.render({ canvas, viewport, annotationMode: AnnotationMode.DISABLE }).promise;
  return canvas;
}
