import { changedAreas } from "./changed-areas.js";

/** Highlights what the form has and the blank form does not have. False if there is nothing. */
export function highlightChanges(form: HTMLCanvasElement, blank: HTMLCanvasElement): boolean {
  const { width, height } = form;
  const context = form.getContext("2d");
  const before = blank.getContext("2d");
  // A page of another size is another page: then nothing can be compared.
  if (context === null || before === null || blank.width !== width || blank.height !== height) return true;
  const pixelsOf = (one: CanvasRenderingContext2D) => one.getImageData(0, 0, width, height).data;
  const areas = changedAreas(pixelsOf(context), pixelsOf(before), width, height);
  context.setTransform(1, 0, 0, 1, 0, 0);
  // Black stays black.
  context.globalCompositeOperation = "multiply";
  context.fillStyle = "#ffe98a";
  for (const { left, top, right, bottom } of areas) context.fillRect(left, top, right - left, bottom - top);
  return areas.length > 0;
}
