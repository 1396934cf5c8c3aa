import { join, resolve } from "node:path";
import type { OfficialOptions } from "./agency-files.js";
import { contentFolder, loadAuthoring, oneSentence } from "./load-authoring.js";
import { print } from "./print.js";
import { readAgencyPdf } from "./read-agency-file.js";

export interface ReviseOptions extends OfficialOptions {
  readonly draft: string;
  readonly from?: string;
  readonly before?: string;
  readonly page?: string;
  readonly content?: string;
}

/** Needs the content's sources, as `check` does. */
export async function revise(formId: string, path: string, options: ReviseOptions): Promise<void> {
  const { reviseForm, contentRoot, reviewFolder } = await loadAuthoring();
  const { draft, from, before } = options;
  const result = await reviseForm(contentFolder(options.content ?? contentRoot), {
    formId,
    draft,
    file: readAgencyPdf(path),
    ...(from === undefined ? {} : { from }),
    ...(before === undefined ? {} : { before: readAgencyPdf(before) }),
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
