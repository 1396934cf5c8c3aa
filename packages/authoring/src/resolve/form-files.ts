import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../read/problem.js";
import { depth, mergeSources, readSource, type Source } from "../read/source.js";
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
    /** The versions it is written on, where they are of the same jurisdiction. */
    readonly bases: readonly WrittenForm[];
  };

type Merged = Readonly<Record<"form" | "questions" | "parameters" | "page", Source | undefined>>;

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
    const earlier = this.base(form, "extends", folder);
    const on = this.base(form, "on", folder);
    if (earlier === "missing" || on === "missing") return undefined;
    const base: Merged | undefined =
      on === undefined || earlier === undefined ? earlier : this.moved(earlier.folder, on);
    if (on !== undefined && base === undefined) return undefined;
    const merged = <K extends "form" | "questions" | "parameters" | "page">(
      name: K,
    ): Source<Shape<K>> | undefined => {
      const over = name === "form" ? form : own(name);
      if (over === "broken") return undefined;
      const under: Source | undefined =
        name === "form" && base?.form !== undefined ? inheritable(base.form) : base?.[name];
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
    if (on !== undefined && base?.page !== undefined)
      for (const { path, message } of strayChanges(on.page, base.page, "page"))
        if (depth(page.data, path) === path.length)
          this.report({ ...form.at(["on"]), rule: "extends", message });
    if (cases === "broken" || official === "broken") return undefined;
    const bases = [earlier ?? [], on ?? []].flat();
    const [country = "", jurisdiction = "", id = "", version = ""] = folder.split("/");
    const place = `${country}/${jurisdiction}`;
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
      bases: bases.filter((base) => base.folder.startsWith(`${place}/`)),
      translatedBy: [...new Set([place, ...bases.flatMap((base) => base.translatedBy)])],
    };
  }

  private base(form: Source, key: "extends" | "on", folder: string): WrittenForm | undefined | "missing" {
    const named = form.data[key];
    if (typeof named !== "string") return undefined;
    const base = folderNamed(named, folder);
    const complain = (message: string): void => this.report({ ...form.at([key]), rule: "extends", message });
    if (!existsSync(join(this.root, base))) complain(`there is no ${base}: name a version that exists`);
    else if (this.seen.get(base) === "reading")
      complain(`${base} extends this one: let only one of the two extend the other`);
    else if (key === "on" && !/^[0-9.]+$/.test(String(form.data["extends"])))
      complain(
        "`on` belongs to a version that extends an earlier one of its form: name that under `extends`",
      );
    else return this.read(base) ?? "missing";
    return "missing";
  }

  /** A version as if it, and those it extends, had been written on another base. */
  private moved(folder: string, base: Merged): Merged | undefined {
    const own = (name: string): Source | undefined => {
      const path = join(this.root, folder, `${name}.yaml`);
      // Its problems are reported where it is read for itself.
      return existsSync(path) ? readSource(this.root, path, () => {}) : undefined;
    };
    const form = own("form");
    const named = form?.data["extends"];
    if (typeof named !== "string") {
      const message =
        "a later version is `on` another form, but this one is no copy: write that one without `on`";
      this.report({ file: `${folder}/form.yaml`, line: 1, rule: "extends", message });
      return undefined;
    }
    const earlier = folderNamed(named, folder);
    const under = formOf(earlier) === formOf(folder) ? this.moved(earlier, base) : base;
    if (under === undefined) return undefined;
    const over = (name: keyof Merged): Source | undefined => {
      const [below, above] = [under[name], name === "form" ? form && absoluteNames(form, folder) : own(name)];
      return below && above ? mergeSources(name === "form" ? inheritable(below) : below, above) : below;
    };
    return {
      form: over("form"),
      questions: over("questions"),
      parameters: over("parameters"),
      page: over("page"),
    };
  }
}

/** `2024.12.0`, `AL101/2014.3.0` or `us/FEDERAL/W4101/2025.12.0`, as a version in this folder means it. */
export function folderNamed(named: string, folder: string): string {
  const own = folder.split("/");
  return [...own.slice(0, 4 - named.split("/").length), named].join("/");
}

function formOf(folder: string): string {
  return folder.slice(0, folder.lastIndexOf("/"));
}

/** The end of the version that is extended is not the end of this one, nor was this one read when that one was. */
function inheritable(form: Source): Source {
  const { retired: _, extends: __, on: ___, verification: ____, ...data } = form.data;
  return { ...form, data };
}

/** The versions that a form is written on within its jurisdiction, the nearest first. */
export function ancestors(bases: readonly WrittenForm[]): WrittenForm[] {
  if (bases.length === 0) return [];
  return [...new Set([...bases, ...ancestors(bases.flatMap((base) => base.bases))])];
}
