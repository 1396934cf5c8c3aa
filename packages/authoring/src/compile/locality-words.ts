/** Puts the name of a locality into sentences, after the translation, so that one translation serves all of them. */
export function sayingLocality<Words extends readonly unknown[]>(
  say: (...words: Words) => string,
  name: string,
): (...words: Words) => string {
  return (...words) => say(...words).replaceAll(/\{\{\s*locality\s*\}\}/g, name);
}
