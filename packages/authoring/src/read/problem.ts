/** Something wrong with the content, where it is, and which rule found it. */
export interface ContentProblem {
  readonly file: string;
  readonly line: number;
  /** Name of the rule, as docs/checker.md lists it. */
  readonly rule: Rule;
  readonly message: string;
}

export const rules = [
  "yaml",
  "schema",
  "placeholder",
  "extends",
  "module",
  "unused-module",
  "version",
  "dates",
  "set-unreachable",
  "set-unknown",
  "loop",
  "mapping",
  "condition",
  "duplicate-id",
  "perjury",
  "formula",
  "figure",
  "unused-figure",
  "literal",
  "pattern",
  "option",
  "unused-answer",
  "unused-part",
  "register",
  "residence",
  "suggestion",
  "given",
  "express",
  "field",
  "parameter",
  "fewer",
  "translation-missing",
  "translation-unused",
  "translation-placeholder",
  "translation-spacing",
  "translation-differs",
  "term",
  "locality",
  "missing-form",
  "doubt",
  "flow",
  "form-unreachable",
  "situation",
  "short-stay",
  "verification",
  "validity",
  "notice",
  "case",
  "way",
  "draw",
  "official",
] as const;
export type Rule = (typeof rules)[number];

/** An error in a formula, with the formula first, so that the message ends with what to do. */
export function inFormula(formula: string, message: string): string {
  return `in \`${formula}\`: ${message}`;
}

/** What to do about a formula that does not parse, or whose parts do not fit together. */
export const correctFormula = "correct the formula (docs/authoring.md lists what it may use)";

export type Report = (problem: ContentProblem) => void;

export function problemLine(problem: ContentProblem): string {
  return `${problem.file}:${problem.line}: ${problem.rule}: ${problem.message}`;
}
