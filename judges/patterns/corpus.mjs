// Strings that engines are known to disagree about, and strings made from the pattern itself: what it accepts, and what is
// one step away from that.

const tricky = [
  "",
  " ",
  "\n",
  "\r\n",
  "\t",
  "0",
  "7",
  "true",
  "false",
  "Smith",
  "smith",
  "O'Brien",
  "O’Brien",
  "Núñez",
  "Nu\u0301n\u0303ez",
  "\u0301",
  "e\u0301",
  "Zoë\n",
  "Nguyễn",
  "Straße",
  "STRASSE",
  "ﬁ",
  "İstanbul",
  "ı",
  "K",
  "\u212a",
  "ſ",
  "µ",
  "μ",
  "Юрий",
  "Ελένη",
  "李",
  "עמר",
  "عمر",
  "ᐃᓄᒃ",
  "𠮷",
  "𐐷",
  "😀",
  "a😀",
  "👩‍👩‍👧",
  "🇺🇸",
  "٣",
  "३",
  "７",
  "１２",
  "²",
  "½",
  "Ⅷ",
  "a\u00a0b",
  "a\u2003b",
  "a\u200bb",
  "a\u2028b",
  "a\u2029b",
  "a\u0085b",
  "\ufeff",
  "\ufffd",
  "a\u0000b",
  "\u007f",
  "-",
  "--",
  "_",
  "^",
  "$",
  "\\",
  "]",
  "[",
  "&&",
  "a|b",
  ".",
  ",",
  "#",
  "/",
  "25",
  "25.5",
  "25.50",
  "1,250.50",
  "-5",
  "+5",
  "1e3",
  "2026-11-16",
  "11/16/2026",
  "K1A 0B1",
  "36130-2102",
  "555-123-4567",
  "name@example.com",
];

export function corpusFor(pattern) {
  const accepted = generated(pattern);
  const near = accepted.flatMap((text) => [
    `${text}\n`,
    `\n${text}`,
    `${text}\r\n`,
    `${text}\u2028`,
    `${text}\u0085`,
    ` ${text}`,
    `${text} `,
    `${text}${text}`,
    `${text}a`,
    text.slice(1),
    text.slice(0, -1),
    text.toLowerCase(),
    text.toUpperCase(),
    text.replace(/[0-9]/, "٣"),
    text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    text.replace(/[A-Za-z]/, "𐐷"),
    text.replace(/[A-Za-z]/, "e\u0301"),
  ]);
  // The halves of a split character would not survive UTF-8.
  return [...new Set([...tricky, ...accepted, ...near])].filter((text) => text.isWellFormed());
}

/** Shortest, longest, and mixed strings that follow the pattern. */
function generated(pattern) {
  const parsed = new Parser(pattern).alternatives();
  return [0, 1, 2, 3, 4, 5, 6, 7].map((seed) => parsed(counter(seed)));
}

/** Choices that depend only on the seed. Seed 0 always takes the first option, seed 1 the last. */
function counter(seed) {
  let state = seed * 7919 + 17;
  return (count) => {
    if (seed === 0) return 0;
    if (seed === 1) return count - 1;
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * count);
  };
}

/**
 * Parses the regular expression syntax that our patterns use. Each node is a function from choices to matching text.
 */
class Parser {
  constructor(pattern) {
    this.pattern = pattern;
    this.at = 0;
  }

  alternatives() {
    const all = [this.sequence()];
    while (this.pattern[this.at] === "|") {
      this.at += 1;
      all.push(this.sequence());
    }
    return (choose) => all[choose(all.length)](choose);
  }

  sequence() {
    const parts = [];
    while (this.at < this.pattern.length && !"|)".includes(this.pattern[this.at]))
      parts.push(this.repeated());
    return (choose) => parts.map((part) => part(choose)).join("");
  }

  repeated() {
    const part = this.atom();
    const [whole, mark, least, comma, most] =
      /^(?:([?*+])|\{([0-9]+)(,?)([0-9]*)\})/.exec(this.pattern.slice(this.at)) ?? [];
    if (whole === undefined) return part;
    this.at += whole.length;
    const from = mark === undefined ? Number(least) : mark === "+" ? 1 : 0;
    const to = mark === "?" ? 1 : mark !== undefined || (comma && !most) ? from + 5 : Number(most || least);
    return (choose) => Array.from({ length: from + choose(to - from + 1) }, () => part(choose)).join("");
  }

  atom() {
    const mark = this.pattern[this.at];
    this.at += 1;
    if (mark === "^" || mark === "$") return () => "";
    if (mark === "(") {
      if (this.pattern.startsWith("?:", this.at)) this.at += 2;
      const inner = this.alternatives();
      this.at += 1;
      return inner;
    }
    if (mark === "[") return this.characters();
    if (mark !== "\\") return () => mark;
    this.at += 1;
    const escaped = this.pattern[this.at - 1];
    return () => escaped;
  }

  characters() {
    const end = /^(?:\\.|[^\]\\])*/su.exec(this.pattern.slice(this.at))[0];
    this.at += end.length + 1;
    const ranges = [...end.matchAll(/(\\?.)(?:-(\\?.))?/gsu)].map(([, from, to = from]) => [
      codeOf(from),
      codeOf(to),
    ]);
    return (choose) => {
      const [from, to] = ranges[choose(ranges.length)];
      return String.fromCharCode(from + choose(to - from + 1));
    };
  }
}

function codeOf(written) {
  return written === "\\n" ? 10 : written.charCodeAt(written.length - 1);
}
