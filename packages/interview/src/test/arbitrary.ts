import fc from "fast-check";
import { Decimal } from "../decimal.js";
import type { Table, Value } from "../evaluate.js";

/** Sources of well-typed formulas in the author's language, over the ids of `arbitraryAnswers`. */
export function arbitraryFormulas(): {
  readonly number: fc.Arbitrary<string>;
  readonly boolean: fc.Arbitrary<string>;
} {
  const { number, boolean } = fc.letrec<{ number: string; boolean: string; text: string }>((tie) => {
    const [number, boolean, text] = [tie("number"), tie("boolean"), tie("text")];
    // Parentheses are optional if the types fit with and without them.
    const bracket = (part: fc.Arbitrary<string>): fc.Arbitrary<string> => part.map((inner) => `(${inner})`);
    const maybe = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
      fc.oneof(part, bracket(part)).map((inner) => (/[?]/.test(inner) ? `(${inner})` : inner));
    const together = (
      left: fc.Arbitrary<string>,
      marks: readonly string[],
      right: fc.Arbitrary<string>,
    ): fc.Arbitrary<string> =>
      fc.tuple(left, fc.constantFrom(...marks), right).map((parts) => parts.join(" "));
    const choice = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
      fc
        .tuple(bracket(boolean), bracket(part), bracket(part))
        .map(([condition, yes, no]) => `${condition} ? ${yes} : ${no}`);
    const comparisons = ["==", "!=", "<", "<=", ">", ">="];
    return {
      number: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.oneof(numberId, literal),
        together(maybe(number), ["+", "-"], maybe(number)),
        // One side is small, so that no product is larger than a form could print.
        together(bracket(number), ["*", "/"], fc.oneof(numberId, literal)),
        // Divide and multiply back, where a truncated quotient would show.
        fc.tuple(bracket(number), awkward).map(([inner, by]) => `${inner} / ${by} * ${by}`),
        bracket(number).map((inner) => `-${inner}`),
        fc
          .tuple(fc.constantFrom("min", "max"), fc.array(number, { minLength: 2, maxLength: 4 }))
          .map(([name, parts]) => `${name}(${parts.join(", ")})`),
        number.map((key) => `lookup(credit, ${key})`),
        fc.tuple(text, number, number).map((keys) => `lookup(wages, ${keys.join(", ")})`),
        choice(number),
      ),
      boolean: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constantFrom("yes", "no", "true", "false"),
        together(bracket(number), comparisons, bracket(number)),
        fc
          .tuple(numberId, awkward, fc.constantFrom(...comparisons))
          .map(([id, by, mark]) => `${id} / ${by} * ${by} ${mark} ${id}`),
        together(bracket(text), comparisons, bracket(text)),
        together(fc.constant("born"), comparisons, fc.constantFrom('"1962-01-01"', '"2026-12-31"')),
        together(bracket(boolean), ["==", "!="], bracket(boolean)),
        together(maybe(boolean), ["and", "or"], maybe(boolean)),
        maybe(boolean).map((inner) => `not ${inner}`),
        choice(boolean),
      ),
      text: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constantFrom("status", "kind", '"SINGLE"', '"JOINT"', '"OTHER"'),
        choice(text),
      ),
    };
  });
  return { number, boolean };
}

const numberId = fc.constantFrom("wage", "count", "amount", "rate");
const literal = fc.oneof(
  fc.nat(9999).map(String),
  fc.tuple(fc.nat(999), fc.nat(99)).map(([whole, part]) => `${whole}.${String(part).padStart(2, "0")}`),
);

const awkward = fc.constantFrom("3", "7", "52", "0.3", "366");

const cents = (limit: number): fc.Arbitrary<string> =>
  fc.integer({ min: -limit * 100, max: limit * 100 }).map((value) => (value / 100).toFixed(2));

/** Answers as text, some missing. */
export const arbitraryAnswers: fc.Arbitrary<Readonly<Record<string, string | boolean>>> = fc.record(
  {
    wage: fc.oneof(
      cents(99_999),
      fc.constantFrom("0", "9999.99", "10000", "10000.01", "20000", "29999", "30000"),
    ),
    count: fc.nat(99).map(String),
    amount: cents(999),
    rate: fc.constantFrom("0", "0.5", "3", "7", "52", "-3", "0.075"),
    status: fc.constantFrom("SINGLE", "JOINT", "OTHER"),
    kind: fc.constantFrom("SINGLE", "JOINT", "OTHER"),
    born: fc.constantFrom("1961-12-31", "1962-01-01", "2026-12-31"),
    yes: fc.boolean(),
    no: fc.boolean(),
  },
  { requiredKeys: [] },
);

const numbers = new Set(["wage", "count", "amount", "rate"]);

export function isNumberId(id: string): boolean {
  return numbers.has(id);
}

export function readValue(answers: Readonly<Record<string, string | boolean>>, id: string): Value {
  const answer = answers[id];
  return typeof answer === "string" && numbers.has(id) ? new Decimal(answer) : answer;
}

const bands = (...pairs: readonly (readonly [number, Table | number])[]): Table => ({
  bands: pairs.map(([from, leads]) => ({
    from: new Decimal(from),
    leads: typeof leads === "number" ? new Decimal(leads) : leads,
  })),
});

export const tables: ReadonlyMap<string, Table> = new Map<string, Table>([
  ["credit", bands([0, 16452], [181_440.5, 14829.25], [200_000, -12], [300_000, 0])],
  [
    "wages",
    {
      words: new Map<string, Table>([
        ["SINGLE", bands([0, bands([0, 90], [10_000, 850])], [10_000, bands([0, 850], [20_000, 1780])])],
        ["JOINT", bands([-50, bands([0, 0], [30_000, -480.5])], [0, bands([1, 7])])],
      ]),
    },
  ],
]);
