import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The folder to check does not exist in the content. */
export class UnknownFolderError extends Error {}

/** Whether a file or folder of the content is `only` or is below it; everything where `only` is absent. */
export function isBelow(only: string | undefined, file: string): boolean {
  return only === undefined || file === only || file.startsWith(`${only}/`);
}

/** Returns the content folder with this name. Throws a one-line error if there is none. */
export function knownRoot(folder: string): string {
  if (!existsSync(join(folder, "parameters.yaml")))
    throw new UnknownFolderError(
      `${folder} is not a folder with content. To check one form or jurisdiction, use --only, such as --only AL101 or --only us/AL.`,
    );
  return folder;
}

/**
 * The folder as the content spells it; the id of a form stands for its folder. Throws one line, with the names to choose from,
 * where there is none.
 */
export function knownFolder(root: string, only: string): string {
  const formFolder = folderOfForm(root, only);
  if (formFolder !== undefined) return formFolder;
  const places = foldersOf(root, "").flatMap((country) =>
    foldersOf(root, country).map((place) => `${country}/${place}`),
  );
  const place = places.find((folder) => folder.endsWith(`/${only}`));
  if (place !== undefined) return place;
  const near = places.find((folder) => /^[A-Z]{2}/.test(only) && folder.endsWith(`/${only.slice(0, 2)}`));
  if (near !== undefined)
    throw new UnknownFolderError(
      `--only: there is no form ${only}; ${near} has ${foldersOf(root, near)
        .filter((name) => name !== "figures")
        .join(", ")}`,
    );
  let known = "";
  for (const name of only.replace(/\/+$/, "").split("/")) {
    const names = foldersOf(root, known);
    if (!names.includes(name)) {
      const choice = names.length > 0 ? `${known || "the content"} has ${names.join(", ")}` : "";
      throw new UnknownFolderError(
        `--only: there is no ${only}; ${choice || `${known} has no folder below it`}`,
      );
    }
    known = known === "" ? name : `${known}/${name}`;
  }
  return known;
}

/** The folder of the one form that `only` is about, or undefined where it is about a place or a country. */
export function formFolderOf(only: string): string | undefined {
  const [country, place, form] = only.split("/");
  return form === undefined ? undefined : `${country}/${place}/${form}`;
}

/** The folder of a form by its id, such as `us/AL/AL101`; undefined where no place has such a form. */
export function folderOfForm(root: string, formId: string): string | undefined {
  return foldersOf(root, "")
    .flatMap((country) => foldersOf(root, country).map((place) => `${country}/${place}`))
    .filter((place) => foldersOf(root, place).includes(formId))
    .map((place) => `${place}/${formId}`)[0];
}

function foldersOf(root: string, folder: string): string[] {
  // At the top are also the schemas, which are no content.
  if (folder === "") return ["us", "ca"].filter((country) => existsSync(join(root, country)));
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
