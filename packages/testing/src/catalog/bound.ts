import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { buildArtifact } from "../../../authoring/src/compile/build-artifact.js";
import { digest } from "../../../catalog/src/agency/store.js";
import { type Artifact, readArtifact } from "../../../catalog/src/model/artifact.js";
import type { CompiledOfficial } from "../../../catalog/src/model/binding.js";
import type { CompiledForm } from "../../../catalog/src/model/form.js";

/** The checker's valid content, whose T-1 is bound to a file that stands in for the agency's. */
export const boundName = { formId: "TS101", version: "2026.1.0" } as const;

const base = fileURLToPath(new URL("../../../authoring/src/check/test/base", import.meta.url));
const officialYaml = "us/TS/TS101/2026.1.0/official.yaml";

export interface Bound {
  readonly root: string;
  readonly agency: Uint8Array;
  readonly artifact: Artifact;
  readonly form: CompiledForm & { readonly official: CompiledOfficial };
}

/** Changes to the content are given as replacements in its official.yaml. */
export async function boundContent(changes: Readonly<Record<string, string>> = {}): Promise<Bound> {
  const root = mkdtempSync(join(tmpdir(), "bound-content-"));
  cpSync(base, root, { recursive: true });
  const agency = await agencyFile();
  const file = join(root, officialYaml);
  let text = readFileSync(file, "utf8").replace(/^sha256: .*$/m, `sha256: "${digest(agency)}"`);
  for (const [before, after] of Object.entries(changes)) {
    if (!text.includes(before)) throw new Error(`official.yaml does not say ${before}`);
    text = text.replace(before, after);
  }
  writeFileSync(file, text);
  const artifact = readArtifact(await buildArtifact(root));
  const { form } = artifact.forms
    .find(({ entry }) => entry.id === boundName.formId && entry.version === boundName.version)!
    .open();
  return { root, agency, artifact, form: { ...form, official: form.official! } };
}

async function agencyFile(): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const page = document.addPage([612, 792]);
  const font = document.embedStandardFont(StandardFonts.Helvetica);
  const lines = ["Form T-1 of the agency", "What is, for this year,", "your status?"];
  lines.push("Single person (also", "without spouse)", "I swear that what I say is true.");
  lines.forEach((line, index) => {
    page.drawText(line, { x: 50, y: 740 - index * 14, size: 10, font });
  });
  const form = document.getForm();
  ["name", "ssn", "allowance", "children", "employer", "date"].forEach((name, index) => {
    const box = { x: 300, y: 740 - index * 24, width: 200, height: 18, borderWidth: 0 };
    form.createTextField(`page1.${name}`).addToPage(page, { ...box, font });
  });
  const status = form.createRadioGroup("page1.status");
  status.addOptionToPage("1", page, { x: 300, y: 500, width: 10, height: 10, borderWidth: 0 });
  status.addOptionToPage("2", page, { x: 330, y: 500, width: 10, height: 10, borderWidth: 0 });
  form.createButton("page1.print").addToPage("Print", page, { x: 500, y: 20, width: 60, height: 20 });
  document.addJavaScript("greet", 'app.alert("hello")');
  return document.save({ useObjectStreams: false, updateFieldAppearances: false });
}
