/** A name for a file: what it is, and then whose or which one, such as `W-4 2026 - Jane Doe.pdf`. */
export function fileNameOf(what: string, which: string, ending = ".pdf"): string {
  const parts = [what, which].map(cleaned).filter((part) => part !== "");
  return `${parts.join(" - ").slice(0, 120).trim()}${ending}`;
}

/** Without what Windows, macOS, or a shell does not allow in a name, and without invisible characters. */
function cleaned(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\\/:*?"<>|]/g, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "");
}
