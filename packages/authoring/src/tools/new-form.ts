import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allFlows, formsOf } from "@withholding-forms/catalog/model/jurisdiction";
import { plainVersion } from "@withholding-forms/catalog/model/version";
import type { CompiledContent } from "../compile/compile.js";
import { templatesFolder } from "../read/paths.js";
import { placeholders } from "../read/placeholders.js";

export interface NewForm {
  /** `AL`, `FEDERAL`, `ON`, `CANADA_FEDERAL` */
  readonly jurisdiction: string;
  readonly id: string;
  readonly version: string;
  /** A version to start from, spelled as `extends` is. */
  readonly extends?: string;
  /** The day on which the author looks at the sources. */
  readonly today: string;
}

/** The country and the folder of a version that is not there yet. Throws a sentence when there cannot be one. */
export function newFolder(root: string, { jurisdiction, id, version }: NewForm): ["us" | "ca", string] {
  const country = (["us", "ca"] as const).find((one) =>
    existsSync(join(root, one, jurisdiction, "jurisdiction.yaml")),
  );
  if (country === undefined || !/^[A-Z_]+$/.test(jurisdiction))
    throw new Error(`there is no jurisdiction ${jurisdiction}`);
  if (!/^[A-Z][A-Z0-9]*$/.test(id)) throw new Error(`${id} is not a form id like AL103`);
  if (plainVersion(version) !== version)
    throw new Error(`${version} is not a version like 2026.1.0 without leading zeros`);
  const folder = `${country}/${jurisdiction}/${id}/${version}`;
  if (existsSync(join(root, folder))) throw new Error(`${folder} is already there`);
  return [country, folder];
}

/** Writes the files of a new form version, ready to be filled in, and gives their names. Throws a sentence when it cannot. */
export function newForm(root: string, form: NewForm): string[] {
  const [country, folder] = newFolder(root, form);
  const files =
    form.extends === undefined
      ? skeleton(country, form)
      : filledIn("extension", ["form.yaml", "cases.yaml"], {
          ...{ id: form.id, today: form.today, ...revisionOf(form.version) },
          base: baseOf(root, country, form, form.extends),
        });
  mkdirSync(join(root, folder), { recursive: true });
  return Object.entries(files).map(([name, text]) => {
    writeFileSync(join(root, folder, name), text);
    return `${folder}/${name}`;
  });
}

/** What its author does next: a form that a flow names already needs no place in one. */
export function nextStep(compiled: CompiledContent | undefined, id: string): string {
  const flows = (compiled?.jurisdictions ?? []).flatMap(allFlows);
  const rest = "replace what the check complains about: npm run check";
  return flows.some((flow) => formsOf(flow).includes(id))
    ? `Now ${rest}`
    : `Name ${id} in a flow of its jurisdiction.yaml, then ${rest}`;
}

function baseOf(root: string, country: string, { jurisdiction, id }: NewForm, named: string): string {
  const parts = named.split("/");
  const folder =
    parts.length === 1
      ? `${country}/${jurisdiction}/${id}/${named}`
      : parts.length === 2
        ? `${country}/${jurisdiction}/${named}`
        : named;
  if (!existsSync(join(root, folder, "form.yaml"))) throw new Error(`there is no ${folder} to extend`);
  return named;
}

/** Versions are named after the printed revision: year, month, and a number of our own. */
function revisionOf(version: string): { printed: string; effective: string } {
  const [year = "2000", month = "1"] = version.split(".");
  const known = Number(month) >= 1 && Number(month) <= 12 ? month : "1";
  return { printed: `${known}/${year}`, effective: `${year.padStart(4, "20")}-${known.padStart(2, "0")}-01` };
}

/** Files of `templates/`, in which `%name%` stands for the value of that name. */
function filledIn(
  template: string,
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): Files {
  const all: Readonly<Record<string, string>> = { ...placeholders, ...values };
  const fill = (text: string): string => text.replace(/%(\w+)%/g, (_, key: string) => all[key] ?? "");
  return Object.fromEntries(
    names.map((name) => [name, fill(readFileSync(join(templatesFolder, template, name), "utf8"))]),
  );
}

type Files = Readonly<Record<string, string>>;

function skeleton(country: "us" | "ca", { jurisdiction, id, version, today }: NewForm): Files {
  const names = ["form.yaml", "questions.yaml", "parameters.yaml", "page.yaml", "cases.yaml"];
  return filledIn("new-form", names, {
    ...{ id, today, ...revisionOf(version) },
    prefix: jurisdiction === "CANADA_FEDERAL" ? "CA" : jurisdiction,
    type: country === "ca" ? "CANADA_RESIDENT" : "RESIDENT",
    person: readFileSync(join(templatesFolder, `person-${country}.yaml`), "utf8").trimEnd(),
  });
}
