import type { FormChange } from "@withholding-forms/contract";
import { defined } from "@withholding-forms/interview";
import type { ChangesChoice, FormVersion } from "../model/catalog.js";
import { shifted } from "../model/days.js";
import type { Publication } from "../model/publication.js";

interface Change extends FormChange {
  /** Number of the publication that made it known. */
  readonly publication: number;
}

/** Changes seen from a day: by date, then by form. */
export function changesOn(
  forms: readonly (readonly FormVersion[])[],
  publications: readonly Publication[],
  { since = "", after }: ChangesChoice,
  day: string,
): FormChange[] {
  const isNew = ({ change, date, publication }: Change): boolean =>
    after === undefined || publication >= after.publications || (change !== "SCHEDULED" && date > after.day);
  return forms
    .flatMap((versions) => versions.flatMap((version) => changesOf(version, versions, publications, day)))
    .filter((one) => one.date >= since && isNew(one))
    .sort((one, other) => compare(one.date, other.date) || compare(one.formId, other.formId))
    .map(({ publication: _, ...change }) => change);
}

/** `versions` are those of its form, newest first. */
function changesOf(
  form: FormVersion,
  versions: readonly FormVersion[],
  publications: readonly Publication[],
  day: string,
): Change[] {
  const { id: formId, version: formVersion, name, locality: formLocality, retiredDate: lastDate } = form;
  const [first, ...corrections] = numbersOf(form, publications);
  const of = (change: FormChange["change"], date: string, more: Partial<Change> = {}): Change => ({
    change,
    date,
    formId,
    formVersion,
    name,
    formLocality,
    ...defined({ publishedOn: publications[first ?? -1]?.date }),
    publication: first ?? unpublished,
    ...more,
  });
  const corrected = corrections.map((publication) => {
    const publishedOn = publications[publication]?.date ?? "";
    return of("CORRECTED", publishedOn, { publishedOn, publication });
  });
  if (form.effectiveDate > day)
    return [of("SCHEDULED", form.effectiveDate, defined({ lastDate })), ...corrected];
  const changes = [of("ADDED", form.effectiveDate, defined({ lastDate })), ...corrected];
  const newer = versions.slice(0, versions.indexOf(form)).filter((one) => one.effectiveDate <= day);
  const [current] = newer;
  const next = newer.at(-1);
  if (current !== undefined && next !== undefined) {
    const publication = numbersOf(current, publications)[0] ?? unpublished;
    const replaced = { replacedBy: current.version, publication, ...defined({ lastDate }) };
    changes.push(of("DEPRECATED", next.effectiveDate, replaced));
  }
  if (lastDate !== undefined && lastDate < day) changes.push(of("RETIRED", shifted(lastDate, 1)));
  return changes;
}

/** Content under development is new each time. */
const unpublished = Number.POSITIVE_INFINITY;

function numbersOf({ id, version }: FormVersion, publications: readonly Publication[]): number[] {
  return publications.flatMap(({ formId, formVersion }, number) =>
    formId === id && formVersion === version ? [number] : [],
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
