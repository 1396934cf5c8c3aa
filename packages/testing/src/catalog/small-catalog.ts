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
 * 2026-01-01; it is for 2026 only, and the law sets its wording. TS102 2026.1.0 is valid until it is replaced. TS101 2026.1.0
 * was corrected on 2026-02-10, when TS102 was published; TS201 is under development.
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
  "published.txt": `2024-12-15 TS101 2025.1.0 0a
2025-11-20 TS101 2026.1.0 0b
2026-02-10 TS101 2026.1.0 0c
2026-02-10 TS102 2026.1.0 0d
`,
  "us/TS/jurisdiction.yaml": "missing: {PENSION: T-1P}\n",
  "us/TS/TS101/2026.1.0/form.yaml": `valid: {taxYear: formYear, until: REPLACED, basis: printed}
shown: {address: "https://tests.example/t-1.pdf", steps: ["1"]}
`,
};
