import { html, type TemplateResult } from "lit";

/** Lines on a field of 24 by 24. */
const paths = {
  back: "m15 5-7 7 7 7",
  check: "m5 12 5 5 9-10",
  warning: "M12 4 2.5 20h19zm0 6v4m0 3v.1",
  download: "M12 4v11m-5-5 5 5 5-5M5 20h14",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  calendar: "M4 6h16v14H4zm0 5h16M8 3v4m8-4v4",
};

/** A picture of what the text next to it says. */
export function icon(name: keyof typeof paths): TemplateResult {
  return html`<svg class="icon" part="icon" aria-hidden="true" viewBox="0 0 24 24"><path d=${paths[name]} /></svg> `;
}
