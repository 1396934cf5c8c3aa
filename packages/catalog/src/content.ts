import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ValueType } from "@withholding-forms/interview";
import { readPo, type Translations } from "./po.js";
import type { Report } from "./problem.js";
import { validateSource } from "./schema.js";
import { mergeSources, readSource, type Source } from "./source.js";

/** The authored content, read and merged, not yet compiled. Shapes are those of content/schemas. */
export interface Content {
  readonly root: string;
  readonly answers: Source;
  readonly identity: Source;
  readonly blocks: Source;
  readonly federalValues: Source;
  readonly translations: Translations;
  readonly jurisdictions: readonly JurisdictionContent[];
}

export interface JurisdictionContent {
  readonly code: string;
  /** `us/AL` */
  readonly folder: string;
  readonly source: Source;
  readonly translations: Translations;
  readonly forms: readonly FormContent[];
}

export interface FormContent {
  readonly id: string;
  readonly version: string;
  /** `us/AL/AL101/2014.3.0` */
  readonly folder: string;
  readonly jurisdiction: string;
  readonly form: Source;
  readonly questions: Source;
  readonly parameters: Source;
  readonly page: Source;
  readonly cases: Source | undefined;
  readonly official: Source | undefined;
  /** Jurisdiction folders whose translations apply: its own, then those it extends. */
  readonly translatedBy: readonly string[];
}

export interface AnswerKind {
  readonly value: ValueType;
  readonly control: string;
  readonly pattern?: string;
  readonly message: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly prints?: "dollars" | "whole" | "number" | "date" | "text";
  readonly format?: string;
  readonly masked?: string;
}

export function readContent(root: string, report: Report): Content | undefined {
  const shared = (name: string): Source | undefined => {
    const source = readSource(root, join(root, `${name}.yaml`), report);
    if (source === undefined)
      report({ file: `${name}.yaml`, line: 1, rule: "schema", message: "the file is missing" });
    else validateSource(name, source, report);
    return source;
  };
  const answers = shared("answers");
  const identity = shared("identity");
  const blocks = shared("blocks");
  const federalValues = shared("federal-values");
  if (!answers || !identity || !blocks || !federalValues) return undefined;
  const jurisdictions: JurisdictionContent[] = [];
  const files = new FormFiles(root, report);
  for (const country of ["us", "ca"]) {
    for (const code of folders(join(root, country))) {
      const folder = `${country}/${code}`;
      const source = readSource(root, join(root, folder, "jurisdiction.yaml"), report);
      if (source === undefined) {
        report({
          file: `${folder}/jurisdiction.yaml`,
          line: 1,
          rule: "schema",
          message: "the file is missing",
        });
        continue;
      }
      validateSource("jurisdiction", source, report);
      const forms = folders(join(root, folder)).flatMap((id) =>
        folders(join(root, folder, id)).flatMap((version) => files.read(`${folder}/${id}/${version}`) ?? []),
      );
      jurisdictions.push({ code, folder, source, translations: readPo(root, folder, report), forms });
    }
  }
  return {
    root,
    answers,
    identity,
    blocks,
    federalValues,
    translations: readPo(root, "", report),
    jurisdictions,
  };
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
  private readonly seen = new Map<string, FormContent | "reading" | undefined>();
  private readonly root: string;
  private readonly report: Report;

  constructor(root: string, report: Report) {
    this.root = root;
    this.report = report;
  }

  read(folder: string): FormContent | undefined {
    const known = this.seen.get(folder);
    if (known === "reading") {
      this.report({
        file: `${folder}/form.yaml`,
        line: 1,
        rule: "extends",
        message: "extends itself in a circle",
      });
      return undefined;
    }
    if (known !== undefined || this.seen.has(folder)) return known;
    this.seen.set(folder, "reading");
    const form = this.readNow(folder);
    this.seen.set(folder, form);
    return form;
  }

  private readNow(folder: string): FormContent | undefined {
    const own = (name: string): Source | undefined =>
      readSource(this.root, join(this.root, folder, `${name}.yaml`), this.report);
    const form = own("form");
    if (form === undefined) {
      this.report({ file: `${folder}/form.yaml`, line: 1, rule: "schema", message: "the file is missing" });
      return undefined;
    }
    const [country = "", jurisdiction = "", id = "", version = ""] = folder.split("/");
    const base = this.base(form, country, jurisdiction, id);
    if (base === "missing") return undefined;
    const merged = (name: "form" | "questions" | "parameters" | "page"): Source | undefined => {
      const source = name === "form" ? form : own(name);
      const under = base?.[name];
      const result =
        source === undefined ? under : under === undefined ? source : mergeSources(under, source);
      if (result === undefined)
        this.report({
          file: `${folder}/${name}.yaml`,
          line: 1,
          rule: "schema",
          message: "the file is missing",
        });
      else validateSource(name, result, this.report);
      return result;
    };
    const [formYaml, questions, parameters, page] = [
      merged("form"),
      merged("questions"),
      merged("parameters"),
      merged("page"),
    ];
    if (!formYaml || !questions || !parameters || !page) return undefined;
    const cases = own("cases");
    if (cases !== undefined) validateSource("cases", cases, this.report);
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
      official: own("official"),
      translatedBy: [...new Set([`${country}/${jurisdiction}`, ...(base?.translatedBy ?? [])])],
    };
  }

  private base(
    form: Source,
    country: string,
    jurisdiction: string,
    id: string,
  ): FormContent | undefined | "missing" {
    const named = form.data["extends"];
    if (typeof named !== "string") return undefined;
    const parts = named.split("/");
    const folder =
      parts.length === 1
        ? `${country}/${jurisdiction}/${id}/${named}`
        : parts.length === 2
          ? `${country}/${jurisdiction}/${named}`
          : named;
    const base = existsSync(join(this.root, folder)) ? this.read(folder) : undefined;
    if (base !== undefined) return base;
    this.report({ ...form.at(["extends"]), rule: "extends", message: `there is no ${folder}` });
    return "missing";
  }
}
