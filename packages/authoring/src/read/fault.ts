import type { Rule } from "./problem.js";
import type { Path, Source } from "./source.js";

/** A problem that is reported when the form is compiled, so that checks that would only repeat it are skipped. */
export interface Fault {
  readonly source: Source;
  readonly path: Path;
  readonly rule: Rule;
  readonly message: string;
}
