import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { folders, placeFolders } from "./content-files.js";
import { ancestors, type FormFiles, type WrittenForm } from "./form-files.js";
import type { Modules } from "./modules.js";
import { placeLists } from "./place-lists.js";

interface Selection {
  readonly versions: ReadonlySet<string>;
  readonly places: readonly string[];
  /** The jurisdictions whose figures these versions name. */
  readonly figurePlaces: readonly string[];
}

/**
 * The versions of one form, with the editions in other languages that they are compared with. The jurisdictions whose
 * translations they use, and those that mention the form, because one of their flows may lead to it.
 */
export function selectPart(root: string, formFolder: string, forms: FormFiles, modules: Modules): Selection {
  const own = folders(join(root, formFolder)).map((version) => `${formFolder}/${version}`);
  const places = placeFolders(root);
  const editions = own
    .flatMap((version) => forms.read(version)?.official?.data.editionOf ?? [])
    .flatMap((edition) => places.map((place) => `${place}/${edition}`))
    .filter((version) => existsSync(join(root, version)));
  const versions = new Set([...own, ...editions]);
  const read = [...versions].flatMap((version) => forms.read(version) ?? []);
  const figurePlaces = placesOfFigures(read);
  const texts = JSON.stringify([
    read.map(({ questions }) => questions.data),
    [...modules.values()].map(({ data }) => data),
  ]);
  if (placeLists.some((name) => texts.includes(name))) return { versions, places, figurePlaces };
  const used = new Set([...versions].map((version) => version.split("/").slice(0, 2).join("/")));
  for (const { translatedBy } of read) for (const place of translatedBy) used.add(place);
  const ids = new Set([...versions].map((version) => version.split("/")[2] ?? ""));
  const mentions = (place: string): boolean => {
    const words = ["jurisdiction.yaml", "localities.yaml"].map((name) => readWords(join(root, place, name)));
    return [...ids].some((id) => words.some((one) => one.has(id)));
  };
  const needed = places.filter((place) => used.has(place) || mentions(place));
  return { versions, places: needed, figurePlaces };
}

/** Those of the forms, for proposals, and those of the sets that the forms and what they extend name. */
function placesOfFigures(forms: readonly WrittenForm[]): readonly string[] {
  const named = forms
    .flatMap((form) => [form, ...ancestors(form.bases)])
    .flatMap(({ folder, form }) => [folder, ...[form.data.figures ?? []].flat().map(String)]);
  return [...new Set(named.map((name) => name.split("/").slice(0, 2).join("/")))];
}

function readWords(file: string): ReadonlySet<string> {
  return new Set(existsSync(file) ? readFileSync(file, "utf8").match(/\w+/g) : []);
}
