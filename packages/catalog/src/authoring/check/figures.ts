import { isoDate } from "@withholding-forms/interview";
import type { CompiledContent } from "../compile/compile.js";
import type { Report } from "../problem.js";

/** Days exist, and some version of some form uses every figure and every table. */
export function checkFigures({ content }: CompiledContent, report: Report): void {
  const forms = content.jurisdictions.flatMap((place) => place.forms);
  for (const { name, source, figures, tables } of content.figures.values()) {
    for (const [id, { kind, value }] of figures) {
      if (kind === "date" && isoDate(value) === undefined)
        report({
          ...source.at(["figures", id]),
          rule: "figure",
          message: `${value} does not exist: correct the date`,
        });
    }
    // A form that could not be read may use it.
    if (!content.whole) continue;
    for (const what of ["figures", "tables"] as const) {
      for (const id of (what === "figures" ? figures : tables).keys()) {
        if (forms.some(({ uses }) => uses[what].has(`${name} ${id}`))) continue;
        const called = what === "figures" ? `figure.${id}` : `table ${id}`;
        const message = `no form uses ${called}: remove it, or use it where its value is written out`;
        report({ ...source.at([what, id]), rule: "unused-figure", message });
      }
    }
  }
}
