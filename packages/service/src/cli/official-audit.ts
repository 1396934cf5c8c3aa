import { resolve } from "node:path";
import type { OfficialOptions } from "./agency-files.js";
import { endWith } from "./exit-codes.js";
import { contentFolder, loadAuthoring, oneSentence } from "./load-authoring.js";
import { print } from "./print.js";
import { readAgencyPdf } from "./read-agency-file.js";

export interface AuditOptions extends OfficialOptions {
  readonly version?: string;
  readonly page?: string;
  readonly content?: string;
}

/** Needs the content's sources, as `check` does. */
export async function audit(formId: string, path: string, options: AuditOptions): Promise<void> {
  const { auditFile, contentRoot } = await loadAuthoring();
  const { version, page } = options;
  const result = await auditFile(contentFolder(options.content ?? contentRoot), {
    formId,
    file: readAgencyPdf(path),
    ...(version === undefined ? {} : { version }),
    ...(page === undefined ? {} : { page: resolve(page) }),
  }).catch(oneSentence);
  const { count, findings } = result;
  if (count.DIFFERS > 0) endWith("REFUSED");
  if (options.json) return print(JSON.stringify(result));
  print(
    `${result.formId} ${result.version}: ${count.AGREES} agree, ${count.DIFFERS} differ, ${count.UNSEEN} only on one side`,
  );
  for (const { about, weight, ours, theirs, file, line, spot } of findings) {
    if (weight === "AGREES") continue;
    const where = spot === undefined ? "" : `, page ${spot.page}: ${spot.words}`;
    print(`${weight} ${about}: ours ${ours || "none"} (${file}:${line}), theirs ${theirs || "none"}${where}`);
  }
  if (page !== undefined) print(`Look at ${resolve(page)}`);
}
