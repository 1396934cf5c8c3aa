import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VerificationLevel } from "@withholding-forms/contract";
import { buildArtifact } from "../../../authoring/src/compile/build-artifact.js";
import { readArtifact } from "../../../catalog/src/model/artifact.js";
import type { Catalog } from "../../../catalog/src/model/catalog.js";
import { catalogOf } from "../../../catalog/src/runtime/load.js";
import { baseRoot } from "./catalog.js";

/**
 * Small content for tests of what a service says about versions, so that a new version of a real form fails none of
 * them. TS101 2025.1.0 takes effect on 2025-01-01 and is served to 2026-06-30. TS101 2026.1.0 takes effect on
 * 2026-01-01; it is for 2026 only, and the law sets its wording. TS102 2026.1.0 is valid until it is replaced.
 */
export async function smallCatalog(minimum?: VerificationLevel): Promise<Catalog> {
  const root = mkdtempSync(join(tmpdir(), "withholding-forms-content-"));
  try {
    cpSync(baseRoot, root, { recursive: true });
    for (const [file, lines] of Object.entries(additions)) appendFileSync(join(root, file), lines);
    return catalogOf(readArtifact(await buildArtifact(root)), minimum);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const additions: Readonly<Record<string, string>> = {
  "us/TS/jurisdiction.yaml": "missing: {PENSION: T-1P}\n",
  "us/TS/TS101/2026.1.0/form.yaml": `valid: {taxYear: formYear, until: REPLACED, basis: printed}
shown: {address: "https://tests.example/t-1.pdf", steps: ["1"]}
`,
};
