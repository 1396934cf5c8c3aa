import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Rect } from "@withholding-forms/pdf";
import type { SurveyedPage } from "@withholding-forms/pdf/build";
import { escapeXml } from "../book/graph.js";
import { templatesFolder } from "../read/paths.js";
import type { ProposedField } from "./bind/propose.js";
import { type Entries, type Entry, sureFrom } from "./binding-file.js";

export interface Review {
  readonly title: string;
  /** Of `official.yaml`. */
  readonly file: string;
  readonly pages: readonly (Omit<SurveyedPage, "words"> & { readonly png: Uint8Array })[];
  readonly fields: readonly ProposedField[];
  /** What official.yaml says now. */
  readonly entries: Entries;
  readonly kept: ReadonlySet<string>;
  /** Places to sign that are not fields of the file. */
  readonly places: readonly {
    readonly name: string;
    readonly label: string;
    readonly page: number;
    readonly rect: readonly [number, number, number, number];
  }[];
  readonly leftOver: readonly { readonly label: string; readonly value: string }[];
}

/** One page that needs no other file: every page of the form, with what is proposed in each of its fields. */
export function reviewPage(review: Review): string {
  const rows = review.fields.map((one, index) => rowOf(one, index, review));
  const count = (kind: Level): number => rows.filter(({ level }) => level === kind).length;
  const summary = (Object.keys(levels) as Level[])
    .map(
      (level) =>
        `<li><span class="key ${level}">${levels[level].mark}</span> ${levels[level].words}: ${count(level)}</li>`,
    )
    .join("");
  const pages = review.pages.map((_, index) => pageSection(review, rows, index)).join("\n");
  const left = review.leftOver.map(
    ({ label, value }) => `<li>${escapeXml(label)} <code>${escapeXml(value)}</code></li>`,
  );
  const main = `<p>Compare every box with the printed words next to it. Correct what is wrong in <code>${escapeXml(review.file)}</code>, and remove each
<code># TODO check</code> comment when you have looked. You can run the command again: what you changed stays.</p>
<ul class="summary">${summary}</ul>
${pages}
<section aria-labelledby="left">
<h2 id="left">On our page, but not in the file</h2>
${left.length === 0 ? "<p>Nothing.</p>" : `<p>Leave them out, or print them with <code>add</code>.</p><ul>${left.join("")}</ul>`}
</section>
<script type="application/json" id="proposed">${JSON.stringify([...remembered(review)]).replaceAll("<", "\\u003c")}</script>`;
  return htmlPage(review.title, main);
}

