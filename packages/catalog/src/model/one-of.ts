/** A pattern that accepts exactly these values. */
export function oneOfPattern(values: Iterable<string>): string {
  return `^(?:${alternatives(values)})$`;
}

/** A pattern that accepts these numbers, with up to two decimal places: 3.0 also as 3 and as 3.00. */
export function oneOfDecimalsPattern(values: Iterable<string>): string {
  const spellings = [...values].map((value) => {
    const [whole = "", decimals = ""] = value.replace(/\.?0+$/, "").split(".");
    if (decimals === "") return `${whole}(?:\\.0{1,2})?`;
    return `${whole}\\.${decimals}${decimals.length === 1 ? "0?" : ""}`;
  });
  return `^(?:${spellings.join("|")})$`;
}

/** A pattern that accepts what one of these accepts. Each is anchored. */
export function eitherPattern(patterns: readonly string[]): string {
  const [first = "^$", ...others] = [...new Set(patterns)];
  if (others.length === 0) return first;
  return `^(?:${[first, ...others].map((pattern) => pattern.slice(1, -1)).join("|")})$`;
}

/** Values as the alternatives of a pattern. */
export function alternatives(values: Iterable<string>): string {
  return [...values].map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
}

/** Percentages, for example. Whole numbers may be codes, in which a leading zero counts. */
export function isDecimalChoice(values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => /^[0-9]+\.[0-9]+$/.test(value));
}
