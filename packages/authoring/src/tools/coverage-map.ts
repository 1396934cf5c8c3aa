import type { VerificationLevel } from "@withholding-forms/contract";
import type { CompiledContent } from "../compile/compile.js";
import { coverageOf } from "./coverage.js";

interface Color {
  readonly says: string;
  /** Dots on the tile, so that the color is not needed. */
  readonly dots: number;
  readonly light: readonly [fill: string, text: string];
  readonly dark: readonly [fill: string, text: string];
}

const colors: Readonly<Record<VerificationLevel | "NONE", Color>> = {
  AGENCY_FILE: {
    says: "agency's file",
    dots: 4,
    light: ["#0b5a4a", "#ffffff"],
    dark: ["#7fe3c6", "#0b1513"],
  },
  AGENCY_TEXT: {
    says: "agency's text",
    dots: 3,
    light: ["#1f7a67", "#ffffff"],
    dark: ["#46a88f", "#0b1513"],
  },
  OLDER_REVISION: {
    says: "older revision",
    dots: 2,
    light: ["#a8d8cb", "#10241f"],
    dark: ["#1f5a4d", "#ffffff"],
  },
  DERIVED: { says: "derived", dots: 1, light: ["#f2d7a0", "#2b1f05"], dark: ["#6b4e16", "#ffffff"] },
  NONE: { says: "no certificate", dots: 0, light: ["#e6e8eb", "#30363d"], dark: ["#2b3036", "#d0d7de"] },
};

const [tile, gap, legendHeight] = [44, 4, 36];
const step = tile + gap;

/**
 * docs/pictures/coverage.svg: a tile per state, province, and territory, colored by the lowest verification level of its
 * forms. `layout` has one line of codes per row of tiles, with dots where there is none.
 */
export function coverageMap(compiled: CompiledContent, layout: string): string {
  const rows = layout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  const shown = rows.flat().filter((code) => code !== ".");
  const places = coverageOf(compiled).filter(({ code }) => /^[A-Z]{2}$/.test(code));
  const wrong = [
    ...places.filter(({ code }) => shown.filter((one) => one === code).length !== 1).map(({ code }) => code),
    ...shown.filter((code) => !places.some((place) => place.code === code)),
  ];
  if (wrong.length > 0) throw new Error(`docs/pictures/coverage.txt must have each place once: ${wrong}`);
  const tiles = rows.flatMap((row, y) =>
    row.flatMap((code, x) => {
      const place = places.find((one) => one.code === code);
      if (place === undefined) return [];
      return drawTile(code, `${place.name}: ${colors[place.lowest].says}`, place.lowest, x * step, y * step);
    }),
  );
  const width = Math.max(...rows.map((row) => row.length)) * step - gap;
  const levels = Object.keys(colors) as readonly (keyof typeof colors)[];
  const top = rows.length * step + 8;
  const legend = levels.map((level, index) => {
    const x = index * (width / levels.length);
    const mark = `<rect class="${level}" x="${x}" y="${top}" width="16" height="16" rx="3" fill="${colors[level].light[0]}"/>`;
    return `${mark}<text class="legend" x="${x + 22}" y="${top + 13}" font-size="13" fill="#1f2328">${colors[level].says}</text>`;
  });
  const dark = levels.map((level) => {
    const [fill, text] = colors[level].dark;
    return `.${level}{fill:${fill}}.${level}-text{fill:${text}}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top + legendHeight - 16}" role="img" aria-labelledby="title" font-family="system-ui, sans-serif" text-rendering="geometricPrecision">
<title id="title">How well the forms of each state, province, and territory are verified</title>
<style>@media (prefers-color-scheme: dark){.legend{fill:#e6edf3}${dark.join("")}}</style>
${[...tiles, ...legend].join("\n")}
</svg>
`;
}

function drawTile(code: string, title: string, level: keyof typeof colors, x: number, y: number): string {
  const { dots, light } = colors[level];
  const [fill, text] = light;
  const middle = x + tile / 2;
  const circles = Array.from({ length: dots }, (_, index) => {
    const cx = middle + (index - (dots - 1) / 2) * 7;
    return `<circle class="${level}-text" cx="${cx}" cy="${y + 34}" r="2" fill="${text}"/>`;
  });
  return `<g><title>${title}</title><rect class="${level}" x="${x}" y="${y}" width="${tile}" height="${tile}" rx="6" fill="${fill}"/><text class="${level}-text" x="${middle}" y="${y + 24}" font-size="16" font-weight="600" text-anchor="middle" fill="${text}">${code}</text>${circles.join("")}</g>`;
}
