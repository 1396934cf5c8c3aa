import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digest } from "@withholding-forms/catalog/agency/store";
import { surveyAgencyFile } from "@withholding-forms/pdf/build";
import { isCollection, isMap, isScalar, parseDocument, Scalar } from "yaml";
import type { Audit } from "./audit/audit.js";
import type { Finding } from "./audit/finding.js";
import { auditFile } from "./audit-file.js";
import { type BoundResult, bindForm, openContent } from "./bind-form.js";
import { type Comparison, compareFiles } from "./compare/compare-files.js";
import { type ChangedFigure, draftVersion } from "./compare-revisions.js";

export interface ReviseChoices {
  readonly formId: string;
  /** The version to start from; the newest one by default. */
  readonly from?: string;
  /** The version to draft. */
  readonly draft: string;
  /** The new print. */
  readonly file: Uint8Array;
  /** The print of the version to start from: changed sentences are found with it, and the binding is carried over. */
  readonly before?: Uint8Array;
  /** Where the page of the binding is written. */
  readonly page: string;
  /** The day on which the author looks at the files. */
  readonly today: string;
}

export interface RevisedForm {
  readonly formId: string;
  /** The version it started from. */
  readonly from: string;
  readonly revision: string;
  readonly figures: readonly ChangedFigure[];
  /** What a person must do, as the comments in form.yaml say it. */
  readonly todos: readonly string[];
  readonly binding?: BoundResult;
  readonly written: readonly string[];
}

/** Drafts the next version of a form from a new print. Throws a one-sentence error if it cannot. */
export async function reviseForm(root: string, choices: ReviseChoices): Promise<RevisedForm> {
  const { formId, from, draft, file, before, page, today } = choices;
  const { parts, survey, result } = await auditFile(openContent(root), {
    formId,
    file,
    ...(from === undefined ? {} : { version: from }),
  });
  const { official, folder, form } = parts.context.form;
  if (official?.data.sha256 === digest(file))
    throw new Error(
      `the file is the print of ${formId} ${parts.form.version}, so there is nothing to revise`,
    );
  const comparison = before === undefined ? undefined : compareFiles(await surveyAgencyFile(before), survey);
  const figures = changedFigures(result, comparison);
  const revision = newRevision(form.data.revision, result.findings);
  const todos = todosOf(result.findings, comparison);
  const written = draftVersion(root, parts, draft, figures, today).filter(
    // The cases of the version before are inherited.
    (name) => !name.endsWith("/cases.yaml"),
  );
  const target = `${folder.slice(0, folder.lastIndexOf("/"))}/${draft}`;
  rmSync(join(root, target, "cases.yaml"));
  const head = join(root, target, "form.yaml");
  writeFileSync(
    head,
    readFileSync(head, "utf8").replace(/^revision: .*$/m, `revision: ${JSON.stringify(revision)}`),
  );
  appendFileSync(head, todos.map((todo) => `# TODO ${todo}\n`).join(""));
  if (survey.fields.length === 0)
    return { formId, from: parts.form.version, revision, figures, todos, written };
  const binding = join(target, "official.yaml");
  const old = join(root, folder, "official.yaml");
  if (comparison !== undefined && existsSync(old)) {
    const carried = carriedBinding(readFileSync(old, "utf8"), { sha256: digest(file), revision }, comparison);
    writeFileSync(join(root, binding), carried);
  }
  const bound = await bindForm(root, { formId, version: draft, file, page });
  if (comparison !== undefined)
    writeFileSync(join(root, binding), withNewMarked(readFileSync(join(root, binding), "utf8"), comparison));
  return {
    formId,
    from: parts.form.version,
    revision,
    figures,
    todos,
    binding: bound,
    written: [...written, binding],
  };
}

