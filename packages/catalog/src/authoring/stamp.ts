import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Digest of everything the artifact is made from: the content and the built code that compiles and draws it. The
 * same stamp means the same artifact, so that `npm start` draws a hundred blanks only when something changed.
 */
export function inputStamp(contentRoot: string): string {
  const hash = createHash("sha256");
  const packages = ["interview", "catalog", "pdf"].map((name) =>
    fileURLToPath(new URL(`../../../${name}/dist`, import.meta.url)),
  );
  for (const root of [contentRoot, ...packages]) {
    for (const file of filesBelow(root)) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest("hex");
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.(?:map|tsbuildinfo|d\.ts)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
