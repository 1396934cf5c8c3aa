import type { Path, Source } from "../../read/source.js";
import type { Spot } from "./file-text.js";

/** `DIFFERS`: a person must look. `UNSEEN`: only one side has it, and need not be wrong. */
export type Weight = "AGREES" | "DIFFERS" | "UNSEEN";

export interface Finding {
  readonly about:
    | "revision"
    | "year"
    | "figure"
    | "table"
    | "amount"
    | "date"
    | "line"
    | "heading"
    | "fields";
  readonly weight: Weight;
  readonly ours: string;
  readonly theirs: string;
  /** Of the content: what to look at, or to change. */
  readonly file: string;
  readonly line: number;
  readonly spot?: Spot;
}

type Sides = Pick<Finding, "about" | "weight"> & { readonly ours?: string; readonly theirs?: string };

export function finding(
  { at }: Pick<Source, "at">,
  path: Path,
  { about, weight, ours = "", theirs = "" }: Sides,
  spot?: Spot,
): Finding {
  const { file, line } = at(path);
  return { about, weight, ours, theirs, file, line, ...(spot === undefined ? {} : { spot }) };
}
