import {
  type Expression,
  evaluate,
  parseExpression,
  type Question,
  truth,
} from "@withholding-forms/interview";

/**
 * The answer that leaves a calculated yes or no without a value: published as `a ? true : b`, `a or b` is `b` where `a` is
 * false, and `b` is nothing where nobody asked it. Then no outcome of a `next` that it selects fits.
 */
export function undecidedBy(
  { calculation }: Question,
  asked: ReadonlyMap<string, Question>,
): string | undefined {
  if (calculation === undefined) return undefined;
  return looseEnd(parseExpression(calculation.formula), asked, new Map());
}

/** What the conditions above say about yes/no answers. */
type Facts = ReadonlyMap<string, boolean>;

function looseEnd(node: Expression, asked: ReadonlyMap<string, Question>, facts: Facts): string | undefined {
  if (node.kind === "id") return hasValue(asked.get(node.name), facts) ? undefined : node.name;
  if (node.kind !== "choose") return undefined;
  const given = (value: boolean): Facts => new Map([...facts, ...follows(node.condition, value)]);
  return looseEnd(node.yes, asked, given(true)) ?? looseEnd(node.no, asked, given(false));
}

/** The yes/no answers that follow from a condition, published: `a and b` as `a ? b : false`, `a or b` as `a ? true : b`. */
function follows(condition: Expression, value: boolean): [string, boolean][] {
  if (condition.kind === "id") return [[condition.name, value]];
  if (condition.kind !== "choose") return [];
  const { condition: first, yes, no } = condition;
  if (isAlways(yes, false) && isAlways(no, true)) return follows(first, !value);
  if (value && isAlways(no, false)) return [...follows(first, true), ...follows(yes, true)];
  if (!value && isAlways(yes, true)) return [...follows(first, false), ...follows(no, false)];
  return [];
}

function isAlways(node: Expression, value: boolean): boolean {
  return node.kind === "boolean" && node.value === value;
}

function hasValue(question: Question | undefined, facts: Facts): boolean {
  if (question === undefined) return false;
  const { isCalculated, required } = question;
  if (!isCalculated && required.whenRequired === "NEVER") return false;
  if (required.when === undefined) return true;
  // `next: {all}` asks a statement only if those before it are true, and looks at it only then.
  return truth(evaluate(parseExpression(required.when), { value: (id) => facts.get(id) }));
}
