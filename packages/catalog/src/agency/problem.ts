/** Why an agency's file cannot be added or used, in one line for the operator. */
export class OfficialProblem extends Error {
  readonly kind: OfficialProblemKind;
  constructor(kind: OfficialProblemKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.kind = kind;
  }
}

export type OfficialProblemKind =
  /** The file could not be downloaded. */
  | "unreachable"
  /** Not the file that is bound: no PDF, or another hash. */
  | "other-file"
  /** The file and its binding do not fit together. */
  | "misfit"
  /** What is stored is damaged, or was made for other content. */
  | "stored";
