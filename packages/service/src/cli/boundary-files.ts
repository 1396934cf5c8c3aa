import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { boundaryExtension, readBoundaries } from "@withholding-forms/address";
import {
  BoundaryFileError,
  type BoundaryMapping,
  compileBoundaries,
} from "@withholding-forms/address/boundary-file";
import { boundaryDirectory } from "../app/address-provider.js";
import { readConfig } from "../config.js";
import { OperatorError } from "../operator-error.js";
import { reasonOf } from "./files.js";
import { print } from "./print.js";

export type AddOptions = Partial<BoundaryMapping>;

/** Replaces what an earlier file of the same name, apart from the year, contained. */
export async function addBoundaries(file: string, { kind, code, name }: AddOptions): Promise<void> {
  const given = [kind, code, name].filter((option) => option !== undefined).length;
  if (given !== 0 && given !== 3) throw new OperatorError("Specify --kind, --code, and --name together.");
  const mapping = kind && code && name ? { kind, code, name } : undefined;
  const { bytes, data, skipped } = await compileBoundaries(read(file), mapping).catch((error) => {
    throw error instanceof BoundaryFileError ? new OperatorError(`${file} ${error.message}.`) : error;
  });
  const directory = boundaryDirectory(readConfig(process.env));
  const target = join(
    directory,
    `${basename(file)
      .replace(/\..*$/, "")
      .replace(/^tl_\d{4}_/, "tl_")}${boundaryExtension}`,
  );
  mkdirSync(directory, { recursive: true });
  writeFileSync(`${target}.new`, bytes);
  renameSync(`${target}.new`, target);
  const unsure = data.places.filter(({ isSure }) => !isSure);
  print(
    `${target}: ${data.places.length} places, ${data.placeOf.length} polygons. Restart the service to use them.`,
  );
  if (skipped > 0) print(`${skipped} features are no such places, and were left out.`);
  for (const place of unsure)
    print(`${place.code} ${place.name}: its border crosses itself, so it is never more than POSSIBLE.`);
}

function read(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${reasonOf(error)}.`);
  }
}

export function listBoundaries(): void {
  const directory = boundaryDirectory(readConfig(process.env));
  const files = existsSync(directory)
    ? readdirSync(directory).filter((name) => name.endsWith(boundaryExtension))
    : [];
  if (files.length === 0) return print(`There are no boundary files in ${directory}.`);
  for (const name of files) print(name);
  print(`${readBoundaries(directory).polygons} polygons`);
}
