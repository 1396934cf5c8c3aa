/**
 * Commands write all text with these functions, because it may come from an agency's file, a server, or the content.
 */
export function print(text: string): void {
  console.log(printable(text));
}

export function printError(text: string): void {
  console.error(printable(text));
}

/**
 * Text without characters that control a terminal or change the direction of the text around them. They become escapes
 * that mean the same in JSON.
 */
export function printable(text: string): string {
  return text.replace(
    /[^\P{Cc}\t\n]|[\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
