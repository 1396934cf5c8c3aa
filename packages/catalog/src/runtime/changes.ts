import type { FormChange } from "@withholding-forms/contract";
import { defined } from "@withholding-forms/interview";
import type { FormVersion } from "../model/catalog.js";
import { shifted } from "../model/days.js";

/** Changes on and after a day, seen from another day: by date, then by form. */
export function changesSince(
  forms: readonly (readonly FormVersion[])[],
  since: string,
  day: string,
): FormChange[] {
  return forms
    .flatMap((versions) => versions.flatMap((version) => changesOf(version, versions, day)))
    .filter(({ date }) => date >= since)
    .sort((one, other) => compare(one.date, other.date) || compare(one.formId, other.formId));
}

/** `versions` are those of its form, newest first. */
function changesOf(form: FormVersion, versions: readonly FormVersion[], day: string): FormChange[] {
  const { id: formId, version: formVersion, name, locality: formLocality, retiredDate: lastDate } = form;
  const of = (change: FormChange["change"], date: string, more: Partial<FormChange> = {}): FormChange => ({
    change,
    date,
    formId,
    formVersion,
    name,
    formLocality,
    ...more,
  });
  if (form.effectiveDate > day) return [of("SCHEDULED", form.effectiveDate, defined({ lastDate }))];
  const changes = [of("ADDED", form.effectiveDate, defined({ lastDate }))];
  const newer = versions.slice(0, versions.indexOf(form)).filter((one) => one.effectiveDate <= day);
  const [current] = newer;
  const next = newer.at(-1);
  if (current !== undefined && next !== undefined)
    changes.push(of("DEPRECATED", next.effectiveDate, defined({ replacedBy: current.version, lastDate })));
  if (lastDate !== undefined && lastDate < day) changes.push(of("RETIRED", shifted(lastDate, 1)));
  return changes;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
