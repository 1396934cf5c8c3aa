import type { ParameterDefinition } from "@withholding-forms/contract";
import type { Catalog } from "../model/catalog.js";
import type { ParameterEntry } from "../model/parameter-entry.js";

/** The parameters of the versions that can be requested on a day. */
export function parametersOn(
  entries: readonly ParameterEntry[],
  { versions }: Pick<Catalog, "versions">,
  day: string,
): ParameterDefinition[] {
  const isServed = ({ id, version }: ParameterEntry["forms"][number]): boolean =>
    versions(id, day).some((form) => form.version === version);
  return entries.flatMap(({ forms, ...entry }) => {
    const served = [...new Set(forms.filter(isServed).map((form) => form.id))];
    if (served.length === 0) return [];
    return [{ ...entry, name: entry.id.slice(entry.id.indexOf(".") + 1), forms: served }];
  });
}
