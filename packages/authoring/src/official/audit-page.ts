import { escapeXml } from "../book/graph.js";
import type { Finding, Weight } from "./audit/finding.js";
import { placeOn, type Review, style } from "./review-page.js";

export interface AuditPage {
  readonly title: string;
  readonly pages: Review["pages"];
  /** What we draw. */
  readonly ours: readonly Uint8Array[];
  readonly findings: readonly Finding[];
}

/** Each has its own mark and border, so that nothing depends on color alone. */
const weights: Readonly<
  Record<Weight, { readonly mark: string; readonly look: string; readonly words: string }>
> = {
  DIFFERS: { mark: "≠", look: "unsure", words: "differs: look at it" },
  UNSEEN: { mark: "?", look: "likely", words: "only one side has it" },
  AGREES: { mark: "=", look: "sure", words: "agrees" },
};

/** One page that needs no other file: every page of the agency's file next to ours, with what was found on it. */
export function auditPage({ title, pages, ours, findings }: AuditPage): string {
  const kinds = Object.keys(weights) as Weight[];
  const rows = kinds
    .flatMap((weight) => findings.filter((one) => one.weight === weight))
    .map((one, index) => ({ one, number: index + 1 }));
  const count = (weight: Weight): number => findings.filter((one) => one.weight === weight).length;
  const key = (weight: Weight): string =>
    `<span class="key ${weights[weight].look}">${weights[weight].mark}</span> ${weights[weight].words}`;
  const table = (here: typeof rows, label: string): string =>
    here.length === 0
      ? ""
      : `<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table><thead><tr>${["Box", "Weight", "What", "Ours", "The agency's", "Where"].map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead><tbody>
${here
  .map(
    ({ one, number }) =>
      `<tr id="f${number}"><th scope="row">${number}</th><td>${key(one.weight)}</td><td>${one.about}</td><td>${escapeXml(one.ours)}<br><code>${escapeXml(`${one.file}:${one.line}`)}</code></td><td>${escapeXml(one.theirs)}</td><td>${escapeXml(one.spot?.words ?? "")}</td></tr>`,
  )
  .join("\n")}</tbody></table></div>`;
  const picture = (png: Uint8Array | undefined, alt: string): string =>
    png === undefined
      ? ""
      : `<img src="data:image/png;base64,${Buffer.from(png).toString("base64")}" alt="${alt}">`;
  const sections = pages.map((page, index) => {
    const here = rows.filter(({ one }) => one.spot?.page === index + 1);
    const boxes = here.map(({ one, number }) => {
      const { mark, look, words } = weights[one.weight];
      const name = escapeXml(`${number}, ${words}: ${one.ours} ${one.theirs}`);
      return `<a class="box ${look}" href="#f${number}" style="${placeOn(page, one.spot!.rect)}" title="${name}" aria-label="${name}"><b>${number}${mark}</b></a>`;
    });
    return `<section aria-labelledby="page${index + 1}"><h2 id="page${index + 1}">Page ${index + 1}</h2>
<div class="pair"><div class="sheet">${picture(page.png, `Page ${index + 1} of the agency's file. The table below lists what was found on it.`)}${boxes.join("")}</div>
<div class="sheet">${picture(ours[index], `Page ${index + 1} of our own drawing.`)}</div></div>
${table(here, `Findings of page ${index + 1}`)}</section>`;
  });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeXml(title)}</title>
<style>${style}main { max-width: 110rem } .pair { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; align-items: start } .pair .box { overflow: visible; background: none } .pair .box b { position: absolute; right: 100%; bottom: 40%; padding: 0 }</style></head>
<body><main><h1>${escapeXml(title)}</h1>
<ul class="summary">${kinds.map((weight) => `<li>${key(weight)}: ${count(weight)}</li>`).join("")}</ul>
<section aria-labelledby="nowhere"><h2 id="nowhere">Without a place in the file</h2>${table(
    rows.filter(({ one }) => one.spot === undefined),
    "Findings without a place",
  )}</section>
${sections.join("\n")}</main></body>
</html>
`;
}
