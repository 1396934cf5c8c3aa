import {
  type Expression,
  ExpressionError,
  type Named,
  type PublishedCalculation,
  parseExpression,
  publish,
  publishCalculation,
  type Table,
  type ValueType,
  visit,
} from "@withholding-forms/interview";
import { correctFormula, inFormula } from "../read/problem.js";
import type { Path } from "../read/source.js";
import type { QuestionSource } from "../schema/questions.js";
import type { Context } from "./context.js";
import { listIn } from "./scope.js";
import { tableNumber } from "./shared-table.js";

/** Publishes the formulas of a set. What cannot be published is reported. */
export interface Publisher {
  /** A condition or a check. */
  readonly formula: (path: Path, text: string) => string;
  readonly calculation: (path: Path, question: QuestionSource, type: ValueType) => PublishedCalculation;
}

/** By everything that they depend on: three languages, and most versions of a form, have most of them in common. */
const publishedFormulas = new Map<string, string>();
const publishedCalculations = new Map<string, PublishedCalculation>();

export function publisher(
  context: Context,
  tables: ReadonlyMap<string, Table>,
  named: (id: string) => Named | undefined,
): Publisher {
  const names: Names = { table: (name) => tables.get(name), list: listIn(context) };
  const attempt = <T>(path: Path, text: string, make: () => T, otherwise: T): T => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const message = inFormula(text, `${error.message}: ${correctFormula}`);
      context.report(context.form.questions, path, "formula", message);
      return otherwise;
    }
  };
  const formula = (text: string): string => {
    const expression = parseExpression(text);
    const key = JSON.stringify([text, dependencies([expression], () => undefined, names)]);
    return once(publishedFormulas, key, () => publish(expression, names.table, names.list));
  };
  const calculation = (text: string, when: string | undefined, type: ValueType): PublishedCalculation => {
    const value = parseExpression(text);
    const asked = condition(when);
    const whole = asked === undefined ? [value] : [value, asked];
    const key = JSON.stringify([text, asked && when, type, dependencies(whole, named, names)]);
    return once(publishedCalculations, key, () =>
      publishCalculation({ value, when: asked, type }, named, names),
    );
  };
  return {
    formula: (path, text) => attempt(path, text, () => formula(text), "0"),
    calculation: (path, { calculate, when }, type) => {
      const text = String(calculate);
      const otherwise = { formula: "0", tables: [] };
      return attempt([...path, "calculate"], text, () => calculation(text, when, type), otherwise);
    },
  };
}

interface Names {
  readonly table: (name: string) => Table | undefined;
  readonly list: (name: string) => readonly string[] | undefined;
}

function once<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

/** What the names in some formulas refer to, with those in the conditions of the questions that they name. */
function dependencies(
  formulas: readonly Expression[],
  named: (id: string) => Named | undefined,
  { table, list }: Names,
): unknown[] {
  const found = new Map<string, unknown>();
  const look = (expression: Expression): void =>
    visit(expression, (node) => {
      if (node.kind !== "id" || found.has(node.name)) return;
      const { type, when } = named(node.name) ?? {};
      const entries = table(node.name);
      found.set(node.name, [
        type,
        when && conditionKey(when),
        list(node.name),
        entries && tableNumber(entries),
      ]);
      if (when !== undefined) look(when);
    });
  formulas.forEach(look);
  return [...found];
}

const conditionKeys = new WeakMap<Expression, string>();

function conditionKey(when: Expression): string {
  const key = conditionKeys.get(when) ?? JSON.stringify(when);
  conditionKeys.set(when, key);
  return key;
}

/** One that cannot be parsed is reported as the condition. */
function condition(when: string | undefined): Expression | undefined {
  try {
    return when === undefined ? undefined : parseExpression(when);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}
