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
} from "@withholding-forms/interview";
import { correctFormula, inFormula } from "../problem.js";
import type { QuestionSource } from "../schema/questions.js";
import type { Path } from "../source.js";
import type { Context } from "./context.js";
import { listIn } from "./scope.js";

/** Publishes the formulas of a set. What cannot be published is reported. */
export interface Publisher {
  /** A condition or a check. */
  readonly formula: (path: Path, text: string) => string;
  readonly calculation: (path: Path, question: QuestionSource, type: ValueType) => PublishedCalculation;
}

/** Formulas of a form, published once for its three languages, unless its tables have words. */
const published = new WeakMap<ReadonlyMap<string, Table>, Map<string, unknown>>();

export function publisher(
  context: Context,
  tables: ReadonlyMap<string, Table>,
  variant: string,
  named: (id: string) => Named | undefined,
): Publisher {
  const known = published.get(tables) ?? new Map<string, unknown>();
  published.set(tables, known);
  const names = { table: (name: string) => tables.get(name), list: listIn(context) };
  /** `key` is unique for the kind of value that `make` gives. */
  const once = <T>(key: string, path: Path, text: string, make: () => T, otherwise: T): T => {
    const again = known.get(key);
    if (again !== undefined) return again as T;
    try {
      const made = make();
      known.set(key, made);
      return made;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const message = inFormula(text, `${error.message}: ${correctFormula}`);
      context.report(context.form.questions, path, "formula", message);
      return otherwise;
    }
  };
  return {
    formula: (path, text) =>
      once(text, path, text, () => publish(parseExpression(text), names.table, names.list), "0"),
    calculation: (path, { calculate, when }, type) => {
      const text = String(calculate);
      const make = (): PublishedCalculation =>
        publishCalculation({ value: parseExpression(text), when: condition(when), type }, named, names);
      const otherwise = { formula: "0", tables: [] };
      return once(`${variant} ${path.join(" ")}`, [...path, "calculate"], text, make, otherwise);
    },
  };
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
