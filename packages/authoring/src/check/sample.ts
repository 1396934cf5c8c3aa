/**
 * A short and a long text that a pattern accepts. Enough of the pattern language for what content may use: groups,
 * alternatives, classes, counted repeats. Undefined where the guess does not match after all.
 */
export function sampleOf(pattern: string): { readonly short?: string; readonly long?: string } {
  const regex = new RegExp(pattern, "u");
  const matching = (sample: string): string | undefined => (regex.test(sample) ? sample : undefined);
  const short = matching(new Sampler(pattern, "short").alternatives());
  const long = matching(new Sampler(pattern, "long").alternatives());
  return { ...(short === undefined ? {} : { short }), ...(long === undefined ? {} : { long }) };
}

const preferred = {
  short: "105AMam-@./' (),",
  long: "9876543210MmAa-@./' (),",
};

/** Max repeats of an unbounded repeat. */
const unbounded = 5;

class Sampler {
  private readonly pattern: string;
  private readonly wanted: "short" | "long";
  private at = 0;

  constructor(pattern: string, wanted: "short" | "long") {
    this.pattern = pattern;
    this.wanted = wanted;
  }

  alternatives(): string {
    const found = [this.sequence()];
    while (this.pattern[this.at] === "|") {
      this.at++;
      found.push(this.sequence());
    }
    const better = (a: string, b: string): boolean =>
      this.wanted === "short" ? a.length < b.length : a.length >= b.length;
    return found.reduce((best, next) => (better(next, best) ? next : best));
  }

  private sequence(): string {
    let text = "";
    while (this.at < this.pattern.length && !"|)".includes(this.pattern[this.at] ?? "")) {
      const atom = this.atom();
      const [min, max] = this.repeats();
      text += atom.repeat(this.wanted === "short" ? min : max);
    }
    return text;
  }

  private atom(): string {
    const rest = this.pattern.slice(this.at);
    const group = /^\((?:\?:)?/.exec(rest)?.[0];
    if (group !== undefined) {
      this.at += group.length;
      const inner = this.alternatives();
      this.at++;
      return inner;
    }
    const text = /^(?:\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\.|[^\\])/su.exec(rest)?.[0] ?? rest;
    this.at += text.length;
    if (text === "^" || text === "$") return "";
    if (/^[^[\\.]$/su.test(text)) return text;
    const one = new RegExp(`^${text}$`, "u");
    return [...preferred[this.wanted], ...text.replace(/[\\[\]]/g, "")].find((mark) => one.test(mark)) ?? "";
  }

  private repeats(): [number, number] {
    const match = /^(?:([?*+])|\{([0-9]+)(,)?([0-9]*)\})/.exec(this.pattern.slice(this.at));
    if (match === null) return [1, 1];
    this.at += match[0].length;
    const [, mark, min = "0", comma, max = ""] = match;
    if (mark !== undefined) return [mark === "+" ? 1 : 0, mark === "?" ? 1 : unbounded];
    const from = Number(min);
    return [from, comma === undefined ? from : max === "" ? from + unbounded : Number(max)];
  }
}
