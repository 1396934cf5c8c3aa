import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runNode } from "@withholding-forms/testing/programs";
import { buildArtifact } from "../../../authoring/src/compile/build-artifact.js";

const repository = fileURLToPath(new URL("../../../../", import.meta.url));

/**
 * Writes a release with the next Form W-4, and returns its program: 2026.12.0 takes effect on 2027-01-01 with a credit of
 * 2,300 dollars per child and exemptions until 2028-02-15, and 2025.12.0 is retired after 2027-04-30.
 */
export async function releaseNextContent(folder: string): Promise<string> {
  const content = join(folder, "content");
  cpSync(join(repository, "content"), content, { recursive: true });
  const federal = join(content, "us/FEDERAL");
  const old = join(federal, "W4101/2025.12.0/form.yaml");
  // A real version of a later year would be the next one.
  for (const version of readdirSync(join(federal, "W4101")).filter((name) => name > "2025.12.0"))
    throw new Error(`W4101 ${version} exists: the rehearsal can use it.`);
  const figures = readFileSync(join(federal, "figures/2026.yaml"), "utf8")
    .replace("childCredit: {amount: 2200,", "childCredit: {amount: 2300,")
    .replace("exemptClaimEnds: {date: 2027-02-16,", "exemptClaimEnds: {date: 2028-02-15,");
  writeFileSync(join(federal, "figures/2027.yaml"), figures);
  mkdirSync(join(federal, "W4101/2026.12.0"));
  writeFileSync(join(federal, "W4101/2026.12.0/form.yaml"), nextForm);
  appendFileSync(old, "\nretired: 2027-04-30\n");

  const release = join(folder, "release");
  const { code, stderr } = await runNode([join(repository, "scripts/release/assemble.mjs"), release]);
  if (code !== 0) throw new Error(stderr);
  symlinkSync(join(repository, "node_modules"), join(release, "node_modules"));
  writeFileSync(join(release, "build/catalog.bin"), await buildArtifact(content));
  return join(release, "packages/service/dist/main.js");
}

const nextForm = `extends: 2025.12.0
revision: "2027"
published: https://www.irs.gov/pub/irs-pdf/fw4.pdf
effective: 2027-01-01
year: 2027
figures: 2027
shown: {address: "https://www.irs.gov/pub/irs-pdf/fw4.pdf"}
use: For the rehearsal.
verification: {face: DERIVED, rules: DERIVED, revision: made up, checked: 2026-11-15}
sources: [{document: The rehearsal}]
doubts: [Everything is made up.]
`;
