import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../read/problem.js";
import { mergeSources, readSource, type Source } from "../read/source.js";
import type { Shape } from "../schema/schemas.js";
import { validateSource } from "../schema/validate.js";
import type { FormContent } from "./content.js";
import type { Expanded, WrittenSources } from "./expand-form.js";
import { absoluteNames, type Figured } from "./resolve-figures.js";
import { strayChanges } from "./stray-changes.js";

/** A form version as its files say it: nothing spelled out, figures not yet put in. */
export type WrittenForm = Omit<
  FormContent,
  keyof Figured | keyof Expanded | keyof WrittenSources | "inherited"
> &
  WrittenSources & {
    /** The version it extends, where that is of the same jurisdiction. */
    readonly base: WrittenForm | undefined;
  };

/** Reads form folders with what they extend, each once. */
export class FormFiles {
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

/** The versions that a form extends within its jurisdiction, the nearest first. */
export function ancestors(base: WrittenForm | undefined): WrittenForm[] {
  return base === undefined ? [] : [base, ...ancestors(base.base)];
}
