import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "@withholding-forms/interview";
import { type Expanded, expandForm, type WrittenSources } from "./expand/expand-form.js";
import { type FigureSet, figuresFolder, readFigures } from "./figures.js";
import { ModuleExpander, type Modules, readModules } from "./modules.js";
import { meaningOf } from "./parameter-meaning.js";
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

/**
 * Files that are no YAML or do not fit their schema are reported and left out, with the form or place they belong to. With
 * `formFolder`, such as `us/AL/AL101`, only the versions of that form are read, and what they extend: an author who
 * changes one form does not wait for a thousand others.
 */
export function readContent(root: string, report: Report, formFolder?: string): Content | undefined {
  const shared = <K extends Kind>(name: K): Source<Shape<K>> | undefined =>
    readValid(root, name, `${name}.yaml`, report);
  const answers = shared("answers");
  const identity = shared("identity");
  const blocks = shared("blocks");
  const federalValues = shared("federal-values");
  const vocabulary = readValid(root, "vocabulary", "parameters.yaml", report);
  if (!answers || !identity || !blocks || !federalValues || !vocabulary) return undefined;
  const jurisdictions: JurisdictionContent[] = [];
  let placesWhole = true;
  let formsWhole = formFolder === undefined;
  const files = new FormFiles(root, report);
  const wanted = formFolder === undefined ? undefined : versionsNeeded(root, formFolder, files);
  const modules = readModules(root, report);
  const expander = new ModuleExpander(modules, answers.data, report);
  const figures = new Map<string, FigureSet>();
  for (const country of countries) {
    for (const code of folders(join(root, country)))
      for (const set of readFigures(root, `${country}/${code}`, report)) figures.set(set.name, set);
  }
  for (const country of countries) {
    for (const code of folders(join(root, country))) {
      const folder = `${country}/${code}`;
      const written = readValid(root, "jurisdiction", `${folder}/jurisdiction.yaml`, report);
      const source = written === undefined ? undefined : expander.expand("jurisdiction", written);
      if (source === undefined) {
        placesWhole = false;
        continue;
      }
      const formIds = folders(join(root, folder)).filter((name) => name !== figuresFolder);
      const versions = formIds
        .map((id) => `${folder}/${id}`)
        .flatMap((form) => folders(join(root, form)).map((version) => `${form}/${version}`))
        .filter((version) => wanted === undefined || wanted.has(version));
      const forms = versions
        .flatMap((version) => files.read(version) ?? [])
        .flatMap((form): FormContent[] => {
          const questions = expander.expand("questions", form.questions);
          if (questions === undefined) return [];
          return [preparedForm({ ...form, questions }, { answers, blocks, vocabulary, figures })];
        });
      // Situations are about places, so nobody needs them for one form.
      const hasSituations = wanted === undefined && existsSync(join(root, folder, "situations.yaml"));
      const situations = hasSituations
        ? readValid(root, "situations", `${folder}/situations.yaml`, report)
        : undefined;
      jurisdictions.push({
        code,
        folder,
        source,
        situations,
        translations: readPo(root, folder, report),
        forms,
        formIds,
      });
      formsWhole &&= forms.length === versions.length;
      placesWhole &&= hasSituations === (situations !== undefined);
    }
  }
  return {
    root,
    answers,
    identity,
    blocks,
    federalValues,
    vocabulary,
    translations: readPo(root, "", report),
    glossary: existsSync(join(root, "glossary.yaml"))
      ? readValid(root, "glossary", "glossary.yaml", report)
      : undefined,
    figures,
    modules,
    usedParts: expander.used,
    jurisdictions,
    whole: formsWhole && placesWhole,
    placesWhole,
  };
}

type Shared = Pick<Content, "answers" | "blocks" | "vocabulary" | "figures">;

/** The form with everything spelled out and its figures in place. */
function preparedForm(written: WrittenForm, shared: Shared): FormContent {
  const { base, ...form } = written;
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

const countries = ["us", "ca"] as const;

/** The versions of one form, and the editions in other languages that they are compared with. */
function versionsNeeded(root: string, formFolder: string, files: FormFiles): ReadonlySet<string> {
  const own = folders(join(root, formFolder)).map((version) => `${formFolder}/${version}`);
  const editions = own.flatMap((version) => files.read(version)?.official?.data.editionOf ?? []);
  const places = countries.flatMap((country) =>
    folders(join(root, country)).map((code) => `${country}/${code}`),
  );
  const others = editions.flatMap((edition) => places.map((place) => `${place}/${edition}`));
  return new Set([...own, ...others.filter((version) => existsSync(join(root, version)))]);
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
