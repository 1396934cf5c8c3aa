import type { Rule } from "./problem.js";
import type { Path, Source } from "./source.js";

/** A complaint that is reported when the form is compiled, so that proofs which would only repeat it are left out. */
export interface Fault {
  readonly source: Source;
  readonly path: Path;
  readonly rule: Rule;
  readonly message: string;
}
