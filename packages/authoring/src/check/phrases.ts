import type { Language } from "@withholding-forms/interview";
import type { Phrases } from "../schema/parts.js";

/** Text that a case or situation lists and that is not shown, and text that is shown although it must not be. */
export function phraseDifferences(
  { says, neverSays }: { readonly says?: Phrases; readonly neverSays?: Phrases },
  /** Everything in that language that contains text. */
  shown: (language: Language) => readonly object[],
): string[] {
  const isSaid = ([language, words]: readonly [Language, string]): boolean =>
    shown(language).some((part) => textOf(part).includes(words));
  const missing = listed(says).filter((phrase) => !isSaid(phrase));
  const wrong = listed(neverSays).filter(isSaid);
  return [
    ...missing.map(([language, words]) => `does not say "${words}" (${language}): ${correct}`),
    ...wrong.map(([language, words]) => `says "${words}" (${language}), which it must not: ${correct}`),
  ];
}

const correct = "compare with the rules, then correct the words or this list";

function listed(phrases: Phrases | undefined): (readonly [Language, string])[] {
  return languages.flatMap((language) =>
    (phrases?.[language] ?? []).map((words) => [language, words] as const),
  );
}

const languages = ["en", "es", "fr"] as const satisfies readonly Language[];

const texts = new WeakMap<object, string>();

/** All words in a part, such as a question set, read once: many cases lead through it. */
function textOf(part: object): string {
  let text = texts.get(part);
  if (text === undefined) {
    const found: string[] = [];
    addStrings(part, found);
    text = found.join("\n");
    texts.set(part, text);
  }
  return text;
}

function addStrings(value: unknown, found: string[]): void {
  if (typeof value === "string") found.push(value);
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) addStrings(inner, found);
}
