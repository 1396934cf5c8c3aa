import type { CompiledOfficial } from "../model/binding.js";
import type { CompiledForm } from "../model/form.js";
import { OfficialProblem } from "./problem.js";
import { digest } from "./store.js";

export type BoundForm = Pick<CompiledForm, "id" | "version" | "language"> & {
  readonly official: CompiledOfficial;
};

/** Rejects anything but a PDF, and any PDF but the one that the content was written from. */
export function requireBoundFile(form: BoundForm, file: Uint8Array): void {
  const wanted = `Form ${form.id} ${form.version} needs the agency's revision ${form.official.revision}`;
  const start = Buffer.from(file.subarray(0, 1024)).toString("latin1");
  // The standard allows something before the header, as mail gateways leave it.
  if (!start.includes("%PDF-")) {
    const html = /^\s*<(?:!doctype|html)/i.test(start);
    throw new OfficialProblem(
      "other-file",
      `The file is not a PDF${html ? " (it is a web page)" : file.length === 0 ? " (it is empty)" : ""}. ${wanted}.`,
    );
  }
  const sha256 = digest(file);
  if (sha256 !== form.official.sha256) {
    throw new OfficialProblem(
      "other-file",
      `This is a different file: its SHA-256 is ${sha256}. ${wanted}, SHA-256 ${form.official.sha256}.`,
    );
  }
}
