import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { OperatorError } from "../operator-error.js";
import type { OfficialOptions } from "./agency-files.js";
import { loadAuthoring } from "./load-authoring.js";
import { print } from "./print.js";
import { readAgencyFile } from "./read-agency-file.js";

export interface BindOptions extends OfficialOptions {
  readonly version?: string;
  readonly page?: string;
  readonly content?: string;
}

/** Needs the content's sources, as `check` does. */
export async function bind(formId: string, path: string, options: BindOptions): Promise<void> {
  const { bindForm, contentRoot, reviewFolder } = await loadAuthoring();
  const root = options.content === undefined ? contentRoot : resolve(options.content);
  if (!existsSync(join(root, "answers.yaml")))
    throw new OperatorError(`${root} is not a content folder: it has no answers.yaml.`);
  const file = readAgencyFile(path);
  if (!Buffer.from(file.subarray(0, 1024)).includes("%PDF-"))
    throw new OperatorError(`${path} is not a PDF.`);
  const { version } = options;
  const name = [formId, ...(version === undefined ? [] : [version])].join("-");
  const page = options.page === undefined ? join(reviewFolder, `${name}.html`) : resolve(options.page);
  const result = await bindForm(root, {
    formId,
    ...(version === undefined ? {} : { version }),
    file,
    page,
  }).catch((error: unknown) => {
    throw new OperatorError(`${error instanceof Error ? error.message : error}`.replace(/\.?$/, "."));
  });
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