/** A page that needs no other file. */
export function htmlPage(title: string, main: string, css = ""): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeXml(title)}</title>
<style>
${style}${css}</style></head>
<body><main><h1>${escapeXml(title)}</h1>
${main}</main></body>
</html>
`;
}

/** Its rows are HTML. Empty without rows. */
export function tableOf(label: string, heads: readonly string[], rows: readonly string[]): string {
  if (rows.length === 0) return "";
  const head = heads.map((name) => `<th scope="col">${name}</th>`).join("");
  return `<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table><thead><tr>${head}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>`;
}

/** What an earlier run proposed, from the page that it wrote. */
export function earlierEntries(page: string): Entries {
  const json = /<script type="application\/json" id="proposed">(.*?)<\/script>/s.exec(page)?.[1];
  return new Map(json === undefined ? [] : (JSON.parse(json) as [string, Entry][]));
}

/** A person's own entries are not proposals. */
function remembered({ entries, kept }: Review): [string, Entry][] {
  return [...entries].filter(([name]) => !kept.has(name));
}

type Level = "sure" | "likely" | "unsure" | "blank" | "kept";

/** Each has its own mark and border, so that nothing depends on color alone. */
const levels: Readonly<Record<Level, { readonly mark: string; readonly words: string }>> = {
  sure: { mark: "✓", words: "sure" },
  likely: { mark: "~", words: "likely, look closely" },
  unsure: { mark: "?", words: "a guess" },
  blank: { mark: "–", words: "nothing is printed here" },
  kept: { mark: "✎", words: "yours" },
};

interface Row {
  readonly one: ProposedField;
  readonly id: string;
  readonly number: number;
  readonly entry: Entry;
  readonly level: Level;
}

function rowOf(one: ProposedField, index: number, { entries, kept }: Review): Row {
  const entry = entries.get(one.field.name) ?? { group: one.group, value: one.value, unsure: false };
  return { one, id: `field${index + 1}`, number: index + 1, entry, level: levelOf(one, entry, kept) };
}

function levelOf({ field, confidence }: ProposedField, { group }: Entry, kept: ReadonlySet<string>): Level {
  if (kept.has(field.name)) return "kept";
  if (group === "unused" || group === "drop") return confidence >= sureFrom ? "blank" : "unsure";
  return confidence >= sureFrom ? "sure" : confidence >= 0.5 ? "likely" : "unsure";
}

function pageSection(review: Review, rows: readonly Row[], index: number): string {
  const page = review.pages[index]!;
  const here = rows.filter(({ one }) => one.field.page === index);
  const places = review.places.filter((place) => place.page === index + 1);
  const boxes = here.map(({ one, id, number, entry, level }) => {
    const shown = entry.group === "signature" ? one.about : entry.value;
    const name = `${number}, ${levels[level].words}: ${one.about || shown}`;
    const words = one.field.kind === "check" ? "" : ` ${escapeXml(isText(entry) ? shown : "")}`;
    return `<a class="box ${level}" href="#${id}" style="${placeOn(page, one.field.rect)}" title="${escapeXml(`${shown} (${one.about})`)}" aria-label="${escapeXml(name)}"><b>${number}${levels[level].mark}</b>${words}</a>`;
  });
  const signs = places.map(
    ({ label, rect: [x, y, width, height] }) =>
      `<span class="box place" style="${placeOn(page, { x, y, width, height })}">${escapeXml(label)}</span>`,
  );
  const table = here.map(
    ({ one, id, number, entry, level }) => `<tr id="${id}" class="${level}"><th scope="row">${number}</th>
<td><span class="key ${level}">${levels[level].mark}</span> ${levels[level].words}${one.confidence > 0 ? `, ${Math.round(one.confidence * 100)} %` : ""}</td>
<td><code>${escapeXml(one.field.name)}</code></td><td>${escapeXml(one.about)}</td>
<td>${entry.group === "fields" ? "" : `<i>${escapeXml(entry.group)}</i> `}<code>${escapeXml(entry.value)}</code></td><td>${escapeXml(one.reasons.join("; "))}</td></tr>`,
  );
  const heads = ["Box", "How sure", "Field", "Our words", "What is printed", "Why"];
  const image = Buffer.from(page.png).toString("base64");
  return `<section aria-labelledby="page${index + 1}">
<h2 id="page${index + 1}">Page ${index + 1}</h2>
<div class="sheet"><img src="data:image/png;base64,${image}" alt="Page ${index + 1} of the agency's file. The table below lists its fields.">${boxes.join("")}${signs.join("")}</div>
${tableOf(`Fields of page ${index + 1}`, heads, table) || "<p>This page has no fields.</p>"}
</section>`;
}

/** Where a box is on the picture of its page. */
export function placeOn(page: Omit<SurveyedPage, "words">, { x, y, width, height }: Rect): string {
  const percent = (value: number, whole: number): string => `${((value / whole) * 100).toFixed(3)}%`;
  const top = page.bottom + page.height - y - height;
  return `left:${percent(x - page.left, page.width)};top:${percent(top, page.height)};width:${percent(width, page.width)};height:${percent(height, page.height)}`;
}

function isText({ group }: Entry): boolean {
  return group === "fields" || group === "private";
}

const style = readFileSync(join(templatesFolder, "review-page.css"), "utf8");
