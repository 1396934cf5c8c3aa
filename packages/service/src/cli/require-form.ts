import type { Catalog, FormVersion, Found } from "@withholding-forms/catalog";
import { systemClock, today } from "../app/clock.js";
import { OperatorError } from "../operator-error.js";

export function requireForm(catalog: Catalog, formId: string, version: string | undefined): Found {
  const day = today(systemClock);
  const found = catalog.find(formId, version, day);
  if (found === "UNKNOWN_FORM") throw new OperatorError(`There is no form ${JSON.stringify(formId)}.`);
  if (found === "UNKNOWN_VERSION")
    throw new OperatorError(
      `${formId} has no version ${JSON.stringify(version)}. Available versions: ${versionList(catalog.versions(formId, day))}.`,
    );
  return found;
}

function versionList(versions: readonly FormVersion[]): string {
  return versions.map(({ version }) => version).join(", ");
}
