/** A pattern that accepts exactly these values. */
export function oneOfPattern(values: Iterable<string>): string {
  return `^(?:${alternatives(values)})$`;
}

/** Values as the alternatives of a pattern. */
export function alternatives(values: Iterable<string>): string {
  return [...values].map((value) => value.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")).join("|");
}
