import { byVersion, plainVersion } from "@withholding-forms/catalog/model/version";
import { isoDate } from "@withholding-forms/interview";
import type { CompiledContent } from "../compile/compile.js";
import type { Report } from "../read/problem.js";

/** Versions are written in one format, dates exist, and a newer version does not take effect before an older one. */
export function checkDates(compiled: CompiledContent, report: Report): void {
  const seen = new Map<string, string>();
  for (const { context, form } of compiled.forms) {
    const source = context.form.form;
    if (plainVersion(form.version) !== form.version) {
      report({
        ...source.at([]),
        rule: "version",
        message: `"${form.version}" is not a version: rename the folder like 2026.1.0, without leading zeros`,
      });
    }
    for (const key of ["effective", "retired"] as const) {
      const date = form[key];
      if (date !== undefined && isoDate(date) === undefined)
        report({ ...source.at([key]), rule: "dates", message: `${date} does not exist: correct the date` });
    }
    if (form.retired !== undefined && form.retired < form.effective)
      report({
        ...source.at(["retired"]),
        rule: "dates",
        message: "retired before it took effect: correct one of the two dates",
      });
    const elsewhere = seen.get(form.id);
    if (elsewhere !== undefined && elsewhere !== form.locality)
      report({
        ...source.at([]),
        rule: "duplicate-id",
        message: `${form.id} is also in ${elsewhere}: choose another id`,
      });
    seen.set(form.id, form.locality);
    const sameDay = compiled.forms.find(
      (other) =>
        other.form.id === form.id &&
        other.form.effective === form.effective &&
        byVersion(other.form.version, form.version) < 0,
    );
    if (sameDay !== undefined)
      report({
        ...source.at(["effective"]),
        rule: "dates",
        message: `takes effect on the same day as ${sameDay.form.version}: correct one of the two dates`,
      });
    const newer = compiled.forms.find(
      (other) =>
        other.form.id === form.id &&
        byVersion(other.form.version, form.version) < 0 &&
        other.form.effective < form.effective,
    );
    if (newer !== undefined)
      report({
        ...source.at(["effective"]),
        rule: "dates",
        message: `takes effect after the newer version ${newer.form.version}: correct one of the two dates`,
      });
  }
}
