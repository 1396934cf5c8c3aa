import type { Comparison } from "./compare-files.js";

/** What changed, in lines for people. */
export function comparisonText({ words, fields, lines, changedLines }: Comparison): string {
  return [
    `${changedLines} of ${lines} lines changed; ${words.length} passages, ${fields.length} fields.`,
    ...words.map(
      ({ page, before, removed, added, after }) =>
        `page ${page}: ${before} [-${removed}-] {+${added}+} ${after}`,
    ),
    ...fields.map(
      ({ kind, name, to, page, words: near }) =>
        `field ${kind}: ${name}${to === undefined ? "" : ` -> ${to}`}, page ${page}, ${near}`,
    ),
  ].join("\n");
}
