import { join } from "node:path";
import {
  artifactPath,
  type Catalog,
  loadCatalog,
  OfficialProblem,
  RegisterProblem,
} from "@withholding-forms/catalog";
import type { Config } from "../config.js";
import { OperatorError } from "../operator-error.js";

export type CatalogConfig = Pick<
  Config,
  "dataDir" | "minimumVerification" | "registers" | "requireAgencyFiles"
>;

/** The content, with the agencies' files and the registers that the operator has added. */
export function openCatalog(config: CatalogConfig): Catalog {
  try {
    return loadCatalog(
      artifactPath,
      officialFolder(config),
      config.minimumVerification,
      config.registers,
      config.requireAgencyFiles,
    );
  } catch (error) {
    if (error instanceof OfficialProblem || error instanceof RegisterProblem)
      throw new OperatorError(error.message);
    throw new OperatorError(
      `The compiled content ${artifactPath} cannot be read: ${(error as Error).message}`,
    );
  }
}

export function officialFolder({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "official");
}
