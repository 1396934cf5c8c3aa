import { isoDate } from "@withholding-forms/interview";
import type { CompiledContent } from "../compile/compile.js";
import type { Report } from "../read/problem.js";
import { type FigureSet, figuresIn, tablePath } from "../resolve/figures.js";

/** Days exist, lists are regular, and some version of some form uses every figure, table and column of a list. */
export function checkFigures({ content }: CompiledContent, report: Report): void {
  const forms = content.jurisdictions.flatMap((place) => place.forms);
  const inFlows = new Set(
    content.jurisdictions.flatMap(({ folder, source: { data } }) =>
      figuresIn(JSON.stringify(data.sets ?? {}) + JSON.stringify(data.flows ?? {})).map(
        (id) => `${folder}/${data.figures} ${id}`,
      ),
    ),
  );
  for (const set of content.figures.values()) {
    const { name, source, figures, tables } = set;
    checkLists(set, report);
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
        if (forms.some(({ uses }) => uses[what].has(`${name} ${id}`)) || inFlows.has(`${name} ${id}`))
          continue;
        const called = what === "figures" ? `figure.${id}` : `table ${id}`;
        const message = `no form uses ${called}: remove it, or use it where its value is written out`;
        const path = what === "figures" ? [what, id] : tablePath(id);
        report({ ...source.at(path), rule: "unused-figure", message });
      }
    }
  }
}

function checkLists({ source, lists }: FigureSet, report: Report): void {
  for (const [id, { columns, rows }] of lists) {
    rows.forEach((row, index) => {
      if (row.length === columns.length) return;
      const message = `list ${id}: has ${row.length} values, not ${columns.length}: write one per column`;
      report({ ...source.at(["lists", id, "rows", index]), rule: "figure", message });
    });
  }
}
