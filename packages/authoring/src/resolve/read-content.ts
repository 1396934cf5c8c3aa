import { existsSync } from "node:fs";
import { join } from "node:path";
import { readPo } from "../read/po.js";
import type { Report } from "../read/problem.js";
import type { Content, FormContent, JurisdictionContent } from "./content.js";
import { folders, placeFolders, readOptional, readValid } from "./content-files.js";
import { type FigureSet, figuresFolder, readFigures } from "./figures.js";
import { FormFiles } from "./form-files.js";
import { ModuleExpander, readModules } from "./modules.js";
import { preparedForm } from "./prepare-form.js";
import { selectPart } from "./select-part.js";

/** Files that are not valid YAML or do not match their schema are reported and left out, with the form or jurisdiction they belong to. */
export function readContent(root: string, report: Report, formFolder?: string): Content | undefined {
  const shared = readShared(root, report);
  if (shared === undefined) return undefined;
  const modules = readModules(root, report);
  const expander = new ModuleExpander(modules, shared.answers.data, report);
  const forms = new FormFiles(root, report);
  const selection = formFolder === undefined ? undefined : selectPart(root, formFolder, forms, modules);
  const reading: Reading = {
    root,
    report,
    forms,
    expander,
    versions: selection?.versions,
    shared: { ...shared, figures: readAllFigures(root, selection?.figurePlaces, report) },
  };
  const places = (selection?.places ?? placeFolders(root)).map((folder) => readPlace(reading, folder));
  const placesWhole = places.every(({ isWhole }) => isWhole);
  return {
    root,
    ...reading.shared,
    translations: readPo(root, "", report),
    glossary: existsSync(join(root, "glossary.yaml"))
      ? readValid(root, "glossary", "glossary.yaml", report)
      : undefined,
    otherForms: existsSync(join(root, "other-forms.yaml"))
      ? readValid(root, "other-forms", "other-forms.yaml", report)
      : undefined,
    modules,
    usedParts: expander.used,
    jurisdictions: places.flatMap(({ place }) => place ?? []),
    placeCodes: new Set(placeFolders(root).map(codeOf)),
    whole: formFolder === undefined && placesWhole && places.every(({ hasAllForms }) => hasAllForms),
    placesWhole,
  };
}

type SharedFiles = Pick<
  Content,
  "answers" | "identity" | "blocks" | "federalValues" | "vocabulary" | "notices"
>;

function readShared(root: string, report: Report): SharedFiles | undefined {
  const answers = readValid(root, "answers", "answers.yaml", report);
  const identity = readValid(root, "identity", "identity.yaml", report);
  const blocks = readValid(root, "blocks", "blocks.yaml", report);
  const federalValues = readValid(root, "federal-values", "federal-values.yaml", report);
  const vocabulary = readValid(root, "vocabulary", "parameters.yaml", report);
  const notices = readValid(root, "notices", "notices.yaml", report);
  if (!answers || !identity || !blocks || !federalValues || !vocabulary || !notices) return undefined;
  return { answers, identity, blocks, federalValues, vocabulary, notices };
}

function readAllFigures(
  root: string,
  places: readonly string[] | undefined,
  report: Report,
): ReadonlyMap<string, FigureSet> {
  const sets = (places ?? placeFolders(root)).flatMap((folder) => readFigures(root, folder, report));
  return new Map(sets.map((set) => [set.name, set]));
}

/** What reading a jurisdiction needs. */
interface Reading {
  readonly root: string;
  readonly report: Report;
  readonly forms: FormFiles;
  readonly expander: ModuleExpander;
  /** Undefined: all of them. */
  readonly versions: ReadonlySet<string> | undefined;
  readonly shared: SharedFiles & Pick<Content, "figures">;
}

interface PlaceRead {
  /** Undefined if it could not be read. */
  readonly place: JurisdictionContent | undefined;
  readonly isWhole: boolean;
  readonly hasAllForms: boolean;
}

function readPlace(reading: Reading, folder: string): PlaceRead {
  const { root, report, expander } = reading;
  const written = readValid(root, "jurisdiction", `${folder}/jurisdiction.yaml`, report);
  const source = written === undefined ? undefined : expander.expand("jurisdiction", written);
  const localities = readOptional(root, "localities", `${folder}/localities.yaml`, report);
  if (source === undefined || localities === "broken")
    return { place: undefined, isWhole: false, hasAllForms: false };
  const formIds = folders(join(root, folder)).filter((name) => name !== figuresFolder);
  const versions = formIds
    .map((id) => `${folder}/${id}`)
    .flatMap((form) => folders(join(root, form)).map((version) => `${form}/${version}`))
    .filter((version) => reading.versions?.has(version) ?? true);
  const forms = versions.flatMap((version) => readForm(reading, version) ?? []);
  // Situations are about jurisdictions, so a single form does not need them.
  const hasSituations = reading.versions === undefined && existsSync(join(root, folder, "situations.yaml"));
  const situations = hasSituations
    ? readValid(root, "situations", `${folder}/situations.yaml`, report)
    : undefined;
  return {
    place: {
      code: codeOf(folder),
      folder,
      source,
      localities,
      situations,
      translations: readPo(root, folder, report),
      forms,
      formIds,
    },
    isWhole: hasSituations === (situations !== undefined),
    hasAllForms: forms.length === versions.length,
  };
}

function readForm({ forms, expander, shared }: Reading, version: string): FormContent | undefined {
  const form = forms.read(version);
  const questions = form && expander.expand("questions", form.questions);
  return form && questions && preparedForm({ ...form, questions }, shared);
}

function codeOf(placeFolder: string): string {
  return placeFolder.split("/")[1] ?? "";
}
