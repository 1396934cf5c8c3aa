import { byVersion } from "@withholding-forms/catalog/model/version";
import type { CompiledContent } from "../compile/compile.js";

/** docs/coverage.md: the forms of each jurisdiction, with the verification levels of their newest versions. */
export function coveragePage({ jurisdictions, forms }: CompiledContent): string {
  const places = jurisdictions.flatMap((place) => [place, ...(place.localities ?? [])]);
  const served = forms
    .map(({ form }) => form)
    .filter(({ retired }) => retired === undefined)
    .sort((one, other) => byVersion(one.version, other.version));
  const newest = served.filter(({ id }, index) => served.findIndex((form) => form.id === id) === index);
  const rows = places.flatMap(({ code, name }) => {
    const own = newest.filter(({ locality }) => locality === code);
    if (own.length === 0) return [];
    const ids = own.map(({ id }) => id).sort();
    const face = counts(own.map(({ verification }) => verification.face));
    const rules = counts(own.map(({ verification }) => verification.rules));
    return [`| ${name} | ${ids.join(", ")} | ${face} | ${rules} |`];
  });
  return `${head}${rows.sort().join("\n")}\n`;
}

function counts(levels: readonly string[]): string {
  return [...new Set(levels)]
    .sort()
    .map((level) => `${level} ${levels.filter((one) => one === level).length}`)
    .join(", ");
}

const head = `# Coverage

Forms by jurisdiction, with the number of forms per [verification level](api.md#decisions-where-the-specification-leaves-room): whether the
print was seen (face), and whether the law or the instructions were read (rules).
\`npm run content:report -- --coverage\` writes this page.

| jurisdiction | forms | face | rules |
|---|---|---|---|
`;
