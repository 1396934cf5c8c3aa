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
