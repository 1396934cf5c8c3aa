import type { CompiledContent } from "../compile/compile.js";
import { coverageOf } from "./coverage.js";

/** docs/coverage.md: the forms of each jurisdiction, with the verification levels of their newest versions. */
export function coveragePage(compiled: CompiledContent): string {
  const places = coverageOf(compiled);
  const rows = places.flatMap(({ name, forms, lowest }) => {
    if (forms.length === 0) return [];
    const ids = forms.map(({ id }) => id).sort();
    const face = counts(forms.map(({ verification }) => verification.face));
    const rules = counts(forms.map(({ verification }) => verification.rules));
    return [`| ${name} | ${ids.join(", ")} | ${lowest} | ${face} | ${rules} |`];
  });
  const others = places.flatMap(({ name, forms }) => (forms.length === 0 ? [name] : []));
  const none =
    others.length === 0 ? "" : `\nPlaces without a certificate of their own: ${others.sort().join(", ")}.\n`;
  return `${head}${rows.sort().join("\n")}\n${none}`;
}

function counts(levels: readonly string[]): string {
  return [...new Set(levels)]
    .sort()
    .map((level) => `${level} ${levels.filter((one) => one === level).length}`)
    .join(", ");
}

const head = `# Coverage

![Map: one tile per state, province, and territory, colored by the lowest level of its forms; the table has the same](pictures/coverage.svg)

Forms by jurisdiction, with the number of forms per [verification level](api.md#decisions-where-the-specification-leaves-room): whether the
print was seen (face), and whether the law or the instructions were read (rules). The map has the lowest level of each place: one special form
can decide it. \`npm run content:report -- --coverage\` writes this page and the map.

| jurisdiction | forms | lowest | face | rules |
|---|---|---|---|---|
`;
