import {
  artefactPath,
  type Catalog,
  type FormVersion,
  type Found,
  loadCatalog,
} from "@withholding-forms/catalog";
import { ConfigError } from "../config.js";
import { CommandError } from "./commandError.js";

export function openCatalog(): Catalog {
  try {
    return loadCatalog();
  } catch (error) {
    throw new ConfigError(`The compiled content ${artefactPath} cannot be read: ${(error as Error).message}`);
  }
}

/** The day that decides which version is the latest. */
export function currentDay(): string {
  return new Date().toISOString().slice(0, 10);
}

export function requireForm(catalog: Catalog, formId: string, version: string | undefined): Found {
  const day = currentDay();
  const found = catalog.find(formId, version, day);
  if (found === "UNKNOWN_FORM") throw new CommandError(`There is no form ${JSON.stringify(formId)}.`);
  if (found === "UNKNOWN_VERSION")
    throw new CommandError(
      `${formId} has no version ${JSON.stringify(version)}; there is ${versionList(catalog.versions(formId, day))}.`,
    );
  return found;
}

function versionList(versions: readonly FormVersion[]): string {
  return versions.map(({ version }) => version).join(", ");
}
