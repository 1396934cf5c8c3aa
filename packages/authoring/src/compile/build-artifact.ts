import { type FormBlobs, writeArtifact } from "@withholding-forms/catalog/model/artifact";
import { compileTemplate, drawBlank, encodeTemplate } from "@withholding-forms/pdf/build";
import type { ContentProblem } from "../read/problem.js";
import { readPublications } from "../read/publications.js";
import { compileContent } from "./compile.js";
import { compileDictionary } from "./dictionary.js";
import { withPerjuryLabels } from "./perjury-labels.js";

/** The whole artifact: words, rules, drawn blanks and fill templates. Throws with every problem when there is one. */
export async function buildArtifact(root: string): Promise<Uint8Array> {
  const problems: ContentProblem[] = [];
  const compiled = compileContent(root, (problem) => problems.push(problem));
  // An untranslated sentence is in English: `npm run check` rejects it, but a working copy can run with it.
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
  const publications = readPublications(root).map(({ digest: _, ...publication }) => publication);
  return writeArtifact(compiled.shared, compiled.jurisdictions, forms, dictionary, publications);
}

export class ContentError extends Error {
  readonly problems: readonly ContentProblem[];
  constructor(problems: readonly ContentProblem[]) {
    super(`the content has ${problems.length} problem${problems.length === 1 ? "" : "s"}`);
    this.problems = problems;
  }
}
