import { basename, join, resolve } from "node:path";
import { defined } from "@withholding-forms/interview";
import type { OfficialOptions } from "./agency-files.js";
import { endWith } from "./exit-codes.js";
import { writeWhole } from "./files.js";
import { contentFolder, loadAuthoring, oneSentence, openedContent } from "./load-authoring.js";
import { print } from "./print.js";
import { readAgencyFile, readAgencyPdf } from "./read-agency-file.js";

// They need the content's sources, as `check` does.

export interface PageOptions extends OfficialOptions {
  readonly version?: string;
  readonly page?: string;
  readonly content?: string;
}

export async function audit(formId: string, path: string, options: PageOptions): Promise<void> {
  const { auditFile, auditPageOf } = await loadAuthoring();
  const { version, page } = options;
  const file = readAgencyPdf(path);
  const { compiled } = await openedContent(options.content);
  const audited = await auditFile(compiled, { formId, file, ...defined({ version }) }).catch(oneSentence);
  if (page !== undefined) writeWhole(resolve(page), await auditPageOf(audited, file));
  const { count, findings, ...form } = audited.summary;
  if (count.DIFFERS > 0) endWith("REFUSED");
  if (options.json) return print(JSON.stringify(audited.summary));
  print(
    `${form.formId} ${form.version}: ${count.AGREES} agree, ${count.DIFFERS} differ, ${count.UNSEEN} only on one side`,
  );
  for (const { about, weight, ours, theirs, file: at, line, spot } of findings) {
    if (weight === "AGREES") continue;
    const where = spot === undefined ? "" : `, page ${spot.page}: ${spot.words}`;
    print(`${weight} ${about}: ours ${ours || "none"} (${at}:${line}), theirs ${theirs || "none"}${where}`);
  }
  if (page !== undefined) print(`Look at ${resolve(page)}`);
}

export async function bind(formId: string, path: string, options: PageOptions): Promise<void> {
  const { bindForm, contentRoot, reviewFolder } = await loadAuthoring();
  const root = contentFolder(options.content ?? contentRoot);
  const file = readAgencyPdf(path);
  const { version } = options;
  const name = [formId, ...(version === undefined ? [] : [version])].join("-");
  const page = resolve(options.page ?? join(reviewFolder, `${name}.html`));
  const result = await bindForm(root, { formId, file, page, ...defined({ version }) }).catch(oneSentence);
  if (options.json) return print(JSON.stringify(result));
  const { fields, sure, unsure, kept, leftOver } = result;
  print(
    `${result.formId} ${result.version}: ${fields} fields, ${sure} sure, ${unsure} to check, ${kept} yours`,
  );
  for (const label of leftOver) print(`on our page, but not in the file: ${label}`);
  if (result.wording !== undefined) {
    const { from, carried, lost } = result.wording;
    print(`fixed wording: ${carried} passages taken over from ${from}, ${lost.length} not found`);
    for (const anchor of lost) print(`fixed wording, not in the file: ${anchor}`);
  }
  print(`Look at ${page}`);
  print(`Correct ${join(root, result.binding)}`);
}

export async function compare(before: string, after: string, options: PageOptions): Promise<void> {
  const { compareRevisions, comparisonPage } = await loadAuthoring();
  const result = await compareRevisions(readAgencyFile(before), readAgencyFile(after)).catch(oneSentence);
  if (options.page !== undefined)
    writeWhole(resolve(options.page), comparisonPage(`${basename(before)} and ${basename(after)}`, result));
  print(options.json ? JSON.stringify(result.comparison) : result.text);
}

export interface ReviseOptions extends PageOptions {
  readonly draft: string;
  readonly from?: string;
  readonly before?: string;
}

export async function revise(formId: string, path: string, options: ReviseOptions): Promise<void> {
  const { reviseForm, contentRoot, reviewFolder } = await loadAuthoring();
  const { draft, from, before } = options;
  const result = await reviseForm(contentFolder(options.content ?? contentRoot), {
    formId,
    draft,
    file: readAgencyPdf(path),
    ...defined({ from, before: before === undefined ? undefined : readAgencyPdf(before) }),
    page: resolve(options.page ?? join(reviewFolder, `${formId}-${draft}.html`)),
    today: new Date().toISOString().slice(0, 10),
  }).catch(oneSentence);
  if (options.json) return print(JSON.stringify(result));
  print(`${formId} ${draft} from ${result.from}: ${result.revision}`);
  for (const { name, amount, now, doubtful } of result.figures)
    print(
      `figure ${name}: ${amount}, ${doubtful ? "doubtful, perhaps" : "now"} ${now.join(" or ") || "gone"}`,
    );
  print(`${result.todos.length} more comments to look at in form.yaml`);
  for (const file of result.written) print(`drafted ${file}`);
  if (result.binding !== undefined) print(`Look at ${result.binding.page}`);
}
