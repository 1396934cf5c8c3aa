/**
 * A request body without white space at the ends of its strings. Payroll systems keep padded columns and phones add a
 * space after a word, so it has no meaning: it is removed everywhere before any check.
 */
export function trimmed(value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.some(isPadded) ? value.map(trimmed) : value;
  return isPadded(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, trimmed(member)]))
    : value;
}

/** Most bodies have nothing to trim and are not copied. */
function isPadded(value: unknown): boolean {
  if (typeof value === "string") return value.length > 0 && value.trim().length < value.length;
  if (typeof value !== "object" || value === null) return false;
  return (Array.isArray(value) ? value : Object.values(value)).some(isPadded);
}
