/** `3(a)`, `3a.` and `3 (A)` are the same line: `3a`. Undefined where the text is no number of a line. */
export function lineNumber(text: string): string | undefined {
  const plain = text.replace(/[.:)]+$/, (end) => (end.startsWith(")") ? ")" : "")).replace(/^line\s+/i, "");
  if (!/^\(?(?:\d{1,2}\s?\(?[A-Za-z]?\)?|[A-Za-z])\)?$/.test(plain)) return undefined;
  const bare = plain.replace(/[^0-9A-Za-z]/g, "").toLowerCase();
  return bare === "" ? undefined : bare.replace(/^0+(?=\d)/, "");
}
