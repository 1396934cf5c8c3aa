import { escapeXml } from "../book/graph.js";
import type { Finding, Weight } from "./audit/finding.js";
import { htmlPage, placeOn, type Review, tableOf } from "./review-page.js";

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
  const heads = ["Box", "Weight", "What", "Ours", "The agency's", "Where"];
  const table = (here: typeof rows, label: string): string =>
    tableOf(
      label,
      heads,
      here.map(
        ({ one, number }) =>
          `<tr id="f${number}"><th scope="row">${number}</th><td>${key(one.weight)}</td><td>${one.about}</td><td>${escapeXml(one.ours)}<br><code>${escapeXml(`${one.file}:${one.line}`)}</code></td><td>${escapeXml(one.theirs)}</td><td>${escapeXml(one.spot?.words ?? "")}</td></tr>`,
      ),
    );
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
  const css =
    "main { max-width: 110rem } .pair { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; align-items: start } .pair .box { overflow: visible; background: none; box-sizing: content-box; margin: -4px; padding: 2px } .pair .box b { position: absolute; right: 100%; bottom: 40%; padding: 0 }";
  const nowhere = table(
    rows.filter(({ one }) => one.spot === undefined),
    "Findings without a place",
  );
  const main = `<ul class="summary">${kinds.map((weight) => `<li>${key(weight)}: ${count(weight)}</li>`).join("")}</ul>
<section aria-labelledby="nowhere"><h2 id="nowhere">Without a place in the file</h2>${nowhere}</section>
${sections.join("\n")}`;
  return htmlPage(title, main, css);
}
