import type { PageSize } from "../template.js";

/** In every file with the mark, so that it can be recognized. */
export const specimenMarker = "/Artifact<</Type/Pagination/Subtype/Watermark/Contents(SPECIMEN)>>BDC";

/** Strokes on a grid of 4 by 6, as pairs of x and y. */
const letters = [
  ["45 36 16 05 04 13 33 42 41 30 10 01"],
  ["00 06 36 45 44 33 03"],
  ["40 00 06 46", "03 33"],
  ["45 36 16 05 01 10 30 41"],
  ["20 26"],
  ["00 06 23 46 40"],
  ["40 00 06 46", "03 33"],
  ["00 06 40 46"],
];

/** SPECIMEN from corner to corner. Thin strokes need no font and leave the form readable. */
export function specimenMark({ width, height }: PageSize): string {
  const diagonal = Math.hypot(width, height);
  const scale = (0.8 * diagonal) / (letters.length * 6 - 2);
  const [cos, sin] = [width / diagonal, height / diagonal];
  const strokes = letters.flatMap((lines, index) =>
    lines.map((line) =>
      line
        .split(" ")
        .map((point, at) => `${index * 6 + Number(point[0])} ${Number(point[1]) - 3} ${at === 0 ? "m" : "l"}`)
        .join(" "),
    ),
  );
  const placed = [scale * cos, scale * sin, -scale * sin, scale * cos, width * 0.1, height * 0.1];
  const matrix = placed.map((part) => part.toFixed(4)).join(" ");
  return `${specimenMarker}\nq 0.5 G 1 J 1 j 0.15 w ${matrix} cm ${strokes.join(" ")} S Q\nEMC\n`;
}
