import type { Language } from "@withholding-forms/interview";
import type { Rule } from "../read/problem.js";
import type { Path, Source } from "../read/source.js";
import type { Content } from "../resolve/content.js";
import { type ModuleArguments, moduleReference, plainWords } from "../resolve/modules.js";

type Say = (source: Source, path: Path, sentence: string, language: Language) => string;
type Complain = (source: Source, path: Path, rule: Rule, message: string) => void;

/** What a module gets from the file that uses it: an option of a kind of answer, or plain words. */
interface Argument {
  readonly english: string;
  /** Where the label is in answers.yaml. */
  readonly label: Path | undefined;
}

/**
 * Inserts the values of module parameters into sentences, after the translation, so that one translation serves every
 * form.
 */
export function withModules(
  content: Content,
  given: ModuleArguments | undefined,
  say: Say,
  report: Complain,
): Say {
  const known = argumentsOf(content, given ?? {});
  return (source, path, sentence, language) => {
    const text = say(source, path, sentence, language);
    if (!text.includes("module.")) return text;
    return text.replace(moduleReference, (...match) => {
      const { before, name = "" } = match.at(-1) as Record<string, string | undefined>;
      const found = known.get(name);
      if (found === undefined) {
        report(
          source,
          path,
          "module",
          `no module that is used here has a parameter "${name}": correct the name`,
        );
        return "";
      }
      // "in Indiana" is one expression: French says "dans l'Indiana", but "au Wisconsin".
      if (before !== undefined) return say(source, path, `${before} ${found.english}`, language);
      return found.label === undefined
        ? found.english
        : say(content.answers, found.label, found.english, language);
    });
  };
}

function argumentsOf({ modules, answers }: Content, given: ModuleArguments): ReadonlyMap<string, Argument> {
  return new Map(
    Object.entries(given).flatMap(([module, values]) =>
      Object.entries(values).map(([name, value]): [string, Argument] => {
        const kind = modules.get(module)?.data.parameters?.[name] ?? plainWords;
        const label = answers.data[kind]?.options?.[value];
        return [
          name,
          { english: label ?? value, label: label === undefined ? undefined : [kind, "options", value] },
        ];
      }),
    ),
  );
}
