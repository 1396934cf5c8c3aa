import { join } from "node:path";
import {
  artifactPath,
  type Catalog,
  type FormVersion,
  type Found,
  loadCatalog,
  OfficialProblem,
} from "@withholding-forms/catalog";
import { type Config, ConfigError, readConfig } from "../config.js";
import { CommandError } from "./command-error.js";

/** The content, with the agencies' files that the operator has added. */
export function openCatalog(): Catalog {
  const config = readConfig(process.env);
  try {
    return loadCatalog(artifactPath, officialFolder(config), config.minimumVerification);
  } catch (error) {
    if (error instanceof OfficialProblem) throw new ConfigError(error.message);
    throw new ConfigError(`The compiled content ${artifactPath} cannot be read: ${(error as Error).message}`);
  }
}

export function officialFolder({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "official");
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
