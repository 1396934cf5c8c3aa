// Decides which steps of the build have to run. Pure: it sees lists of files, never the disk.
import { createHash } from "node:crypto";

/**
 * @typedef {{ readonly path: string, readonly state: string }} File A path below the repository, and what tells whether
 *   the file changed: a digest of its bytes, or its size and time.
 * @typedef {{ readonly inputs: string, readonly outputs: string }} Stamp What a step read and what it left.
 */

/**
 * One digest of a list of files. The order of the list does not matter.
 * @param {readonly File[]} files
 */
export function digestOf(files) {
  const hash = createHash("sha256");
  const lines = files.map(({ path, state }) => JSON.stringify([path, state])).sort();
  return hash.update(lines.join("\n")).digest("hex");
}

/**
 * Why a step has to run, or undefined. A step whose outputs are missing or were changed by something else runs in full
 * (`OUTPUTS`): a compiler that trusts its own notes would skip the files that are gone.
 * @param {Stamp | undefined} last The stamp of the last run that succeeded.
 * @param {readonly File[]} inputs
 * @param {readonly File[]} outputs
 * @returns {"OUTPUTS" | "INPUTS" | undefined}
 */
export function reasonToRun(last, inputs, outputs) {
  if (last === undefined || outputs.length === 0 || last.outputs !== digestOf(outputs)) return "OUTPUTS";
  return last.inputs === digestOf(inputs) ? undefined : "INPUTS";
}

/**
 * Where the compiled or bundled form of a source file goes.
 * @param {string} source
 */
export function bundleOf(source) {
  return source.replace("/src/", "/dist/").replace(/\.ts$/, ".js");
}

/**
 * Where the bundled programs of a package go, with the parts that they share.
 * @param {string} source A source file of the package.
 */
export function programFolder(source) {
  return source.replace(/\/src\/.*/, "/dist/programs");
}

/**
 * The package and every workspace package it is built from, directly or not.
 * @param {string} name
 * @param {ReadonlyMap<string, { dependencies?: Record<string, string>, devDependencies?: Record<string, string> }>} manifests
 *   By the name of the package.
 * @returns {ReadonlySet<string>}
 */
export function builtFrom(name, manifests, found = new Set()) {
  const manifest = manifests.get(name);
  if (manifest === undefined || found.has(name)) return found;
  found.add(name);
  for (const other of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
    builtFrom(other, manifests, found);
  return found;
}
