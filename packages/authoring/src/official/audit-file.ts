import { digest } from "@withholding-forms/catalog/agency/store";
import { type FormLayout, renderPages } from "@withholding-forms/pdf";
import {
  type AgencySurvey,
  cleanAgencyFile,
  drawBlank,
  surveyAgencyFile,
} from "@withholding-forms/pdf/build";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { type Audit, audit } from "./audit/audit.js";
import type { Finding, Weight } from "./audit/finding.js";
import { auditPage } from "./audit-page.js";
import { likeness, rarity, tokensOf } from "./bind/tokens.js";
import { formOf, pageWidth } from "./bind-form.js";
import { spokenWords } from "./compare/spoken.js";

export interface AuditChoices {
  readonly formId: string;
  /** That which the file is bound to, or else the newest one. */
  readonly version?: string;
  readonly file: Uint8Array;
}

export interface AuditedFile {
  readonly formId: string;
  readonly version: string;
  readonly sha256: string;
  readonly count: Readonly<Record<Weight, number>>;
  readonly findings: readonly Finding[];
}

export interface AuditedForm {
  readonly parts: FormParts;
  readonly survey: AgencySurvey;
  readonly result: Audit;
  readonly summary: AuditedFile;
}

/** How the agency's file agrees with our content. Throws a one-sentence error if it is not a file of the form. */
export async function auditFile(
  compiled: CompiledContent,
  { formId, version, file }: AuditChoices,
): Promise<AuditedForm> {
  const survey = await readSurvey(file);
  const sha256 = digest(file);
  const bound = compiled.forms.find(({ form }) => form.id === formId && form.official?.sha256 === sha256);
  const parts = version === undefined && bound !== undefined ? bound : formOf(compiled, formId, version);
  const other = otherForm(compiled, parts, survey);
  if (other !== undefined) throw new Error(other);
  const result = audit(parts, survey);
  const of = (weight: Weight): number => result.findings.filter((one) => one.weight === weight).length;
  const count = { AGREES: of("AGREES"), DIFFERS: of("DIFFERS"), UNSEEN: of("UNSEEN") };
  const { findings } = result;
  return { parts, survey, result, summary: { formId, version: parts.form.version, sha256, count, findings } };
}

/** The agency's pages next to ours, for a browser. */
export async function auditPageOf(
  { parts, survey, summary }: AuditedForm,
  file: Uint8Array,
): Promise<string> {
  const images = await renderPages(await cleanAgencyFile(file), pageWidth);
  return auditPage({
    title: `${summary.formId} ${summary.version}: the agency's file and ours`,
    pages: survey.pages.map((one, index) => ({ ...one, png: images[index] ?? new Uint8Array() })),
    ours: await renderPages(await drawBlank(parts.layout), pageWidth),
    findings: summary.findings,
  });
}

async function readSurvey(file: Uint8Array): Promise<AgencySurvey> {
  const survey = await surveyAgencyFile(file).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : "";
    // Ours are sentences; those of the libraries name places in the bytes.
    throw message.startsWith("The file")
      ? error
      : new Error("the file is damaged: it cannot be read as a PDF");
  });
  const { length } = survey.pages;
  if (length > maxPages) throw new Error(`the file has ${length} pages: take the form out of it`);
  if (spokenWords(survey).length < leastWords)
    throw new Error("the file has no text, such as a scan: look for the agency's own PDF");
  return survey;
}

const maxPages = 60;
const leastWords = 20;

/** What the file is, if it has less in common with the form than with another one, or hardly anything. */
export function otherForm(
  { forms }: Pick<CompiledContent, "forms">,
  { form }: FormParts,
  survey: AgencySurvey,
): string | undefined {
  const print = tokensOf(
    spokenWords(survey)
      .map(({ text }) => text)
      .join(" "),
  );
  const ours = forms.map(({ layout }) => tokensOf(wordsOf(layout)));
  const weight = rarity(ours);
  const scored = forms
    .map((one, index) => ({ one, score: likeness(ours[index]!, print, weight) }))
    .sort((a, b) => b.score - a.score);
  const own = scored.find(({ one }) => one.form.id === form.id)?.score ?? 0;
  const [best] = scored;
  if (best === undefined || (own >= leastLike && own >= best.score * nearly)) return undefined;
  const guess = best.score < leastLike ? "" : `: it looks like ${best.one.form.id} (${best.one.form.name})`;
  return `the file is not a print of ${form.id} (${form.name})${guess}`;
}

/** Prints of other agencies and years have about 0.2 in common with a form, those of the form 0.3 or more. */
const leastLike = 0.25;
/** Territories use the federal form; its editions in other languages have the same numbers. */
const nearly = 0.8;

/** The words of our page, without what describes how it is drawn. */
function wordsOf({ head, blocks }: FormLayout): string {
  const said: string[] = [head.number, head.title];
  const visit = (value: unknown, key = ""): void => {
    if (typeof value === "string") {
      if (!unsaid.has(key)) said.push(value);
    } else if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value)) visit(inner, Array.isArray(value) ? key : name);
  };
  visit(blocks);
  return said.join(" ");
}

const unsaid = new Set(["kind", "name", "tooltip", "role", "align", "style"]);
