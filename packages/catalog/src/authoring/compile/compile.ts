import { compileTemplate, drawBlank, encodeTemplate } from "@withholding-forms/pdf/build";
import { type FormBlobs, type SharedContent, writeArtifact } from "../../model/artifact.js";
import type { CompiledJurisdiction } from "../../model/jurisdiction.js";
import { type Content, type Part, readContent } from "../content.js";
import type { Ledger } from "../po.js";
import type { ContentProblem, Report } from "../problem.js";
import { compileDictionary } from "./dictionary.js";
import { compileForm, type FormParts } from "./form.js";
import { compileJurisdiction } from "./jurisdiction.js";
import { withPerjuryLabels } from "./perjury-labels.js";
import { compileShared } from "./shared.js";

export interface CompiledContent {
  readonly content: Content;
  readonly shared: SharedContent;
  readonly jurisdictions: readonly CompiledJurisdiction[];
  readonly forms: readonly FormParts[];
  readonly ledger: Ledger;
}

/** Reads and compiles the text and rules of all forms, or of a part of them. Undefined only if the shared files cannot be read. */
export function compileContent(root: string, report: Report, part?: Part): CompiledContent | undefined {
  const content = readContent(root, report, part);
  if (content === undefined) return undefined;
  const ledger: Ledger = { used: new Set(), missing: [] };
  return {
    content,
    shared: compileShared(content, ledger, report),
    jurisdictions: content.jurisdictions.map((place) => compileJurisdiction(content, place, ledger, report)),
    forms: content.jurisdictions.flatMap((place) =>
      place.forms.map((form) => compileForm(content, form, ledger, report)),
    ),
    ledger,
  };
}

/** The whole artifact: words, rules, drawn blanks and fill templates. Throws with every problem when there is one. */
export async function buildArtifact(root: string): Promise<Uint8Array> {
  const problems: ContentProblem[] = [];
  const compiled = compileContent(root, (problem) => problems.push(problem));
  // A sentence not translated yet is in English; `npm run check` rejects it, a working copy may run with it.
  const fatal = problems.filter((problem) => problem.rule !== "translation-missing");
  if (compiled === undefined || fatal.length > 0) throw new ContentError(fatal);
  const forms: FormBlobs[] = [];
  for (const { form, sets, taxParameters, layout } of compiled.forms) {
    const blank = await drawBlank(layout);
    forms.push({
      form,
      sets: withPerjuryLabels(sets),
      taxParameters,
      blank,
      template: encodeTemplate(await compileTemplate(blank)),
    });
  }
  const dictionary = compileDictionary(compiled.content, forms);
  return writeArtifact(compiled.shared, compiled.jurisdictions, forms, dictionary);
}

export class ContentError extends Error {
  readonly problems: readonly ContentProblem[];
  constructor(problems: readonly ContentProblem[]) {
    super(`the content has ${problems.length} problem${problems.length === 1 ? "" : "s"}`);
    this.problems = problems;
  }
}
