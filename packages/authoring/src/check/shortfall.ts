import { type Expression, evaluate, idsOf, number, type Scope, truth } from "@withholding-forms/interview";

/** What the search knows about a question next to its value. */
export interface Rests {
  /** The formula of a calculated yes or no. */
  readonly madeOf: (id: string) => Expression | undefined;
  /** The condition under which it is asked. */
  readonly askedWhen: (id: string) => Expression | undefined;
}

/**
 * How far a condition is from the wanted value: 0 if it has it, more for each part that does not, and more the further
 * apart amounts are. The search minimizes this.
 */
export function shortfall(condition: Expression, wanted: boolean, scope: Scope, rests: Rests): number {
  const open = new Set<string>();
  /** A question that is not asked has to be asked first. */
  const unasked = (id: string): number => {
    const when = scope.value(id) === undefined && !open.has(id) ? rests.askedWhen(id) : undefined;
    if (when === undefined) return 0;
    open.add(id);
    const missing = inner(when, true);
    open.delete(id);
    return missing;
  };
  const inner = (node: Expression, want: boolean): number => {
    switch (node.kind) {
      case "boolean":
        return node.value === want ? 0 : never;
      case "not":
        return inner(node.operand, !want);
      case "choose":
        return Math.min(
          inner(node.condition, true) + inner(node.yes, want),
          inner(node.condition, false) + inner(node.no, want),
        );
      case "binary":
        if (node.operator === "and" || node.operator === "or") {
          const parts = [inner(node.left, want), inner(node.right, want)];
          const allNeeded = (node.operator === "and") === want;
          return allNeeded ? parts.reduce((sum, part) => sum + part) : Math.min(...parts);
        }
        if (truth(evaluate(node, scope)) === want) return 0;
        return idsOf(node).reduce((sum, id) => sum + unasked(id), apart(node.left, node.right, scope));
      case "id": {
        if (truth(scope.value(node.name)) === want) return 0;
        const made = open.has(node.name) ? undefined : rests.madeOf(node.name);
        if (made === undefined) return 1 + unasked(node.name);
        open.add(node.name);
        // At least a little: the value is not as wanted, whatever its parts say.
        const missing = Math.max(inner(made, want), 0.01) + unasked(node.name);
        open.delete(node.name);
        return missing;
      }
      default:
        return truth(evaluate(node, scope)) === want ? 0 : 1;
    }
  };
  return inner(condition, wanted);
}

/** A constant cannot be changed. */
const never = 1000;

function apart(left: Expression, right: Expression, scope: Scope): number {
  const [a, b] = [evaluate(left, scope), evaluate(right, scope)];
  if (typeof a === "string" || typeof b === "string" || typeof a === "boolean" || typeof b === "boolean")
    return 1;
  const distance = number(a).minus(number(b)).abs().toNumber();
  return 0.1 + (0.9 * distance) / (distance + 1000);
}
