import { type CompiledContent, compileContent } from "../compile/compile.js";
import type { ContentProblem } from "../problem.js";
import { checkAnswers } from "./answers.js";
import { checkCases } from "./cases.js";
import { checkDates } from "./dates.js";
import { checkDrawing } from "./drawing.js";
import { checkFlows } from "./flows.js";
import { checkFormulas } from "./formulas.js";
import { checkNavigation } from "./navigation.js";
import { checkPatterns } from "./patterns.js";
import { checkTranslations } from "./translations.js";

export interface CheckOptions {
  /** Only problems below this folder, such as `us/AL`. */
  readonly only?: string;
  /** Leave out drawing, the slowest proof. */
  readonly draw?: boolean;
}

/** Every proof over all content, or over one folder. An empty list is the proof. */
export async function checkContent(
  root: string,
  options: CheckOptions = {},
): Promise<{ problems: ContentProblem[]; compiled: CompiledContent | undefined }> {
  const problems: ContentProblem[] = [];
  const wanted = (file: string): boolean =>
    options.only === undefined || file.startsWith(options.only) || !file.includes("/");
  const report = (problem: ContentProblem): void => {
    if (wanted(problem.file)) problems.push(problem);
  };
  const compiled = compileContent(root, report);
  if (compiled === undefined) return { problems, compiled };
  const broken = new Set(
    problems.filter((problem) => problem.rule === "schema").map((problem) => problem.file),
  );
  const forms = compiled.forms.filter((parts) => wanted(parts.context.form.folder));
  checkFlows(compiled, report);
  checkDates(compiled, report);
  for (const parts of forms) {
    // A file that does not fit its schema would only give errors that follow from the first.
    if ([...broken].some((file) => file.startsWith(parts.context.form.folder))) continue;
    checkNavigation(parts);
    checkFormulas(parts);
    checkAnswers(parts);
    checkCases(parts, compiled, report);
  }
  await checkPatterns(compiled, forms, report);
  checkTranslations(compiled, options.only, report);
  if (options.draw !== false) {
    for (const parts of forms) await checkDrawing(parts, report);
  }
  return { problems: sorted(problems), compiled };
}

function sorted(problems: readonly ContentProblem[]): ContentProblem[] {
  const seen = new Set<string>();
  return [...problems]
    .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.message.localeCompare(b.message))
    .filter((problem) => {
      const key = JSON.stringify(problem);
      return !seen.has(key) && seen.add(key);
    });
}
