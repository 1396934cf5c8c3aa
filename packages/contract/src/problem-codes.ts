import codes from "./problem-codes.json" with { type: "json" };

export type ProblemCode = keyof typeof codes.problems;

/**
 * Every code of a problem document with its status, cause and fix. docs/errors.md and the pages at `/problems/<code>`
 * are made from this list or tested against it, so a code cannot exist in one place only.
 */
export const problemCodes: Readonly<
  Record<ProblemCode, { readonly status: number; readonly cause: string; readonly fix: string }>
> = codes.problems;

export type FieldCode = keyof typeof codes.fields;

/** Codes of the elements of a problem document's `errors`. */
export const fieldCodes: Readonly<Record<FieldCode, string>> = codes.fields;
