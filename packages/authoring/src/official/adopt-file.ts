import { contentDigest } from "@withholding-forms/catalog/agency/confirmed";
import { drawBlank, surveyAgencyFile } from "@withholding-forms/pdf/build";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { withPerjuryLabels } from "../compile/perjury-labels.js";
import type { Finding } from "./audit/finding.js";
import { type AuditedFile, auditFile, auditPageOf } from "./audit-file.js";
import { type ProposedBinding, proposedBinding } from "./bind-form.js";
import { compareFiles } from "./compare/compare-files.js";
import { comparisonText } from "./compare/report.js";
import { comparisonPage } from "./compare-revisions.js";

/** What the agency's file means for a version of a form; the first that applies. */
export type AdoptedState =
  /** Its label or year is another one. */
  | "new-revision"
  | "differs-in-amounts"
  /** Lines, fields, or sentences. */
  | "differs-in-words"
  /** It agrees and has entry fields, which are not bound. */
  | "needs-binding"
  | "agrees";

export interface AdoptChoices {
  readonly formId: string;
  readonly version: string;
  readonly file: Uint8Array;
  /** An earlier print: of this version if it is known, or else of the version before. */
  readonly before?: { readonly version: string; readonly file: Uint8Array };
  /** What an earlier run proposed, and a person perhaps changed. */
  readonly proposed?: { readonly binding?: string | undefined; readonly page?: string | undefined };
}

export interface AdoptedFile extends Omit<AuditedFile, "findings"> {
  readonly state: AdoptedState;
  /** What differs, or what else a person should know; the end of a sentence. */
  readonly message: string;
  /** The content was written from this very file. */
  readonly isKnown: boolean;
  /** What differs, without amounts that are only in a known file. */
  readonly open: readonly Pick<Finding, "about" | "ours" | "theirs" | "file" | "line">[];
  readonly binding?: ProposedBinding["result"];
  /** Changed passages since the earlier print. */
  readonly changes?: { readonly since: string; readonly passages: number; readonly fields: number };
  /** Of the compiled form: another digest, and everything is to be looked at again. */
  readonly content: string;
}

/** Audits the file, compares it with the print before, and proposes a binding. Throws as an audit does. */
export async function adoptFile(
  compiled: CompiledContent,
  { formId, version, file, before, proposed = {} }: AdoptChoices,
): Promise<{ readonly result: AdoptedFile; readonly pages: Readonly<Record<string, string>> }> {
  const audited = await auditFile(compiled, { formId, version, file });
  const { parts, survey, summary } = audited;
  const { findings, ...counted } = summary;
  const { sha256 } = summary;
  const isBound = parts.form.official?.sha256 === sha256;
  const isKnown = isBound || parts.context.form.form.data.sources.some((one) => one.sha256 === sha256);
  const open = findings.filter(
    ({ about, weight }) => weight === "DIFFERS" && !(isKnown && about === "amount"),
  );
  const comparison = before && compareFiles(await surveyAgencyFile(before.file), survey);
  const changes = comparison && {
    since: before.version,
    passages: comparison.words.length,
    fields: comparison.fields.length,
  };
  const isReworded = changes?.since === version && changes.passages > 0 && !isKnown;
  const has = (...kinds: Finding["about"][]): boolean => open.some(({ about }) => kinds.includes(about));
  const state: AdoptedState = has("revision", "year")
    ? "new-revision"
    : has("figure", "table", "amount", "date")
      ? "differs-in-amounts"
      : open.length > 0 || isReworded
        ? "differs-in-words"
        : isBound || survey.fields.length === 0
          ? "agrees"
          : "needs-binding";
  const binding =
    state === "needs-binding" ? await proposedBinding(compiled, parts, file, proposed) : undefined;
  return {
    result: {
      ...counted,
      state,
      message: messageOf(state, open, changes, binding),
      isKnown,
      open: open.map(({ about, ours, theirs, file: at, line }) => ({ about, ours, theirs, file: at, line })),
      ...(binding === undefined ? {} : { binding: binding.result }),
      ...(changes === undefined ? {} : { changes }),
      content: await contentOf(parts),
    },
    pages: {
      "audit.html": await auditPageOf(audited, file),
      ...(comparison && {
        "changes.html": comparisonPage(`${formId} ${version} since ${before.version}`, {
          text: comparisonText(comparison),
        }),
      }),
      ...(binding === undefined ? {} : { "binding.html": binding.page, "official.yaml": binding.binding }),
    },
  };
}

function messageOf(
  state: AdoptedState,
  open: AdoptedFile["open"],
  changes: AdoptedFile["changes"],
  binding: ProposedBinding | undefined,
): string {
  const since = changes === undefined ? "" : `; ${changes.passages} passages changed since ${changes.since}`;
  if (binding !== undefined)
    return `${binding.result.sure} of ${binding.result.fields} fields are bound for sure, check ${binding.result.unsure}${since}`;
  const [first] = open;
  if (first === undefined)
    return `${state === "agrees" ? "the print and the content agree" : "look"}${since}`;
  const more = open.length === 1 ? "" : `, and ${open.length - 1} more`;
  return `${first.about}: ours ${first.ours || "none"}, the print's ${first.theirs || "none"}${more}${since}`;
}

/** The same as of the form that the service has after the next build. */
export async function contentOf({ form, sets, layout }: FormParts): Promise<string> {
  return contentDigest(form, withPerjuryLabels(sets).en, await drawBlank(layout));
}
