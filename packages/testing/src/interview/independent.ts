/**
 * What a client in another language would write to compute a published formula, from the documentation alone: exact
 * rationals, a recursive descent over characters, nothing shared with the engine it is compared with.
 */
export interface Rational {
  readonly over: bigint;
  /** Above zero. */
  readonly under: bigint;
}

/** An answer, or undefined if it is missing. */
export type Fact = Rational | string | boolean | undefined;

export function compute(formula: string, answer: (id: string) => Fact): Fact {
  let at = 0;

  const blank = (): void => {
    while (formula[at] === " ") at++;
  };
  const sees = (mark: string): boolean => {
    blank();
    if (!formula.startsWith(mark, at)) return false;
    at += mark.length;
    return true;
  };
  const must = (mark: string): void => {
    if (!sees(mark)) throw new Error(`expected ${mark} at ${at}`);
  };

  const whole = (): Fact => {
    const links: [Fact, Fact][] = [];
    let last = comparison();
    while (sees("?")) {
      const yes = whole();
      must(":");
      links.push([last, yes]);
      last = comparison();
    }
    for (const [condition, yes] of links) if (condition === true) return yes;
    return last;
  };

  const comparison = (): Fact => {
    const left = sum();
    for (const mark of ["==", "<=", ">=", "<", ">"]) {
      if (sees(mark)) return compared(mark, left, sum());
    }
    return left;
  };

  const sum = (): Fact => {
    let left = product();
    for (;;) {
      if (sees("+")) left = add(amount(left), amount(product()));
      else if (sees("-")) left = add(amount(left), negative(amount(product())));
      else return left;
    }
  };

  const product = (): Fact => {
    let left = signed();
    for (;;) {
      if (sees("*")) {
        const [a, b] = [amount(left), amount(signed())];
        left = reduced(a.over * b.over, a.under * b.under);
      } else if (sees("/")) {
        const [a, b] = [amount(left), amount(signed())];
        left = b.over === 0n ? undefined : reduced(a.over * b.under, a.under * b.over);
      } else return left;
    }
  };

  const signed = (): Fact => (sees("-") ? negative(amount(signed())) : single());

  const single = (): Fact => {
    if (sees("(")) {
      const inner = whole();
      must(")");
      return inner;
    }
    if (sees('"')) {
      const end = formula.indexOf('"', at);
      if (end < 0) throw new Error("a word without an end");
      const word = formula.slice(at, end);
      at = end + 1;
      return word;
    }
    let end = at;
    while (/[A-Za-z0-9_.]/.test(formula[end] ?? "")) end++;
    if (end === at) throw new Error(`Unexpected end at ${at} of ${formula.slice(0, 200)}`);
    const word = formula.slice(at, end);
    at = end;
    if (word === "true" || word === "false") return word === "true";
    return /^[0-9]/.test(word) ? rational(word) : answer(word);
  };

  const result = whole();
  blank();
  if (at < formula.length) throw new Error(`left over: ${formula.slice(at)}`);
  return result;
}

/** "-12.50" as a fraction. */
export function rational(text: string): Rational {
  const match = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text);
  if (match === null) throw new Error(`Not a number: ${text}`);
  const [, sign = "", before = "", after = ""] = match;
  return reduced(BigInt(`${sign}${before}${after}`), 10n ** BigInt(after.length));
}

/** With exactly `scale` decimal places, as a form would print it. */
export function rounded(value: Fact, scale: number, mode: "CEILING" | "FLOOR" | "HALF_UP"): string {
  const { over, under } = amount(value);
  const up = over * 10n ** BigInt(scale);
  const floor = up >= 0n ? up / under : -((-up + under - 1n) / under);
  const exact = floor * under === up;
  const half = 2n * (up - floor * under) - under;
  const nearest = half > 0n || (half === 0n && up > 0n) ? floor + 1n : floor;
  const units = exact || mode === "FLOOR" ? floor : mode === "CEILING" ? floor + 1n : nearest;
  const figures = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const text = scale === 0 ? figures : `${figures.slice(0, -scale)}.${figures.slice(-scale)}`;
  return units < 0n ? `-${text}` : text;
}

function isRational(fact: Fact): fact is Rational {
  return typeof fact === "object";
}

function amount(fact: Fact): Rational {
  return isRational(fact) ? fact : { over: 0n, under: 1n };
}

function add(a: Rational, b: Rational): Rational {
  return reduced(a.over * b.under + b.over * a.under, a.under * b.under);
}

function negative({ over, under }: Rational): Rational {
  return { over: -over, under };
}

function reduced(over: bigint, under: bigint): Rational {
  const sign = under < 0n ? -1n : 1n;
  let [a, b] = [over < 0n ? -over : over, under * sign];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? { over: 0n, under: 1n } : { over: (over * sign) / a, under: (under * sign) / a };
}

function compared(mark: string, left: Fact, right: Fact): boolean {
  let difference: number;
  if (isRational(left) || isRational(right)) {
    const { over } = add(amount(left), negative(amount(right)));
    difference = over < 0n ? -1 : over > 0n ? 1 : 0;
  } else if (typeof left === "boolean" || typeof right === "boolean") {
    difference = (left === true ? 1 : 0) - (right === true ? 1 : 0);
  } else if ((left ?? "") === (right ?? "")) difference = 0;
  // A missing answer is neither before nor after a string.
  else if (left === undefined || right === undefined) return false;
  else difference = left < right ? -1 : 1;
  if (mark === "==") return difference === 0;
  if (mark === "<") return difference < 0;
  if (mark === ">") return difference > 0;
  return mark === "<=" ? difference <= 0 : difference >= 0;
}
