/** A name for a file of the employee, such as `W-4 2026 - Jane Doe.pdf`. */
export function fileNameOf(form: string, year: string, person: string, ending = ".pdf"): string {
  const name = [`${form} ${year}`, person].map(cleaned).filter((part) => part !== "");
  return `${name.join(" - ").slice(0, 120).trim()}${ending}`;
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
