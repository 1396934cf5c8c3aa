import type { Context } from "./context.js";

/** Puts the name of a locality into sentences, after the translation, so that one translation serves all of them. */
export function sayingLocality(say: Context["say"], name: string): Context["say"] {
  return (source, path, sentence, language) =>
    say(source, path, sentence, language).replaceAll(/\{\{\s*locality\s*\}\}/g, name);
}
