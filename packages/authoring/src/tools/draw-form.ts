import { byVersion } from "@withholding-forms/catalog/model/version";
import type { Language } from "@withholding-forms/interview";
import { type FillMode, fill, renderPages } from "@withholding-forms/pdf";
import { compileTemplate, drawBlank } from "@withholding-forms/pdf/build";
import { casesOf, completer } from "../check/cases.js";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { compilePage } from "../compile/page.js";
import type { Case } from "../schema/cases.js";

export interface DrawChoices {
  /** The newest one by default. */
  readonly version?: string;
  /** Name of a case of cases.yaml, or a part of it that no other name has; by default the blank is drawn. */
  readonly case?: string;
  /** Language of the page's words, as far as they are translated; by default that of the printed edition. */
  readonly language?: Language;
  readonly mode?: FillMode;
}

export interface Drawing {
  /** Form, version, case and language, fit for a file name. */
  readonly name: string;
  /** One PNG per page. */
  readonly pages: readonly Uint8Array[];
}

/** Two pixels per point: small print can be read. */
const pageWidth = 1224;

/** Draws every page of a form, blank or filled in. Throws a sentence that says what to do when it cannot. */
export async function drawForm(
  compiled: CompiledContent,
  formId: string,
  choices: DrawChoices = {},
): Promise<Drawing> {
  const parts = formOf(compiled, formId, choices.version);
  const { form, context } = parts;
  const chosen = choices.case === undefined ? undefined : caseOf(parts, choices.case);
  const language = choices.language ?? form.language;
  const layout = language === form.language ? parts.layout : compilePage(context, language).layout;
  const blank = await drawBlank(layout);
  const pdf = chosen === undefined ? blank : await filledWith(parts, compiled, blank, chosen, choices.mode);
  const about = [form.id, form.version, chosen?.case, choices.language, choices.mode?.toLowerCase()];
  return {
    name: about
      .flatMap((part) => part?.replaceAll(/[^A-Za-z0-9.]+/g, "-").replaceAll(/^-|-$/g, "") ?? [])
      .join("-"),
    pages: await renderPages(pdf, pageWidth),
  };
}

function formOf({ forms }: CompiledContent, formId: string, version: string | undefined): FormParts {
  const all = forms
    .filter(({ form }) => form.id === formId)
    .sort((a, b) => byVersion(a.form.version, b.form.version));
  const found = all.find(({ form }) => version === undefined || form.version === version);
  if (found !== undefined) return found;
  const near = forms.map(({ form }) => form.id).filter((id) => id.startsWith(formId.slice(0, 2)));
  throw new Error(
    all.length > 0
      ? `${formId} has no version ${version}: use one of ${all.map(({ form }) => form.version).join(", ")}`
      : `there is no form ${formId}: use one of ${[...new Set(near)].join(", ") || "those of content:report"}`,
  );
}

function caseOf(parts: FormParts, name: string): Case {
  const cases = casesOf(parts.context.form.cases);
  const like = cases.filter((one) => one.case.includes(name));
  const found = cases.find((one) => one.case === name) ?? (like.length === 1 ? like[0] : undefined);
  if (found !== undefined) return found;
  const names = (like.length > 0 ? like : cases).map((one) => `"${one.case}"`).join(", ");
  throw new Error(`${parts.form.id} has no single case "${name}": use one of ${names || "those you write"}`);
}

async function filledWith(
  parts: FormParts,
  compiled: CompiledContent,
  blank: Uint8Array,
  chosen: Case,
  mode: FillMode = "SIGN",
): Promise<Uint8Array> {
  const done = completer(parts, compiled)(chosen, mode);
  if (done.outcome !== "COMPLETE")
    throw new Error(`the case "${chosen.case}" is ${done.outcome}: draw one that is completed`);
  const result = fill(await compileTemplate(blank), { values: done.printed, mode });
  if ("pdf" in result) return result.pdf;
  const fields = result.problems.map(({ field }) => field).join(", ");
  throw new Error(`the case "${chosen.case}" does not fit the page: shorten what it prints in ${fields}`);
}
