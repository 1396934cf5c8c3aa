import { cpSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { artifactPath, openArtifact } from "@withholding-forms/catalog";
import { writeArtifact } from "@withholding-forms/catalog/model/artifact";

/** Writes an artifact with so many form versions: those of the content, then copies of them under other ids. */
export function writeVersions(path: string, count: number): void {
  const { shared, jurisdictions, forms } = openArtifact(artifactPath);
  const blobs = Array.from({ length: count }, (_, index) => {
    const opened = forms[index % forms.length]!.open();
    const copy = Math.floor(index / forms.length);
    const { sets: inLanguage, taxParameters: described } = opened;
    const sets = { en: inLanguage("en"), es: inLanguage("es"), fr: inLanguage("fr") };
    const taxParameters = { en: described("en"), es: described("es"), fr: described("fr") };
    const form = { ...opened.form, id: copyName(opened.form.id, copy) };
    return { form, sets, taxParameters, blank: opened.blank(), template: opened.template() };
  });
  writeFileSync(path, writeArtifact(shared, jurisdictions, blobs));
}

/** Ids of forms that every such artifact of at least so many versions has. */
export function firstIds(count: number): string[] {
  return [...new Set(openArtifact(artifactPath).forms.map(({ entry }) => entry.id))].slice(0, count);
}

/** Copies the content, and its form folders under other ids until there are so many versions. */
export function copyContent(from: string, to: string, count: number): void {
  cpSync(from, to, { recursive: true });
  const folders = formFolders(from);
  let versions = folders.reduce((sum, { length }) => sum + length, 0);
  for (let copy = 1; ; copy++)
    for (const { folder, length } of folders) {
      if (versions >= count) return;
      cpSync(join(from, folder), join(to, copyName(folder, copy)), { recursive: true });
      versions += length;
    }
}

/** The form folders, those with the least text first. */
export function formsBySize(root: string): string[] {
  const size = (folder: string): number =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).reduce(
      (sum, file) => sum + statSync(join(root, folder, file)).size,
      0,
    );
  return formFolders(root)
    .map(({ folder }) => ({ folder, size: size(folder) }))
    .sort((a, b) => a.size - b.size)
    .map(({ folder }) => folder);
}

/** `us/AL/AL101`, with the number of its versions. */
function formFolders(root: string): { readonly folder: string; readonly length: number }[] {
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "figures")
      .map((entry) => `${folder}/${entry.name}`);
  return ["us", "ca"]
    .flatMap(below)
    .flatMap(below)
    .map((folder) => ({ folder, length: below(folder).length }));
}

function copyName(name: string, copy: number): string {
  return copy === 0 ? name : `${name}X${copy}`;
}
