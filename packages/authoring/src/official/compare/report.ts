import type { Comparison } from "./compare-files.js";
import type { Touched } from "./touched.js";

/** What changed, in lines for people. */
export function comparisonText(
  { words, fields, lines, changedLines }: Comparison,
  touched: Touched | undefined,
): string {
  const named = touched === undefined ? [] : touchedLines(touched);
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
    ...named,
  ].join("\n");
}

function touchedLines({ figures, bindings, wording }: Touched): string[] {
  return [
    ...figures.map(
      ({ name, amount, now, doubtful }) =>
        `figure ${name}: ${amount}, ${doubtful ? "doubtful, perhaps" : "now"} ${now.join(" or ") || "gone"}`,
    ),
    ...bindings.map(({ field, change, value }) => `binding ${field}: ${change}, prints ${value}`),
    ...wording.map(({ from, into }) => `wording "${from}": changed, in ${into.join("; ")}`),
  ];
}
