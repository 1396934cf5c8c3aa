import type { Language } from "@withholding-forms/interview";
import words from "./words.json" with { type: "json" };

/** The words of the page that checks a file. */
export type VerifyWords = (typeof words)["en"];

export const verifyWords: Readonly<Record<Language, VerifyWords>> = words;
