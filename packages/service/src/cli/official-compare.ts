import { basename, resolve } from "node:path";
import type { OfficialOptions } from "./agency-files.js";
import { writeWhole } from "./files.js";
import { loadAuthoring, oneSentence } from "./load-authoring.js";
import { print } from "./print.js";
import { readAgencyFile } from "./read-agency-file.js";

export interface CompareOptions extends OfficialOptions {
  readonly page?: string;
  readonly draft?: string;
  readonly content?: string;
}

/** Needs the content's sources, as `check` does. */
export async function compare(before: string, after: string, options: CompareOptions): Promise<void> {
  const { compareRevisions, comparisonPage, contentRoot } = await loadAuthoring();
  const root = options.content === undefined ? contentRoot : resolve(options.content);
  const result = await compareRevisions(root, {
    before: readAgencyFile(before),
    after: readAgencyFile(after),
    ...(options.draft === undefined ? {} : { draft: options.draft }),
    today: new Date().toISOString().slice(0, 10),
  }).catch(oneSentence);
  if (options.page !== undefined)
    writeWhole(resolve(options.page), comparisonPage(`${basename(before)} and ${basename(after)}`, result));
  if (options.json) {
    const { text: _, ...data } = result;
    return print(JSON.stringify(data));
  }
  if (result.form !== undefined) print(`The old file is bound to ${result.form}.`);
  print(result.text);
  for (const file of result.written) print(`drafted ${file}`);
}
