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

/** The content, with the agencies' files and the registers that the operator has added. */
export function openCatalog(config: Pick<Config, "dataDir" | "minimumVerification" | "registers">): Catalog {
  try {
    return loadCatalog(artifactPath, officialFolder(config), config.minimumVerification, config.registers);
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
