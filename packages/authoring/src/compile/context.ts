import type { Language } from "@withholding-forms/interview";
import { type Ledger, poFile, type Translations, translate } from "../read/po.js";
import type { Report, Rule } from "../read/problem.js";
import type { Path, Source } from "../read/source.js";
import type { Content, FormContent } from "../resolve/content.js";
import { fillFigures } from "../resolve/figures.js";
import { literalFaults } from "../resolve/literals.js";
import { isSharedFile } from "../resolve/modules.js";
import { sharedSentence } from "../resolve/shared-sentence.js";
import type { AnswerKind } from "../schema/answers.js";
import { sayingLocality } from "./locality-words.js";
import { withModules } from "./module-words.js";

/** What every compile step of a form needs: the content, the text, and a list for problems. */
export interface Context {
  readonly content: Content;
  readonly form: FormContent;
  readonly kinds: Readonly<Record<string, AnswerKind>>;
  readonly report: (source: Source, path: Path, rule: Rule, message: string) => void;
  /** Rules that this form breaks, wherever the text is that breaks them. */
  readonly broken: ReadonlySet<Rule>;
  /** A sentence in a language; a missing translation is reported once, and the English is used. */
  readonly say: (source: Source, path: Path, sentence: string, language: Language) => string;
}

export function newContext(content: Content, form: FormContent, ledger: Ledger, report: Report): Context {
  const broken = new Set<Rule>();
  const complain: Context["report"] = (source, path, rule, message) => {
    broken.add(rule);
    report({ ...source.at(path), rule, message });
  };
  for (const { source, path, rule, message } of form.faults) complain(source, path, rule, message);
  const chain = form.translatedBy.flatMap(
    (folder) => content.jurisdictions.find((place) => place.folder === folder)?.translations ?? [],
  );
  return {
    content,
    form,
    kinds: content.answers.data,
    report: complain,
    broken,
    say: withFigures(
      form,
      inLocality(
        content,
        form,
        withModules(
          content,
          form.questions.data.modules,
          speaker([...chain, content.translations], ledger, complain, form.folder),
          complain,
        ),
      ),
      complain,
    ),
  };
}

function inLocality(content: Content, form: FormContent, say: Context["say"]): Context["say"] {
  const { locality } = form.form.data;
  if (locality === undefined) return say;
  const place = content.jurisdictions.find(({ code }) => code === form.jurisdiction);
  // One that does not exist is reported by the check.
  return sayingLocality(say, place?.localities?.data.localities[locality]?.name ?? locality);
}

/** Figures are inserted after the translation, so that one translation serves every year. */
function withFigures(form: FormContent, say: Context["say"], report: Context["report"]): Context["say"] {
  const literals = literalFaults(form.form, form.figures);
  return (source, path, written, language) => {
    const { sentence, filled: filledIn } = sharedSentence(written);
    if (language === "en" && source.file.includes("/"))
      for (const fault of literals.inSentence(sentence)) report(source, path, "literal", fault);
    const complain = (message: string): void => report(source, path, "figure", message);
    const text = filledIn(say(source, path, sentence, language), language);
    const filled = fillFigures(text, form.figures, language, complain);
    // Only perjury statements and notices keep variables: they are the person's answers.
    const left =
      path[0] === "perjury" || path[0] === "notice" ? undefined : /\{\{[^}]*\}\}/.exec(filled)?.[0];
    if (left !== undefined)
      complain(
        `${left} is not a placeholder: write {{ figure.name }}, {{ number(figure.name) }} or {{ year }}`,
      );
    return filled;
  };
}

/**
 * Translations are looked up from the first folder of the chain, where a missing one belongs, to the last. A sentence of a
 * shared file is translated once, in the last.
 */
export function speaker(
  chain: readonly Translations[],
  ledger: Ledger,
  report: Context["report"],
  usedIn: string,
): Context["say"] {
  const missing = new Set<string>();
  return (source, path, sentence, language) => {
    if (language === "en") return sentence;
    const folders = isShared(source, path) ? chain.slice(-1) : chain;
    const found = translate(folders, ledger, sentence, language);
    if (found !== undefined) return found;
    if (isWordless(sentence) || chain.some((one) => one.unreadable.has(language))) return sentence;
    if (!missing.has(`${language}${sentence}`)) {
      missing.add(`${language}${sentence}`);
      const folder = folders[0]?.folder ?? "";
      ledger.missing.push({ folder, usedIn, language, sentence });
      const isGuess = folders.some((one) => one.fuzzy[language].has(sentence));
      const message = isGuess
        ? `the ${language} translation of "${short(sentence)}" is a guess: correct it and remove \`#, fuzzy\``
        : `no ${language} translation of "${short(sentence)}": add it to ${poFile(folder, language)} (npm run check -- --po writes the entry)`;
      report(source, path, "translation-missing", message);
    }
    return sentence;
  };
}

function isShared(source: Source, path: Path): boolean {
  return isSharedFile(source.file) || (source.hasModules === true && isSharedFile(source.at(path).file));
}

/** Figures, codes and marks usually read the same in every language: "1(c)", "$", "2.5%", "W-4". */
function isWordless(sentence: string): boolean {
  return !/\p{L}{2}/u.test(sentence.replaceAll(/\{\{[^}]*\}\}/g, ""));
}

export function short(sentence: string): string {
  return sentence.length > 70 ? `${sentence.slice(0, 67)}...` : sentence;
}
