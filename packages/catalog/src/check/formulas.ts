import {
  type Expression,
  ExpressionError,
  idsOf,
  parseExpression,
  type Question,
  type QuestionSet,
  typeOf,
  type ValueType,
  valueTypeOf,
  visit,
} from "@withholding-forms/interview";
import type { FormParts } from "../compile/form.js";
import { surroundings } from "../compile/scope.js";
import type { Path, Source } from "../source.js";
import { waysOf } from "./graph.js";

/**
 * Formulas parse, name known ids, fit their types, and conditions look only at answers given earlier on every way that
 * asks them.
 */
export function checkFormulas(parts: FormParts): void {
  const { context, form } = parts;
  const { questions, parameters } = context.form;
  const types = questionTypes(parts);
  for (const group of ["sets", "federalSets"] as const) {
    for (const [setId, set] of Object.entries((questions.data[group] ?? {}) as Record<string, RawSetLike>)) {
      for (const [id, question] of Object.entries(set.questions)) {
        const at: Path = [group, setId, "questions", id];
        const idType = (name: string): ValueType | undefined => types.get(name);
        if (question.calculate !== undefined) {
          const found = check(parts, questions, [...at, "calculate"], String(question.calculate), idType);
          if (found !== undefined)
            noPageFunctions(parts, questions, [...at, "calculate"], String(question.calculate), [
              "includes",
              "answered",
            ]);
        }
        if (question.when !== undefined)
          check(parts, questions, [...at, "when"], question.when, idType, "boolean");
        (question.checks ?? []).forEach((one, index) => {
          check(parts, questions, [...at, "checks", index], one.must, idType, "boolean");
        });
      }
    }
  }
  const helpers = new Map<string, ValueType>();
  const all = (name: string): ValueType | undefined =>
    types.get(name) ?? helpers.get(name) ?? surroundings[name];
  for (const [id, value] of Object.entries(form.helpers)) {
    if (types.has(id))
      context.report(questions, ["helpers", id], "duplicate-id", `"${id}" is a question too`);
    const found = check(parts, questions, ["helpers", id], value, all);
    if (found !== undefined) helpers.set(id, found);
  }
  for (const parameter of form.parameters) {
    const found = check(parts, parameters, [parameter.id], parameter.value, all);
    const wanted: Readonly<Record<string, readonly ValueType[]>> = {
      boolean: ["boolean"],
      dollarAmount: ["number"],
      integer: ["number"],
      percent: ["number", "text"],
      date: ["date", "text"],
      string: ["text", "date", "multi"],
      code: ["text", "multi"],
    };
    if (found !== undefined && !wanted[parameter.type]?.includes(found)) {
      context.report(
        parameters,
        [parameter.id],
        "parameter",
        `${parameter.id} is a ${parameter.type} but its value is a ${found}`,
      );
    }
    if (parameter.when !== undefined)
      check(parts, parameters, [parameter.id, "when"], parameter.when, all, "boolean");
  }
  const names = new Set<string>();
  for (const field of parts.page.fields) {
    if (names.has(field.name))
      context.report(field.source, field.path, "field", `two fields are named "${field.name}"`);
    names.add(field.name);
    if (field.value !== "")
      check(
        parts,
        field.source,
        field.path,
        field.value,
        all,
        field.kind === "check" ? "boolean" : undefined,
        "field",
      );
  }
  if (!parts.page.fields.some((field) => field.role === "signature")) {
    context.report(context.form.page, ["blocks"], "field", "nobody signs this page: it needs a sign block");
  }
  checkOrder(parts, parts.sets.en.plain, "sets");
  if (parts.sets.en.federal !== undefined) checkOrder(parts, parts.sets.en.federal, "federalSets");
}

interface RawSetLike {
  readonly questions: Readonly<
    Record<
      string,
      {
        readonly calculate?: string | number;
        readonly when?: string;
        readonly checks?: readonly { readonly must: string }[];
      }
    >
  >;
}

function questionTypes(parts: FormParts): Map<string, ValueType> {
  const types = new Map<string, ValueType>();
  const all = [...parts.sets.en.plain, ...(parts.sets.en.federal ?? [])].flatMap((set) => set.questions);
  for (const question of all) if (!question.isCalculated) types.set(question.id, valueTypeOf(question));
  // A calculated question has the type of its formula, which may use other calculated ones: settle from the simple upwards.
  const open = all.filter((question) => question.calculation !== undefined);
  for (let round = 0; round < open.length + 1; round++) {
    for (const question of open) {
      if (types.has(question.id)) continue;
      try {
        types.set(
          question.id,
          typeOf(parseExpression(question.calculation?.formula ?? "0"), (id) => types.get(id)),
        );
      } catch {
        // Reported where the formula itself is checked.
      }
    }
  }
  for (const question of open) if (!types.has(question.id)) types.set(question.id, valueTypeOf(question));
  return types;
}

