import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type AddressProvider,
  boundaries,
  censusProvider,
  embeddedProvider,
  readBoundaries,
  withBoundaries,
} from "@withholding-forms/address";
import type { Config } from "../config.js";
import { OperatorError } from "../operator-error.js";

/** As configured, with the operator's boundary files, if there are any. */
export function addressProvider(config: Pick<Config, "addressProvider" | "dataDir">): AddressProvider {
  const provider = config.addressProvider === "census" ? censusProvider() : embeddedProvider();
  const directory = boundaryDirectory(config);
  try {
    return withBoundaries(provider, existsSync(directory) ? readBoundaries(directory) : boundaries([]));
  } catch (error) {
    throw new OperatorError(`${directory}: ${(error as Error).message}.`);
  }
}

export function boundaryDirectory({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "boundaries");
}
