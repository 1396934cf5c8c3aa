import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inputFile, tool } from "./tools.js";

/** The agencies' own files lie beside the repository on some machines; they are never part of it. */
const folder = fileURLToPath(new URL("../../../../../shared/official/", import.meta.url));

export const officialPresent = existsSync(folder);

export const officialMissing = "the agencies' files are not beside this repository (../shared/official)";

export function officialNames(): string[] {
  if (!officialPresent) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".pdf"))
    .sort();
}

/** As an import would hand it over: decrypted. */
export function officialFile(name: string): Uint8Array {
  const bytes = readFileSync(join(folder, name));
  if (!bytes.includes("/Encrypt")) return bytes;
  return tool("qpdf", ["--decrypt", inputFile, "-"], bytes).stdout;
}
