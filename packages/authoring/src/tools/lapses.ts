import type { CompiledContent } from "../compile/compile.js";

/** What ends within a number of days from a day: versions, years that forms are for, and claims with a printed end. */
export function lapses({ forms }: Pick<CompiledContent, "forms">, today: string, days = 90): string {
  const last = new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const ends = forms.flatMap(({ form: { id, version, retired, validity } }) => {
    const name = `${id} ${version}`;
    return [
      ...(retired === undefined ? [] : [[retired, `${name} is no longer served after this day`]]),
      ...(validity.taxYear === undefined
        ? []
        : [[`${validity.taxYear}-12-31`, `${name} is for ${validity.taxYear}: is there a new form?`]]),
      ...validity.claims.flatMap(({ end }) =>
        /^"[0-9-]{10}"$/.test(end) ? [[end.slice(1, -1), `${name}: an exemption claim ends`]] : [],
      ),
    ];
  });
  const due = ends.filter(([day = ""]) => day >= today && day <= last).map((line) => line.join("  "));
  const lines = [...new Set(due)].sort();
  return lines.length === 0 ? `Nothing ends by ${last}.` : lines.join("\n");
}
