import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type * as Authoring from "@withholding-forms/authoring";
import { OperatorError } from "../operator-error.js";

/** The compiler and checker of the content. Only a working copy of the repository has them: the image does not. */
export async function loadAuthoring(): Promise<typeof Authoring> {
  try {
    return await import("@withholding-forms/authoring");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new OperatorError(
      "This command needs a working copy of the repository with its content. Run `npm ci` and `npm run build` there.",
    );
  }
}

/** The folder, if it has content. */
export function contentFolder(path: string): string {
  const root = resolve(path);
  if (existsSync(join(root, "answers.yaml"))) return root;
  throw new OperatorError(`${root} is not a content folder: it has no answers.yaml.`);
}

/** The content of a folder, or of this repository, compiled once for all that follows. */
export async function openedContent(
  path: string | undefined,
): Promise<{ readonly root: string; readonly compiled: Authoring.CompiledContent }> {
  const { contentRoot, openContent } = await loadAuthoring();
  const root = contentFolder(path ?? contentRoot);
  try {
    return { root, compiled: openContent(root) };
  } catch (error) {
    return oneSentence(error);
  }
}

/** What a tool for authors throws is a sentence for the operator. */
export function oneSentence(error: unknown): never {
  throw new OperatorError(`${error instanceof Error ? error.message : error}`.replace(/\.?$/, "."));
}
