import { type TableData, tableOf } from "@withholding-forms/catalog/model/table";
import {
  Decimal,
  ExpressionError,
  evaluate,
  fixed,
  type Language,
  parseExpression,
  type Scope,
  type Value,
} from "@withholding-forms/interview";
import type { Fault } from "../read/fault.js";
import { correctFormula, inFormula } from "../read/problem.js";
import type { Source } from "../read/source.js";
import type { WrittenCase } from "../schema/cases.js";
import type { Shape } from "../schema/schemas.js";
import { type FormFigures, resolveFormula, setOf } from "./figures.js";

type Cases = Source<Shape<"cases">>;

/** What the placeholders of a form's cases may name. */
export interface CaseScope {
  readonly figures: FormFigures;
  readonly tables: Readonly<Record<string, TableData>>;
  /** Of the printed edition. */
  readonly language: Language;
  /** Type of a tax parameter, by its id. */
  readonly parameterType: (id: string) => string | undefined;
}

/** `"{{ figure.childCredit * 2 }}"` in a case is replaced by its value with the figures of the form. */
export function resolveCases(cases: Cases, scope: CaseScope): { cases: Cases; faults: Fault[] } {
  const faults: Fault[] = [];
  const list = cases.data.list.map((one, index) => {
    if (!usesFigures(one)) return one;
    return resolveCase(one, scope, (message) =>
      faults.push({ source: cases, path: ["list", index], rule: "case", message: `${one.case}: ${message}` }),
    );
  });
  return { cases: { ...cases, data: { list } }, faults };
}

export function usesFigures(one: WrittenCase): boolean {
  return JSON.stringify(one).includes("{{");
}

type Complain = (message: string) => void;

function resolveCase(one: WrittenCase, scope: CaseScope, complain: Complain): WrittenCase {
  const fill = (text: string): Value => filled(text, scope, complain);
  const inner = (data: unknown, write: (value: Value) => string = String): unknown => {
    if (typeof data === "string") return data.includes("{{") ? write(fill(data)) : data;
    if (Array.isArray(data)) return data.map((item) => inner(item));
    if (typeof data !== "object" || data === null) return data;
    return Object.fromEntries(Object.entries(data).map(([key, item]) => [key, inner(item)]));
  };
  const { parameters, ...rest } = one;
  return {
    ...(inner(rest) as WrittenCase),
    ...(parameters === undefined
      ? {}
      : {
          parameters: Object.fromEntries(
            Object.entries(parameters).map(([id, text]) => [
              id,
              inner(text, (value) => parameterText(scope.parameterType(id), value)) as string | null,
            ]),
          ),
        }),
  };
}

/** A whole placeholder keeps its type; one within a sentence becomes part of it. */
function filled(text: string, scope: CaseScope, complain: Complain): Value {
  const [, whole] = /^\{\{((?:(?!\}\}).)+)\}\}$/s.exec(text) ?? [];
  if (whole !== undefined) return computed(whole, scope, complain);
  return text.replace(/\{\{((?:(?!\}\}).)+)\}\}/gs, (_, formula: string) =>
    String(computed(formula, scope, complain) ?? ""),
  );
}

function computed(formula: string, scope: CaseScope, complain: Complain): Value {
  const { figures, tables, language } = scope;
  const lookedUp: Scope = {
    value: () => undefined,
    table: (name) => {
      const raw = tables[name] ?? setOf(figures, name, "tables")?.tables.get(name);
      return raw === undefined ? undefined : tableOf(raw);
    },
    language,
  };
  const report = (message: string): void => complain(inFormula(`{{${formula}}}`, message));
  // The year of the form is `year` in sentences and `formYear` in formulas; `year(date)` is a function.
  const resolved = resolveFormula(formula.replace(/\byear\b(?!\s*\()/g, "formYear"), figures, report);
  try {
    const value = evaluate(parseExpression(resolved), lookedUp);
    if (value === undefined) report("it has no value: name figures and tables of the form");
    return value;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    report(`${error.message}: ${correctFormula}`);
    return undefined;
  }
}

/** As the service writes a parameter of that type. */
function parameterText(type: string | undefined, value: Value): string {
  if (!(value instanceof Decimal)) return String(value ?? "");
  return type === "dollarAmount" ? fixed(value, 2) : value.toString();
}
