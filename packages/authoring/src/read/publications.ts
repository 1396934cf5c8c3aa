import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Publication } from "@withholding-forms/catalog/model/publication";

/** A line of `published.txt`, with the digest of what was published. */
export interface RecordedPublication extends Publication {
  readonly digest: string;
}

/** What was published so far, oldest first: a line per version, and one more per correction. */
export function readPublications(root: string): RecordedPublication[] {
  const file = join(root, publicationsFile);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [date = "", formId = "", formVersion = "", digest = ""] = line.split(" ");
      return { date, formId, formVersion, digest };
    });
}

export const publicationsFile = "published.txt";
