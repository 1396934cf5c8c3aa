import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "@withholding-forms/interview";
import { type Expanded, expandForm, type WrittenSources } from "./expand/expand-form.js";
import { type FigureSet, figuresFolder, readFigures } from "./figures.js";
import { withLocality } from "./locality-code.js";
import { ModuleExpander, type Modules, readModules } from "./modules.js";
import { meaningOf } from "./parameter-meaning.js";
import { placeLists } from "./place-lists.js";
import { readPo, type Translations } from "./po.js";
import type { Report } from "./problem.js";
import { type CaseScope, resolveCases, usesFigures } from "./resolve-cases.js";
import { absoluteNames, type Figured, type FormSources, resolveFigures } from "./resolve-figures.js";
import type { Kind, Shape } from "./schema/schemas.js";
import { validateSource } from "./schema/validate.js";
import { mergeSources, readSource, type Source } from "./source.js";
import { strayChanges } from "./stray-changes.js";

/** The authored content, read, merged and valid by its schemas, not yet compiled. */
export interface Content {
  readonly root: string;
  readonly answers: Source<Shape<"answers">>;
  readonly identity: Source<Shape<"identity">>;
  readonly blocks: Source<Shape<"blocks">>;
  readonly federalValues: Source<Shape<"federal-values">>;
  /** `parameters.yaml`: what the tax parameters mean. */
  readonly vocabulary: Source<Shape<"vocabulary">>;
  readonly translations: Translations;
  /** `glossary.yaml`: the words that translations use, where there is one. */
  readonly glossary: Source<Shape<"glossary">> | undefined;
  /** All figures files, by name. */
  readonly figures: ReadonlyMap<string, FigureSet>;
  readonly modules: Modules;
  /** Parts of modules that a form or flow uses: `militarySpouse.questions.orders`. */
  readonly usedParts: ReadonlySet<string>;
  readonly jurisdictions: readonly JurisdictionContent[];
  /** Of every place that has a folder, also of those that were not read. */
  readonly placeCodes: ReadonlySet<string>;
  /** Every file was read, so a sentence that was not found is not used anywhere. */
  readonly whole: boolean;
  /** Every place was read, with its flows and situations. */
  readonly placesWhole: boolean;
}

export interface JurisdictionContent {
  readonly code: string;
  /** `us/AL` */
  readonly folder: string;
  readonly source: Source<Shape<"jurisdiction">>;
  /** `localities.yaml`, where there is one. */
  readonly localities: Source<Shape<"localities">> | undefined;
  /** Hand-written examples of people; undefined where there are none or the file could not be read. */
  readonly situations: Source<Shape<"situations">> | undefined;
  readonly translations: Translations;
  readonly forms: readonly FormContent[];
  /** Ids of all its form folders, also of those that could not be read. */
  readonly formIds: readonly string[];
}

export interface FormContent extends FormSources, Figured, Expanded {
  readonly id: string;
  readonly version: string;
  /** `us/AL/AL101/2014.3.0` */
  readonly folder: string;
  readonly jurisdiction: string;
  readonly cases: Source<Shape<"cases">> | undefined;
  /** Those of the versions it extends within its jurisdiction, the nearest first. */
  readonly inherited: readonly InheritedCases[];
  /** Jurisdiction folders whose translations apply: its own, then those it extends. */
  readonly translatedBy: readonly string[];
}

export interface InheritedCases {
  /** Folder of the version that they were written for. */
  readonly from: string;
  readonly cases: Source<Shape<"cases">>;
  /** Names of those that name figures. */
  readonly figured: ReadonlySet<string>;
  /** Of the edition that they were written for. */
  readonly language: Language;
  /** The extending version with the figures of that one; undefined where they are the same. */
  readonly asBefore: FormContent | undefined;
}

/** A form version as its files say it: nothing spelled out, figures not yet put in. */
type WrittenForm = Omit<FormContent, keyof Figured | keyof Expanded | keyof WrittenSources | "inherited"> &
  WrittenSources & {
    /** The version it extends, where that is of the same jurisdiction. */
    readonly base: WrittenForm | undefined;
  };

/** A part of the content, for an author who changes one form and should not wait for a thousand others. */
export interface Part {
  /** Only the versions of this form, such as `us/AL/AL101`, and what they need. */
  readonly formFolder: string;
  /** Every jurisdiction, because their translations are used as proposals. */
  readonly allPlaces: boolean;
}

/** Files that are not valid YAML or do not match their schema are reported and left out, with the form or jurisdiction they belong to. */
export function readContent(root: string, report: Report, part?: Part): Content | undefined {
  const shared = readShared(root, report);
  if (shared === undefined) return undefined;
  const modules = readModules(root, report);
  const expander = new ModuleExpander(modules, shared.answers.data, report);
  const forms = new FormFiles(root, report);
  const selection = part === undefined ? undefined : selectPart(root, part, forms, modules);
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
    modules,
    usedParts: expander.used,
    jurisdictions: places.flatMap(({ place }) => place ?? []),
    placeCodes: new Set(placeFolders(root).map(codeOf)),
    whole: part === undefined && placesWhole && places.every(({ hasAllForms }) => hasAllForms),
    placesWhole,
  };
}

