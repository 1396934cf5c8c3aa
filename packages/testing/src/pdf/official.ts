import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inputFile, tool } from "./tools.js";

/** The agencies' own files are next to the repository on some machines; they are never part of it. */
const folder =
  process.env["OFFICIAL_DIR"] ?? fileURLToPath(new URL("../../../../../shared/official/", import.meta.url));

export const officialPresent = existsSync(folder);

export const officialMissing =
  "the agencies' files are neither next to this repository (../shared/official) nor in OFFICIAL_DIR";

export function officialNames(): string[] {
  if (!officialPresent) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".pdf"))
    .sort();
}

export function officialBytes(name: string): Uint8Array {
  return readFileSync(join(folder, name));
}

/** Decrypted by an independent tool. */
export function officialFile(name: string): Uint8Array {
  const bytes = Buffer.from(officialBytes(name));
  if (!bytes.includes("/Encrypt")) return bytes;
  return tool("qpdf", ["--decrypt", inputFile, "-"], bytes).stdout;
}
