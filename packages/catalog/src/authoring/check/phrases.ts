import type { Language } from "@withholding-forms/interview";
import type { Phrases } from "../schema/parts.js";

/** Text that a case or situation lists and that is not shown, and text that is shown although it must not be. */
export function phraseDifferences(
  { says, neverSays }: { readonly says?: Phrases; readonly neverSays?: Phrases },
  /** Everything in that language that holds words. */
  shown: (language: Language) => unknown,
): string[] {
  const text = (language: Language): string => stringsIn(shown(language)).join("\n");
  const missing = listed(says).filter(([language, words]) => !text(language).includes(words));
  const wrong = listed(neverSays).filter(([language, words]) => text(language).includes(words));
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

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
