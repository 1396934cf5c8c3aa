import { join, resolve } from "node:path";
import type { OfficialOptions } from "./agency-files.js";
import { contentFolder, loadAuthoring, oneSentence } from "./load-authoring.js";
import { print } from "./print.js";
import { readAgencyPdf } from "./read-agency-file.js";

export interface BindOptions extends OfficialOptions {
  readonly version?: string;
  readonly page?: string;
  readonly content?: string;
}

/** Needs the content's sources, as `check` does. */
export async function bind(formId: string, path: string, options: BindOptions): Promise<void> {
  const { bindForm, contentRoot, reviewFolder } = await loadAuthoring();
  const root = contentFolder(options.content ?? contentRoot);
  const file = readAgencyPdf(path);
  const { version } = options;
  const name = [formId, ...(version === undefined ? [] : [version])].join("-");
  const page = options.page === undefined ? join(reviewFolder, `${name}.html`) : resolve(options.page);
  const result = await bindForm(root, {
    formId,
    ...(version === undefined ? {} : { version }),
    file,
    page,
  }).catch(oneSentence);
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