/** Figures that the print has no more, with what is in their place. */
function changedFigures({ findings, changed }: Audit, comparison: Comparison | undefined): ChangedFigure[] {
  const bare = (text: string): string => text.replace(/[.,;:)]+$/, "");
  const dates = findings
    .filter(({ about, ours }) => about === "date" && ours === "")
    .map(({ theirs }) => theirs);
  return findings.flatMap(({ about, weight, ours }) => {
    if (weight !== "DIFFERS" || (about !== "figure" && about !== "date")) return [];
    const [name = "", ...amount] = ours.split(" ");
    const pair = changed.get(name);
    const now = about === "date" ? dates : pair === undefined ? [] : [pair.amount.text];
    const own = amount.join(" ");
    const isOnly =
      findings.filter((one) => one.about === "figure" && one.ours.endsWith(` ${own}`)).length === 1;
    // One amount instead of another, in words that did not change: the print before settles it.
    const settled = comparison?.words.some(
      ({ removed, added }) => isOnly && bare(removed) === own && bare(added) === now[0],
    );
    return [{ name, amount: own, now, doubtful: pair?.sure !== true && settled !== true }];
  });
}

/** Our label with what the print has instead of its parts. */
function newRevision(label: string, findings: readonly Finding[]): string {
  return findings
    .filter(({ about, weight }) => weight === "DIFFERS" && (about === "revision" || about === "year"))
    .reduce((text, { ours, theirs }) => text.replace(ours, theirs), label);
}

/** What the draft does not have, or has from the print before. */
function todosOf(findings: readonly Finding[], comparison: Comparison | undefined): string[] {
  const labels = findings.filter(({ about, weight }) => about === "revision" && weight !== "AGREES");
  const news = findings.filter(
    ({ about, weight, ours }) =>
      weight !== "AGREES" && ((ours === "" && about !== "date") || about === "table" || about === "line"),
  );
  return [
    ...labels.map(({ ours, theirs }) => `confirm the revision: ${ours} is now ${theirs || "not found"}`),
    ...news.map(({ about, ours, theirs, spot }) => {
      const where = spot === undefined ? "" : `, page ${spot.page}: ${spot.words}`;
      return `${about}: ours ${ours || "none"}, the print's ${theirs || "none"}${where}`;
    }),
    ...(comparison?.words ?? []).map(
      ({ page, before, removed, added, after }) =>
        `changed on page ${page}: ${before} [${removed}] is now [${added}] ${after}`,
    ),
  ].map((todo) => todo.replace(/\s+/g, " ").trim());
}

/** The binding with the new names of fields; without those that are gone, and each that is elsewhere to be checked. */
function carriedBinding(text: string, head: Record<string, string>, { fields }: Comparison): string {
  const document = parseDocument(text, { stringKeys: true });
  const prefix = String(document.get("prefix") ?? "");
  const changes = new Map(fields.flatMap((one) => (one.kind === "added" ? [] : [[one.name, one] as const])));
  for (const [key, value] of Object.entries(head)) document.set(key, value);
  // They are at positions and between words of the print before.
  for (const key of ["add", "signature", "wording"]) {
    const group = document.get(key);
    if (isCollection(group)) group.commentBefore = ` TODO check: taken over from the print before`;
  }
  for (const group of ["fields", "private", "unused", "drop"]) {
    const map = document.get(group);
    if (!isMap(map)) continue;
    map.items = map.items.filter(({ key, value }) => {
      const change = changes.get(`${prefix}${isScalar(key) ? key.value : key}`);
      if (change === undefined) return true;
      const { kind, to = change.name } = change;
      if (isScalar(key)) key.value = to.startsWith(prefix) ? to.slice(prefix.length) : to;
      if (value instanceof Scalar) value.comment = ` TODO check: ${kind}`;
      return kind !== "removed";
    });
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** A proposal for a field that is new is never sure: the form may not have its question yet. */
function withNewMarked(text: string, { fields }: Comparison): string {
  const document = parseDocument(text, { stringKeys: true });
  const prefix = String(document.get("prefix") ?? "");
  const added = new Set(fields.flatMap(({ kind, name }) => (kind === "added" ? name : [])));
  for (const { value: group } of isMap(document.contents) ? document.contents.items : [])
    for (const { key, value } of isMap(group) ? group.items : [])
      if (value instanceof Scalar && added.has(`${prefix}${key}`)) value.comment ??= " TODO check: new";
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}
