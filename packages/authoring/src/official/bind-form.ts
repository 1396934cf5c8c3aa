import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { digest } from "@withholding-forms/catalog/agency/store";
import { byVersion } from "@withholding-forms/catalog/model/version";
import { renderPages } from "@withholding-forms/pdf";
import { cleanAgencyFile, pageTexts, surveyAgencyFile } from "@withholding-forms/pdf/build";
import { casesOf, filler } from "../check/cases.js";
import { checkExamples } from "../check/examples.js";
import { type CompiledContent, compileContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { carryWording } from "./bind/carry-wording.js";
import { type Proposal, proposeBinding } from "./bind/propose.js";
import { vocabularyOf } from "./bind/vocabulary.js";
import { type CarriedWording, sureFrom, writeBinding } from "./binding-file.js";
import { earlierEntries, reviewPage } from "./review-page.js";

export interface BindChoices {
  readonly formId: string;
  /** The newest one by default. */
  readonly version?: string;
  readonly file: Uint8Array;
  /** Where the page for the person who looks is written. */
  readonly page: string;
}

export interface BoundResult {
  readonly formId: string;
  readonly version: string;
  /** Of the content. */
  readonly binding: string;
  readonly page: string;
  readonly fields: number;
  /** Proposals that need no review. */
  readonly sure: number;
  /** Proposals with a comment. */
  readonly unsure: number;
  readonly kept: number;
  readonly leftOver: readonly string[];
  /** Fixed wording: what was copied from another version, and the anchors that this file does not have. */
  readonly wording?: { readonly from: string; readonly carried: number; readonly lost: readonly string[] };
}

/** Compiled once for as many files as there are. Throws a one-sentence error if the content cannot be read. */
export function openContent(root: string): CompiledContent {
  const compiled = compileContent(root, () => {});
  if (compiled === undefined) throw new Error("the content cannot be read: run npm run check");
  return compiled;
}

/**
 * Proposes `official.yaml` for an agency's file, and writes it with a page to confirm it on. Throws a one-sentence
 * error if it cannot.
 */
export async function bindForm(
  root: string,
  { formId, version, file, page }: BindChoices,
): Promise<BoundResult> {
  const compiled = openContent(root);
  const parts = formOf(compiled, formId, version);
  const binding = join(parts.context.form.folder, "official.yaml");
  const path = join(root, binding);
  const proposed = await proposedBinding(compiled, parts, file, { binding: read(path), page: read(page) });
  writeFileSync(path, proposed.binding);
  mkdirSync(dirname(page), { recursive: true });
  writeFileSync(page, proposed.page);
  return { ...proposed.result, formId: parts.form.id, version: parts.form.version, binding, page };
}

function read(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

export interface ProposedBinding {
  /** Text of `official.yaml`. */
  readonly binding: string;
  /** HTML. */
  readonly page: string;
  readonly result: Omit<BoundResult, "formId" | "version" | "binding" | "page">;
}

/** The binding and its page; `before` are those of an earlier run, whose changes by a person stay. */
export async function proposedBinding(
  compiled: CompiledContent,
  parts: FormParts,
  file: Uint8Array,
  before: { readonly binding?: string | undefined; readonly page?: string | undefined },
): Promise<ProposedBinding> {
  const survey = await surveyAgencyFile(file);
  if (survey.fields.length === 0)
    throw new Error("the file has no fields to fill in: look for the agency's fillable edition");
  const proposal = proposeBinding(survey, bindingInput(compiled, parts));
  const wording = await wordingFor(compiled, parts, file);
  const head = {
    address: addressOf(parts),
    sha256: digest(file),
    revision: parts.context.form.form.data.revision,
  };
  const earlier = before.page === undefined ? new Map() : earlierEntries(before.page);
  const { text, entries, kept } = writeBinding(before.binding, head, proposal, earlier, wording);
  const images = await renderPages(await cleanAgencyFile(file), pageWidth);
  const page = reviewPage({
    title: `${parts.form.id} ${parts.form.version}: what goes where in the agency's file`,
    file: `content/${join(parts.context.form.folder, "official.yaml")}`,
    pages: survey.pages.map((one, index) => ({ ...one, png: images[index] ?? new Uint8Array() })),
    fields: proposal.fields,
    entries,
    kept,
    places: proposal.signature.flatMap(({ name, label, page: at, rect }) =>
      at === undefined || rect === undefined ? [] : [{ name, label, page: at, rect }],
    ),
    leftOver: proposal.leftOver,
  });
  const result = {
    ...counted(proposal, kept),
    ...(wording === undefined
      ? {}
      : { wording: { from: wording.from, carried: wording.passages.length, lost: wording.lost } }),
  };
  return { binding: text, page, result };
}

/** The passages of the nearest version that has some. Undefined for a binding with its own, or if no version has any. */
async function wordingFor(
  { forms }: CompiledContent,
  { form, context }: FormParts,
  file: Uint8Array,
): Promise<(CarriedWording & { readonly lost: readonly string[] }) | undefined> {
  if (context.form.official?.data.wording !== undefined) return undefined;
  const versions = forms
    .filter((other) => other.form.id === form.id)
    .sort((a, b) => byVersion(a.form.version, b.form.version));
  const own = versions.findIndex((other) => other.form.version === form.version);
  const [nearest] = versions
    .flatMap((other, at) => {
      const wording = other.context.form.official?.data.wording;
      return wording === undefined ? [] : [{ from: other.form.version, wording, away: Math.abs(at - own) }];
    })
    .sort((a, b) => a.away - b.away);
  if (nearest === undefined) return undefined;
  const { carried, lost } = carryWording(nearest.wording, await pageTexts(file));
  return { from: nearest.from, passages: carried, lost: lost.map(({ from }) => from) };
}

/** What the matching looks at of our side. */
export function bindingInput(
  compiled: CompiledContent,
  parts: FormParts,
): Parameters<typeof proposeBinding>[1] {
  const others = compiled.forms.filter(
    ({ form }) => form.id !== parts.form.id && form.language === parts.form.language,
  );
  return {
    layout: parts.layout,
    printed: parts.form.printed,
    neverPrinted: neverPrinted(compiled, parts),
    vocabulary: vocabularyOf(others.map(({ layout, form }) => ({ layout, printed: form.printed }))),
  };
}

/** Enough to read small print. */
export const pageWidth = 1100;

function neverPrinted(compiled: CompiledContent, parts: FormParts): ReadonlySet<string> {
  const fill = filler(parts, compiled);
  const { examples } = checkExamples(parts, compiled.shared);
  const printed = new Set<string>();
  for (const one of [...examples, ...casesOf(parts.context.form.cases)]) {
    const result = fill(one);
    if (result.outcome !== "COMPLETE") continue;
    for (const [name, value] of Object.entries(result.printed))
      if (value !== "" && value !== false) printed.add(name);
  }
  const all = parts.form.printed.filter(({ role }) => role === undefined).map(({ name }) => name);
  return new Set(all.filter((name) => !printed.has(name)));
}

function counted(
  { fields, leftOver }: Proposal,
  kept: ReadonlySet<string>,
): Pick<BoundResult, "fields" | "sure" | "unsure" | "kept" | "leftOver"> {
  const open = fields.filter(({ field }) => !kept.has(field.name));
  const sure = open.filter(({ confidence }) => confidence >= sureFrom).length;
  return {
    fields: fields.length,
    sure,
    unsure: open.length - sure,
    kept: fields.length - open.length,
    leftOver: leftOver.map(({ label }) => label),
  };
}

/** The binding's own address stays, where there is one. */
function addressOf({ context }: FormParts): string {
  const { official, form } = context.form;
  const source = form.data.sources.find(
    ({ agency, address }) => agency !== undefined && address?.startsWith("https:"),
  );
  return (
    official?.data.address ?? form.data.shown?.address ?? source?.address ?? "https://example.gov/form.pdf"
  );
}

export function formOf({ forms }: CompiledContent, formId: string, version: string | undefined): FormParts {
  const own = forms
    .filter(({ form }) => form.id === formId)
    .sort((a, b) => byVersion(a.form.version, b.form.version));
  const found = own.find(({ form }) => version === undefined || form.version === version);
  if (found !== undefined) return found;
  throw new Error(
    own.length === 0
      ? `there is no form ${formId}`
      : `${formId} has no version ${version}: use one of ${own.map(({ form }) => form.version).join(", ")}`,
  );
}
