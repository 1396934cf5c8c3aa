import { type CompiledContent, compileContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import type { ContentProblem, Report, Rule } from "../read/problem.js";
import { isSharedFile } from "../resolve/modules.js";
import { checkAnswers } from "./answers.js";
import { checkCases } from "./cases.js";
import { checkDates } from "./dates.js";
import { checkDoubts } from "./doubts.js";
import { type Drawer, startDrawer } from "./drawer.js";
import { checkDrawing } from "./drawing.js";
import { checkExpress } from "./express.js";
import { checkFewer } from "./fewer.js";
import { checkFigures } from "./figures.js";
import { checkFlows } from "./flows.js";
import { checkFormPaths } from "./form-paths.js";
import { checkFormulas } from "./formulas.js";
import { checkGates } from "./gates.js";
import { checkGiven } from "./given.js";
import { checkInheritedCases } from "./inherited-cases.js";
import { checkLocalities } from "./localities.js";
import { checkMissingForms } from "./missing-forms.js";
import { checkModules } from "./modules.js";
import { checkNavigation } from "./navigation.js";
import { checkNoticeCodes, checkNotices } from "./notices.js";
import { checkOfficial, readAgencyFiles } from "./official.js";
import { formFolderOf, isBelow, knownFolder } from "./only.js";
import { checkOptions } from "./options.js";
import { checkParts } from "./parts.js";
import { checkPatterns } from "./patterns.js";
import { checkPlaceholders } from "./placeholders.js";
import { checkRegisters } from "./registers.js";
import { checkResidence } from "./residence.js";
import { checkRows } from "./rows.js";
import { checkShortStays } from "./short-stays.js";
import { checkSituations } from "./situations.js";
import { checkSpacing } from "./spacing.js";
import { checkStatements } from "./statements.js";
import { checkSteps } from "./steps.js";
import { checkSuggestions } from "./suggestions.js";
import { checkTerms } from "./terms.js";
import { checkTodos } from "./todos.js";
import { checkTranslations } from "./translations.js";
import { checkValidity } from "./validity.js";
import { checkVerification } from "./verification.js";
import { checkVocabulary } from "./vocabulary.js";

export interface CheckOptions {
  /** Only problems below this folder, such as `us/AL`. */
  readonly only?: string;
  /** False: skip drawing. */
  readonly draw?: boolean;
  /** A folder with agency files, to check the bindings against those that are there. */
  readonly official?: string;
}

export interface CheckResult {
  readonly problems: ContentProblem[];
  readonly compiled: CompiledContent | undefined;
  /** The folder requested, as the content spells it. */
  readonly only: string | undefined;
  /** What was checked, which may be less than everything. */
  readonly checked: { readonly formVersions: number; readonly jurisdictions: number };
}

/** Every check of all content, or of one folder. Throws if there is no such folder. */
export async function checkContent(root: string, options: CheckOptions = {}): Promise<CheckResult> {
  const only = options.only === undefined ? undefined : knownFolder(root, options.only);
  // It loads while the content is read.
  const drawer = options.draw === false ? undefined : startDrawer();
  try {
    return await checkWith(root, only, options, drawer);
  } finally {
    await drawer?.close();
  }
}

async function checkWith(
  root: string,
  only: string | undefined,
  options: CheckOptions,
  drawer: Drawer | undefined,
): Promise<CheckResult> {
  const problems: ContentProblem[] = [];
  const wanted = (file: string): boolean => isBelow(only, file) || isSharedFile(file);
  const report = (problem: ContentProblem): void => {
    if (wanted(problem.file)) problems.push(problem);
  };
  checkTodos(root, only, report);
  const formFolder = only === undefined ? undefined : formFolderOf(only);
  const compiled = compileContent(root, report, formFolder);
  if (compiled === undefined)
    return { problems, compiled, only, checked: { formVersions: 0, jurisdictions: 0 } };
  const forms = compiled.forms.filter((parts) => wanted(parts.context.form.folder));
  const drawings = Promise.all(drawer === undefined ? [] : forms.map(({ layout }) => drawer.draw(layout)));
  // A failure is reported where the drawings are used.
  drawings.catch(() => {});
  checkPatterns(compiled, forms, report);
  const sharedFit = !problems.some(({ file, rule }) => isSharedFile(file) && !harmless.has(rule));
  checkLocalities(compiled, report);
  checkMissingForms(compiled, report);
  checkDoubts(compiled, report);
  checkFlows(compiled, report);
  // A broken flow, or one that leads to something that could not be read, cannot be followed.
  const followed =
    compiled.content.placesWhole && !problems.some(({ rule }) => rule === "flow" || rule === "locality");
  if (formFolder === undefined && followed) {
    checkSituations(compiled, report);
    checkShortStays(compiled, report);
  }
  if (followed) for (const parts of forms) checkResidence(parts, compiled);
  checkDates(compiled, report);
  checkVocabulary(compiled, report);
  checkNoticeCodes(compiled, report);
  checkFigures(compiled, report);
  checkModules(compiled, report);
  for (const parts of forms) checkForm(parts, compiled, sharedFit, report);
  checkTranslations(compiled, only, report);
  checkTerms(compiled, only, report);
  checkSpacing(compiled, only, report);
  const files = options.official === undefined ? new Map() : readAgencyFiles(options.official);
  for (const parts of forms) if (sharedFit && isFit(parts)) await checkOfficial(parts, compiled, files);
  for (const [index, drawn] of (await drawings).entries()) checkDrawing(forms[index]!, drawn, report);
  const places = compiled.content.jurisdictions.filter(
    ({ folder }) =>
      isBelow(only, folder) || forms.some(({ context }) => isBelow(folder, context.form.folder)),
  );
  return {
    problems: sorted(problems),
    compiled,
    only,
    checked: { formVersions: forms.length, jurisdictions: places.length },
  };
}

function checkForm(parts: FormParts, compiled: CompiledContent, sharedFit: boolean, report: Report): void {
  checkPlaceholders(parts, report);
  checkVerification(parts);
  checkValidity(parts);
  checkNotices(parts);
  checkNavigation(parts);
  checkStatements(parts);
  checkSteps(parts);
  checkGates(parts);
  checkRows(parts);
  checkRegisters(parts);
  checkFormulas(parts);
  checkAnswers(parts);
  checkParts(parts);
  if (!parts.context.broken.has("pattern")) checkOptions(parts);
  // A broken form cannot be filled; more problems would only follow from the first one.
  if (!sharedFit || !isFit(parts)) return;
  checkExpress(parts);
  checkSuggestions(parts, compiled);
  checkGiven(parts, compiled);
  checkCases(parts, compiled, report);
  checkInheritedCases(parts, compiled, report);
  checkFormPaths(parts, compiled);
  checkFewer(parts, compiled);
}

function isFit({ context }: FormParts): boolean {
  return [...context.broken].every((rule) => harmless.has(rule));
}

/** What was checked, as text: `1 form version in 1 jurisdiction`. */
export function checkedWords({ formVersions, jurisdictions }: CheckResult["checked"]): string {
  const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;
  return `${counted(formVersions, "form version")} in ${counted(jurisdictions, "jurisdiction")}`;
}

/** Rules that may be broken while the form can still be filled. */
const harmless: ReadonlySet<Rule> = new Set<Rule>([
  "translation-missing",
  "unused-answer",
  "unused-part",
  "set-unreachable",
  "official",
  "literal",
  "verification",
  "validity",
  "notice",
]);

function sorted(problems: readonly ContentProblem[]): ContentProblem[] {
  const seen = new Set<string>();
  return [...problems]
    .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.message.localeCompare(b.message))
    .filter((problem) => {
      const key = JSON.stringify(problem);
      return !seen.has(key) && seen.add(key);
    });
}
