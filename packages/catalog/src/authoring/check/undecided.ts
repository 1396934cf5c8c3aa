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

/** `facts`: what the conditions above say about yes/no answers. */
function looseEnd(
  node: Expression,
  asked: ReadonlyMap<string, Question>,
  facts: ReadonlyMap<string, boolean>,
): string | undefined {
  if (node.kind === "id") return hasValue(asked.get(node.name), facts) ? undefined : node.name;
  if (node.kind !== "choose") return undefined;
  const { condition } = node;
  const given = (value: boolean): ReadonlyMap<string, boolean> =>
    condition.kind === "id" ? new Map([...facts, [condition.name, value]]) : facts;
  return looseEnd(node.yes, asked, given(true)) ?? looseEnd(node.no, asked, given(false));
}

function hasValue(question: Question | undefined, facts: ReadonlyMap<string, boolean>): boolean {
  if (question === undefined) return false;
  const { isCalculated, required } = question;
  if (!isCalculated && required.whenRequired === "NEVER") return false;
  if (required.when === undefined) return true;
  // `next: {all}` asks a statement only if those before it are true, and looks at it only then.
  return truth(evaluate(parseExpression(required.when), { value: (id) => facts.get(id) }));
}
