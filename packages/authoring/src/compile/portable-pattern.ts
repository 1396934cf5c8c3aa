/**
 * Patterns that mean the same in JavaScript with and without the `u` flag, Java, Python `re`, Go RE2, and .NET. Callers
 * match the whole value, so `$` before a final line end makes no difference. Everything that engines read differently is
 * left out: property classes, `.`, `\d`, look-around, negated classes (they take halves of characters in some engines),
 * characters beyond U+FFFF (counted as one or as two), and escapes that only some engines know.
 */

/** Names for sets of characters, to be used inside a class: `^[{letters} .'\-]{1,60}$`. */
const characterSets: Readonly<Record<string, string>> = {
  /**
   * Letters and combining marks of every script up to U+FFFF. The ranges have gaps where a sign that we can print is
   * not a letter. Scripts that we cannot print are included, because "cannot be printed" explains more than "not a letter".
   */
  letters: [
    "A-Za-zªºÀ-ÖØ-öø-ˁ",
    "\u0300-\u0373\u0376-\u037d\u037f\u0386\u0388-\u03f5\u03f7-\u0481\u0483-\u0559\u0560-\u0588",
    "\u0591-\u0963\u0971-\u0e3a\u0e40-\u10fa\u10fc-\u166c\u166f-\u167f\u1681-\u1fbc",
    "\u1fc2-\u1fcc\u1fd0-\u1fda\u1fe0-\u1fec\u1ff2-\u1ffc\u2c00-\u2dff\u3005-\u4dbf\u4e00-\ua715",
    "\ua722-\ua788\ua78b-\uab5a\uab5c-\ud7fb\ufa0e-\ufefc\uff21-\uffdc",
  ].join(""),
  /** Combining marks that letters of Latin, Greek, and Cyrillic names have. */
  marks: "\u0300-\u036f",
  /** Digits, and the fractions that house numbers have. */
  digits: "0-9¼-¾",
  /** Everything that one line of text can have. */
  line: " -~\u00a0-\ud7ff\ufa0e-\ufffd",
};

/** The pattern with the names of character sets replaced by their characters, as it is published. */
export function spelledOut(pattern: string): string {
  return pattern.replaceAll(/\{([a-z]+)\}/g, (name, id: string) =>
    Object.hasOwn(characterSets, id) ? (characterSets[id] ?? name) : name,
  );
}

/** What some engine reads differently or not at all; undefined for a portable pattern. */
export function portabilityFault(pattern: string): string | undefined {
  if (/[\ud800-\udfff]/.test(pattern))
    return "has a character beyond U+FFFF, which engines count differently";
  if (pattern !== pattern.normalize("NFC"))
    return "changes when it is normalized (NFC): write composed characters";
  let at = 0;
  let repeatable = false;
  while (at < pattern.length) {
    const rest = pattern.slice(at);
    const [token = ""] = tokens.exec(rest) ?? [];
    if (token === "") return notPortable(rest);
    const isRepeat = /^[?*+{]/.test(token);
    if (isRepeat && !repeatable) return notPortable(rest);
    const fault = token.startsWith("[") ? classFault(token.slice(1, -1)) : undefined;
    if (fault !== undefined) return fault;
    repeatable = !isRepeat && !/^(?:[\^$|(]|\(\?:)$/.test(token);
    at += token.length;
  }
  return maxRepeats(pattern) > maxRepeatProduct
    ? `repeats more than ${maxRepeatProduct} times, which RE2 does not compile`
    : undefined;
}

// Anchors, groups, counts, classes, escaped marks, and characters that stand for themselves.
const tokens =
  /^(?:[\^$|)]|\((?:\?:)?|\{[0-9]{1,4}(?:,[0-9]{0,4})?\}|[?*+]|\[(?:\\.|[^\\\]])+\]|\\[.*+?^${}()|[\]\\/]|[^\p{Cc}.*+?^${}()|[\]\\])/u;

function notPortable(rest: string): string {
  return `uses "${rest.slice(0, 6)}", which not every engine reads the same way: use plain characters, [ ] classes, (?: ) groups, and {n,m} only`;
}

/** A class has single characters and ascending ranges. `&&`, `--`, `[` and a leading `^` mean something else somewhere. */
function classFault(inside: string): string | undefined {
  const items = inside.match(classItems) ?? [];
  const wrong = inside.startsWith("^")
    ? "^"
    : items.join("") === inside
      ? /&&|\|\||~~/.exec(inside)?.[0]
      : inside;
  if (wrong !== undefined)
    return `has "${wrong.slice(0, 12)}" in a class, which not every engine reads the same way: list the characters, with \\- for a hyphen`;
  const range = items.find((item) => {
    const [, from = "", to = from] = /^(\\?.)-(\\?.)$/u.exec(item) ?? [];
    return from !== "" && (from > to || (from < "\ud800" && to > "\udfff"));
  });
  return range === undefined
    ? undefined
    : `has the range "${range}" in a class, which goes backwards or past the surrogates`;
}

const classItems = /^-|(?:\\[\\\][^n/-]|[^\\\][^\p{Cc}-])(?:-(?:\\[\\\][^/]|[^\\\][^\p{Cc}-]))?/gu;

const maxRepeatProduct = 1000;

/** The longest repeat, with those around it: RE2 writes each one out. */
function maxRepeats(pattern: string): number {
  const plain = pattern.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
  const open: number[] = [1];
  let last = 1;
  for (const [token] of plain.matchAll(/\((?:\?:)?|\)|\{([0-9]+)(?:,([0-9]*))?\}|./gu)) {
    if (token.startsWith("(")) open.push(1);
    else if (token === ")") last = open.pop() ?? 1;
    else if (token.startsWith("{"))
      last *= Math.max(...[...token.matchAll(/[0-9]+/g)].map(([count]) => Number(count)));
    else last = 1;
    if (!token.startsWith("(")) open[open.length - 1] = Math.max(open.at(-1) ?? 1, last);
  }
  return open[0] ?? 1;
}
