import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { OperatorError } from "../operator-error.js";
import { endWith } from "./exit-codes.js";
import { loadAuthoring } from "./load-authoring.js";
import { print, printError } from "./print.js";

export interface CheckOptions {
  readonly only?: string;
  readonly draw: boolean;
  readonly json: boolean;
}

/** Checks the content of this repository, as `npm run check` does, or of another folder. */
export async function check(folder: string | undefined, { json, ...options }: CheckOptions): Promise<void> {
  const { checkContent, checkedWords, contentRoot, problemLine, UnknownFolderError } = await loadAuthoring();
  const root = folder === undefined ? contentRoot : resolve(folder);
  if (!existsSync(join(root, "answers.yaml")))
    throw new OperatorError(`${root} is not a content folder: it has no answers.yaml.`);
  const { problems, checked } = await checkContent(root, options).catch((error: unknown) => {
    throw error instanceof UnknownFolderError ? new OperatorError(`${error.message}.`) : error;
  });
  if (problems.length > 0) endWith("REFUSED");
  if (json) return print(JSON.stringify({ ...checked, problems }));
  for (const problem of problems) printError(problemLine(problem));
  if (problems.length > 0) return printError(`${problems.length} problem${problems.length === 1 ? "" : "s"}`);
  print(`${checkedWords(checked)} checked: OK.`);
}