function check(
  parts: FormParts,
  source: Source,
  path: Path,
  text: string,
  idType: (id: string) => ValueType | undefined,
  wanted?: ValueType,
  rule: "formula" | "field" = "formula",
): ValueType | undefined {
  try {
    const expression = parseExpression(text);
    checkTables(parts, expression);
    const found = typeOf(expression, idType);
    if (wanted !== undefined && found !== wanted)
      throw new ExpressionError(`gives a ${found}, not a ${wanted}`, 0);
    return found;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    parts.context.report(source, path, rule, `${error.message} in: ${text}`);
    return undefined;
  }
}

function checkTables(parts: FormParts, expression: Expression): void {
  visit(expression, (node) => {
    if (node.kind !== "call" || node.name !== "lookup") return;
    const [name] = node.operands;
    if (name?.kind === "id" && !parts.tables.has(name.name))
      throw new ExpressionError(`there is no table "${name.name}"`, 0);
  });
}

function noPageFunctions(
  parts: FormParts,
  source: Source,
  path: Path,
  text: string,
  banned: readonly string[],
): void {
  visit(parseExpression(text), (node) => {
    if (node.kind === "call" && banned.includes(node.name))
      parts.context.report(source, path, "formula", `${node.name}() cannot stand in a calculation: ${text}`);
  });
}

/** What a condition or calculation looks at must come before it on some way that asks it; a check may look at its own set. */
function checkOrder(parts: FormParts, list: readonly QuestionSet[], group: "sets" | "federalSets"): void {
  const source = parts.context.form.questions;
  const sets = new Map(list.map((set) => [set.id, set]));
  const told = new Set<string>();
  const before = new Map<string, Set<string>>();
  for (const path of waysOf(sets, "QS1")) {
    const seen = new Set<string>();
    for (const id of path.sets) {
      const set = sets.get(id);
      if (set === undefined) continue;
      for (const question of set.questions) {
        const key = `${id}/${question.id}`;
        before.set(key, union(before.get(key), seen));
        seen.add(question.id);
      }
      for (const question of set.questions)
        before.set(`${id}/${question.id}/checks`, union(before.get(`${id}/${question.id}/checks`), seen));
    }
  }
  const own = (source.data[group] ?? {}) as object;
  // A set that no way of this variant visits is proven with the variant that does.
  for (const set of list.filter((one) =>
    one.questions.some((question) => before.has(`${one.id}/${question.id}`)),
  )) {
    for (const question of set.questions) {
      const known = before.get(`${set.id}/${question.id}`) ?? new Set();
      const afterSet = before.get(`${set.id}/${question.id}/checks`) ?? new Set();
      const look = (formula: string | undefined, among: ReadonlySet<string>, what: string): void => {
        for (const id of formula === undefined ? [] : idsIn(formula)) {
          const key = `${set.id}/${question.id}/${what}/${id}`;
          if (among.has(id) || told.has(key)) continue;
          told.add(key);
          const at = Object.hasOwn(own, set.id) ? group : "sets";
          parts.context.report(
            source,
            [at, set.id, "questions", question.id],
            "condition",
            `${what} of "${question.id}" looks at "${id}", which is never asked before it`,
          );
        }
      };
      look(question.required.when, known, "when");
      look(question.calculation?.formula, known, "the calculation");
      for (const one of question.checks ?? []) look(one.formula, afterSet, "a check");
    }
  }
}

function union(known: Set<string> | undefined, more: ReadonlySet<string>): Set<string> {
  const result = known ?? new Set<string>();
  for (const one of more) result.add(one);
  return result;
}

function idsIn(formula: string): string[] {
  try {
    return idsOf(parseExpression(formula));
  } catch {
    return [];
  }
}

export function questionUsers(question: Question): string[] {
  return [
    question.required.when,
    question.calculation?.formula,
    ...(question.checks ?? []).map((one) => one.formula),
  ].flatMap((formula) => (formula === undefined ? [] : idsIn(formula)));
}
