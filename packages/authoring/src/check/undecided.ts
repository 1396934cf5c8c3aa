import { type Expression, parseExpression, type Question } from "@withholding-forms/interview";

/**
 * The answer that leaves a calculated yes or no without a value: published as `a ? true : b`, `a or b` is `b` where `a`
 * is false, and `b` has no value if it was not asked. Then no mapping of a `next` that it selects matches.
 */
export function undecidedBy(
  { calculation }: Question,
  asked: ReadonlyMap<string, Question>,
): string | undefined {
  if (calculation === undefined) return undefined;
  return looseEnd(parseExpression(calculation.formula), asked, new Map());
}

/** Whether answers and comparisons are true, as far as the conditions above say it. */
type Facts = ReadonlyMap<string, boolean>;

function looseEnd(node: Expression, asked: ReadonlyMap<string, Question>, facts: Facts): string | undefined {
  if (node.kind === "id") return hasValue(asked.get(node.name), facts) ? undefined : node.name;
  if (node.kind !== "choose") return undefined;
  const given = (value: boolean): Facts => new Map([...facts, ...follows(node.condition, value)]);
  return looseEnd(node.yes, asked, given(true)) ?? looseEnd(node.no, asked, given(false));
}

/** What follows from a condition, published: `a and b` is `a ? b : false`, `a or b` is `a ? true : b`. */
function follows(condition: Expression, value: boolean): [string, boolean][] {
  if (condition.kind !== "choose") return [[keyOf(condition), value]];
  const { condition: first, yes, no } = condition;
  if (isAlways(yes, false) && isAlways(no, true)) return follows(first, !value);
  if (value && isAlways(no, false)) return [...follows(first, true), ...follows(yes, true)];
  if (!value && isAlways(yes, true)) return [...follows(first, false), ...follows(no, false)];
  return [];
}

function isAlways(node: Expression, value: boolean): boolean {
  return node.kind === "boolean" && node.value === value;
}

function keyOf(node: Expression): string {
  return JSON.stringify(node);
}

function hasValue(question: Question | undefined, facts: Facts): boolean {
  if (question === undefined) return false;
  const { isCalculated, required } = question;
  if (!isCalculated && required.whenRequired === "NEVER") return false;
  // A question may be asked only where its answer decides: `next: {all}` asks a statement only if those before it are true.
  return required.when === undefined || isTrue(parseExpression(required.when), facts) === true;
}

/** Undefined where the facts do not say it. */
function isTrue(condition: Expression, facts: Facts): boolean | undefined {
  if (condition.kind === "boolean") return condition.value;
  if (condition.kind !== "choose") return facts.get(keyOf(condition));
  const first = isTrue(condition.condition, facts);
  return first === undefined ? undefined : isTrue(first ? condition.yes : condition.no, facts);
}