type SharedFiles = Pick<Content, "answers" | "identity" | "blocks" | "federalValues" | "vocabulary">;

function readShared(root: string, report: Report): SharedFiles | undefined {
  const answers = readValid(root, "answers", "answers.yaml", report);
  const identity = readValid(root, "identity", "identity.yaml", report);
  const blocks = readValid(root, "blocks", "blocks.yaml", report);
  const federalValues = readValid(root, "federal-values", "federal-values.yaml", report);
  const vocabulary = readValid(root, "vocabulary", "parameters.yaml", report);
  if (!answers || !identity || !blocks || !federalValues || !vocabulary) return undefined;
  return { answers, identity, blocks, federalValues, vocabulary };
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

function codeOf(placeFolder: string): string {
  return placeFolder.split("/")[1] ?? "";
}

function readForm({ forms, expander, shared }: Reading, version: string): FormContent | undefined {
  const form = forms.read(version);
  const questions = form && expander.expand("questions", form.questions);
  return form && questions && preparedForm({ ...form, questions }, shared);
}

type Shared = Pick<Content, "answers" | "blocks" | "vocabulary" | "figures">;

/** The form with everything spelled out, its locality and its figures in place. */
function preparedForm(written: WrittenForm, shared: Shared): FormContent {
  const code = written.form.data.locality;
  const { base, ...form } = code === undefined ? written : inLocality(written, code);
  const words = { kinds: shared.answers.data, words: shared.blocks.data.words };
  const { sources, faults, ...expanded } = expandForm(form, words);
  const figured = resolveFigures(sources, shared.figures);
  const scope: CaseScope = {
    figures: figured.figures,
    tables: figured.questions.data.tables ?? {},
    language: figured.form.data.language,
    parameterType: (id) => meaningOf(shared.vocabulary.data, id)?.type,
  };
  const cases = form.cases === undefined ? undefined : resolveCases(form.cases, scope);
  return {
    ...form,
    ...expanded,
    ...figured,
    cases: cases?.cases,
    inherited: ancestors(base).flatMap((one) =>
      one.cases === undefined
        ? []
        : [
            {
              from: one.folder,
              cases: resolveCases(one.cases, scope).cases,
              figured: new Set(one.cases.data.list.filter(usesFigures).map((written) => written.case)),
              language: one.form.data.language,
              asBefore: withFiguresOf(written, one, shared),
            },
          ],
    ),
    faults: [...faults, ...figured.faults, ...(cases?.faults ?? [])],
  };
}

/** The form and the cases it inherits, with the code of its locality for LOCALITY. */
function inLocality(form: WrittenForm, code: string): WrittenForm {
  return {
    ...form,
    questions: withLocality(form.questions, code),
    parameters: withLocality(form.parameters, code),
    page: withLocality(form.page, code),
    cases: form.cases === undefined ? undefined : withLocality(form.cases, code),
    base: form.base === undefined ? undefined : inLocality(form.base, code),
  };
}

function ancestors(base: WrittenForm | undefined): WrittenForm[] {
  return base === undefined ? [] : [base, ...ancestors(base.base)];
}

/** A figure that the earlier version does not have stays that of the form. */
function withFiguresOf(form: WrittenForm, earlier: WrittenForm, shared: Shared): FormContent | undefined {
  const [own, before] = [form.form.data, earlier.form.data];
  const sets = (data: typeof own): (string | number)[] => [data.figures ?? []].flat();
  if (own.year === before.year && JSON.stringify(sets(own)) === JSON.stringify(sets(before)))
    return undefined;
  const year = before.year ?? own.year;
  const data = {
    ...own,
    figures: [...sets(own), ...sets(before)],
    ...(year === undefined ? {} : { year }),
  };
  return preparedForm({ ...form, form: { ...form.form, data }, cases: undefined, base: undefined }, shared);
}

/** `us/AL` and so on. */
function placeFolders(root: string): string[] {
  return ["us", "ca"].flatMap((country) => folders(join(root, country)).map((code) => `${country}/${code}`));
}

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
function selectPart(
  root: string,
  { formFolder, allPlaces }: Part,
  forms: FormFiles,
  modules: Modules,
): Selection {
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
  if (allPlaces || placeLists.some((name) => texts.includes(name))) return { versions, places, figurePlaces };
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
    .flatMap((form) => [form, ...ancestors(form.base)])
    .flatMap(({ folder, form }) => [folder, ...[form.data.figures ?? []].flat().map(String)]);
  return [...new Set(named.map((name) => name.split("/").slice(0, 2).join("/")))];
}

function readWords(file: string): ReadonlySet<string> {
  return new Set(existsSync(file) ? readFileSync(file, "utf8").match(/\w+/g) : []);
}

function readValid<K extends Kind>(
  root: string,
  kind: K,
  file: string,
  report: Report,
): Source<Shape<K>> | undefined {
  const source = readSource(root, join(root, file), report);
  return source !== undefined && validateSource(kind, source, report) ? source : undefined;
}

function readOptional<K extends Kind>(
  root: string,
  kind: K,
  file: string,
  report: Report,
): Source<Shape<K>> | undefined | "broken" {
  return existsSync(join(root, file)) ? (readValid(root, kind, file, report) ?? "broken") : undefined;
}

function folders(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Reads form folders with what they extend, each once. */
class FormFiles {
  private readonly seen = new Map<string, WrittenForm | "reading" | undefined>();
  private readonly root: string;
  private readonly report: Report;

  constructor(root: string, report: Report) {
    this.root = root;
    this.report = report;
  }

  read(folder: string): WrittenForm | undefined {
    const known = this.seen.get(folder);
    if (this.seen.has(folder)) return known === "reading" ? undefined : known;
    this.seen.set(folder, "reading");
    const form = this.readNow(folder);
    this.seen.set(folder, form);
    return form;
  }

  private readNow(folder: string): WrittenForm | undefined {
    const path = (name: string): string => join(this.root, folder, `${name}.yaml`);
    const own = (name: string): Source | undefined | "broken" =>
      existsSync(path(name)) ? (readSource(this.root, path(name), this.report) ?? "broken") : undefined;
    const written = readSource(this.root, path("form"), this.report);
    if (written === undefined) return undefined;
    const form = absoluteNames(written, folder);
    const [country = "", jurisdiction = "", id = "", version = ""] = folder.split("/");
    const base = this.base(form, country, jurisdiction, id);
    if (base === "missing") return undefined;
    const merged = <K extends "form" | "questions" | "parameters" | "page">(
      name: K,
    ): Source<Shape<K>> | undefined => {
      const over = name === "form" ? form : own(name);
      if (over === "broken") return undefined;
      const under: Source | undefined =
        name === "form" && base !== undefined ? inheritable(base.form) : base?.[name];
      if (over !== undefined && under !== undefined)
        for (const { path, message } of strayChanges(under, over, name))
          this.report({ ...over.at(path), rule: "extends", message });
      const result: Source | undefined =
        over === undefined
          ? (under ?? readSource(this.root, path(name), this.report))
          : under === undefined
            ? over
            : mergeSources(under, over);
      return result !== undefined && validateSource(name, result, this.report) ? result : undefined;
    };
    const [formYaml, questions, parameters, page] = [
      merged("form"),
      merged("questions"),
      merged("parameters"),
      merged("page"),
    ];
    const optional = <K extends "cases" | "official">(name: K): Source<Shape<K>> | undefined | "broken" => {
      const source = own(name);
      if (source === undefined || source === "broken") return source;
      return validateSource(name, source, this.report) ? source : "broken";
    };
    const cases = optional("cases");
    const official = optional("official");
    if (!formYaml || !questions || !parameters || !page) return undefined;
    if (cases === "broken" || official === "broken") return undefined;
    return {
      id,
      version,
      folder,
      jurisdiction,
      form: formYaml,
      questions,
      parameters,
      page,
      cases,
      official,
      base: base?.folder.startsWith(`${country}/${jurisdiction}/`) ? base : undefined,
      translatedBy: [...new Set([`${country}/${jurisdiction}`, ...(base?.translatedBy ?? [])])],
    };
  }

  private base(
    form: Source,
    country: string,
    jurisdiction: string,
    id: string,
  ): WrittenForm | undefined | "missing" {
    const named = form.data["extends"];
    if (typeof named !== "string") return undefined;
    const parts = named.split("/");
    const folder =
      parts.length === 1
        ? `${country}/${jurisdiction}/${id}/${named}`
        : parts.length === 2
          ? `${country}/${jurisdiction}/${named}`
          : named;
    const complain = (message: string): void =>
      this.report({ ...form.at(["extends"]), rule: "extends", message });
    if (!existsSync(join(this.root, folder))) complain(`there is no ${folder}: name a version that exists`);
    else if (this.seen.get(folder) === "reading")
      complain(`${folder} extends this one: let only one of the two extend the other`);
    else return this.read(folder) ?? "missing";
    return "missing";
  }
}

/** The end of the version that is extended is not the end of this one, nor was this one read when that one was. */
function inheritable(form: Source<Shape<"form">>): Source {
  const { retired: _, extends: __, verification: ___, ...data } = form.data;
  return { ...form, data };
}
