import {
  type Expression,
  evaluate,
  parseExpression,
  pointerTo,
  type Scope,
  type SetSource,
  truth,
  type Walk,
} from "@withholding-forms/interview";
import type { PrintedSource } from "../../model/catalog.js";
import type { CompiledForm } from "../../model/form.js";
import { identitySources } from "./identity.js";

export interface PrintedWith {
  readonly form: Pick<CompiledForm, "printed" | "helpers">;
  readonly sets: SetSource;
  readonly walk: Walk;
  /** What the formulas of the page saw. */
  readonly scope: Scope;
}

/**
 * The entries of the request that a printed field is made from. Formulas, helpers and calculated questions are followed
 * back to what a person typed. Only the branch that was taken counts: the answer that decided is not printed.
 */
export function printedFrom(fieldName: string, made: PrintedWith): PrintedSource[] {
  const found = new Map<string, PrintedSource>();
  const seen = new Set<string>();
  const follow = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const formula = formulaFor(id, made);
    if (formula !== undefined) feed(parseExpression(formula), made.scope, follow);
    else for (const source of entered(id, made.walk)) found.set(source.pointer, source);
  };
  for (const { name, value, role } of made.form.printed) {
    if (name !== fieldName) continue;
    if (role === "signature") follow("employee.fullName");
    else if (value !== "") feed(parseExpression(value), made.scope, follow);
  }
  return [...found.values()];
}

/** For a value that was not typed: a helper of the page, or a calculated question on the path. */
function formulaFor(id: string, { form, sets, walk }: PrintedWith): string | undefined {
  if (Object.hasOwn(form.helpers, id)) return form.helpers[id];
  for (const set of walk.path) {
    const question = sets(set)?.questions.find((one) => one.id === id);
    if (question?.calculation !== undefined) return question.calculation.formula;
  }
  return undefined;
}

function entered(id: string, walk: Walk): PrintedSource[] {
  if (walk.values.has(id)) return [{ pointer: pointerTo("/fields", id), questionId: id }];
  const [, federalValue] = /^federal\.(.+)$/.exec(id) ?? [];
  if (federalValue !== undefined) return [{ pointer: pointerTo("/federalValues", federalValue) }];
  return identitySources(id).map((pointer) => ({ pointer }));
}

/** Names every id whose value becomes part of the result. */
function feed(expression: Expression, scope: Scope, see: (id: string) => void): void {
  let node = expression;
  // A wage table is a chain of hundreds of choices.
  while (node.kind === "choose") node = truth(evaluate(node.condition, scope)) ? node.yes : node.no;
  switch (node.kind) {
    case "id":
      return see(node.name);
    case "negate":
      return feed(node.operand, scope, see);
    case "binary":
      if (!arithmetic.has(node.operator)) return;
      feed(node.left, scope, see);
      return feed(node.right, scope, see);
    case "call": {
      const operands = node.name === "lookup" ? node.operands.slice(1) : node.operands;
      for (const operand of operands) feed(operand, scope, see);
    }
  }
}

const arithmetic: ReadonlySet<string> = new Set(["+", "-", "*", "/"]);
