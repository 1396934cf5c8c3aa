import {
  type Expression,
  evaluate,
  isoDate,
  number,
  parseExpression,
  type Table,
  truth,
  type Value,
  type Walk,
} from "@withholding-forms/interview";
import type { Completion } from "../../model/catalog.js";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { isNeverFilled } from "../compile/page.js";
import { rawQuestions } from "../compile/questions.js";
import type { Path } from "../source.js";
import { casesOf, filler } from "./cases.js";
import { examplesOf, wayName } from "./examples.js";
import { setPath } from "./place.js";

/** Enough for every way of a form that a person can follow, and quick enough for all forms at once. */
const limits = { ways: 40, answers: 60 };

/**
 * Every way can be walked with answers that fit and is then taken, or ends INELIGIBLE; on each the promised parameters
 * come out; every calculation has a result; every field of the page gets something on some way.
 */
export function checkWays(parts: FormParts, compiled: Pick<CompiledContent, "shared">): void {
  const { context, form } = parts;
  const { questions, parameters } = context.form;
  const at = (federal: boolean, setId: string, ...rest: readonly string[]): Path =>
    setPath(parts, federal ? "federalSets" : "sets", setId, ...rest);
  const { examples, blocked, neverAsked } = examplesOf(parts, compiled.shared, limits);
  for (const { federal, way, why } of blocked) {
    const message = `no answers were found for the path ${wayName(way)}: ${why}: correct the rule, or where \`next\` leads`;
    context.report(questions, at(federal, way.sets.at(-1) ?? "QS1"), "way", message);
  }
  // What follows would only follow from that.
  if (blocked.length > 0) return;
  for (const { federal, setId, id } of neverAsked) {
    const message = `no answers were found with which "${id}" is asked: correct its \`when\``;
    context.report(questions, at(federal, setId, "questions", id), "way", message);
  }

  const told = new Set<string>();
  const once = (key: string, tell: () => void): void => {
    if (!told.has(key)) tell();
    told.add(key);
  };
  const fed = new Set<string>();
  const fill = filler(parts, compiled);
  const see = (one: Parameters<typeof fill>[0], about: string): Completion => {
    const result = fill(one);
    if (result.outcome !== "COMPLETE") return result;
    for (const [name, value] of Object.entries(result.printed.byName()))
      if (value !== "" && value !== false) fed.add(name);
    const values = new Map(result.taxParameters.map(({ id, value }) => [id, value]));
    for (const parameter of form.parameters) {
      const fault = parameterFault(parameter, values.get(parameter.id));
      if (fault !== undefined)
        once(parameter.id, () =>
          context.report(parameters, [parameter.id], "parameter", `on ${about}, ${parameter.id} ${fault}`),
        );
    }
    return result;
  };
  for (const example of examples) {
    const last = example.path.at(-1) ?? "QS1";
    const { federal } = example;
    const result = see(example, example.about);
    if (result.outcome !== example.end)
      once(`${last} ${result.outcome}`, () => {
        const problems =
          result.outcome === "REFUSED" ? ` (${result.problems.map((one) => one.pointer).join(", ")})` : "";
        const message = `${example.about} is ${result.outcome}${problems}, not ${example.end}: correct the formulas of the page or the parameters`;
        context.report(questions, at(federal, last), "way", message);
      });
    else
      for (const question of calculatedOn(parts, federal, result.walk)) {
        const fault = noNumber(question.formula, result.walk.values, parts.tables);
        if (fault === undefined) continue;
        const message = `on ${example.about}, "${question.id}" ${fault}`;
        once(question.id, () => context.report(questions, question.path, "formula", message));
      }
  }
  for (const one of casesOf(context.form.cases))
    if (one.problems === undefined) see(one, `the case "${one.case}"`);
  for (const field of parts.page.fields) {
    if (isNeverFilled(field.value) || field.role !== undefined || field.ofOption || fed.has(field.name))
      continue;
    once(`field ${field.name}`, () =>
      context.report(
        field.source,
        field.path,
        "field",
        `nothing ever prints in "${field.name}": correct its formula, or write a case that prints in it`,
      ),
    );
  }
}

/** Calculations on the way, as their author wrote them. */
function calculatedOn(
  parts: FormParts,
  federal: boolean,
  walked: Walk,
): { readonly id: string; readonly path: Path; readonly formula: string }[] {
  const raw = rawQuestions(parts.context.form.questions);
  const scope = {
    value: (id: string) => walked.values.get(id),
    table: (name: string) => parts.tables.get(name),
  };
  return walked.path.flatMap((setId) => {
    const own = federal ? raw.federalSets?.[setId] : undefined;
    return Object.entries((own ?? raw.sets[setId])?.questions ?? {}).flatMap(([id, { calculate, when }]) => {
      if (calculate === undefined || (when !== undefined && !truth(evaluate(parsed(when), scope)))) return [];
      const path = setPath(parts, federal ? "federalSets" : "sets", setId, "questions", id);
      return [{ id, path, formula: String(calculate) }];
    });
  });
}

/** Where a calculation has no number, although 0 is taken for it: it divides by 0, or a table lacks the word. */
function noNumber(
  formula: string,
  values: ReadonlyMap<string, Value>,
  tables: ReadonlyMap<string, Table>,
): string | undefined {
  const scope = { value: (id: string) => values.get(id), table: (name: string) => tables.get(name) };
  const look = (node: Expression): string | undefined => {
    switch (node.kind) {
      case "negate":
      case "not":
        return look(node.operand);
      case "binary":
        if (node.operator === "/" && number(evaluate(node.right, scope)).isZero())
          return "divides by 0: guard it with ? :";
        return look(node.left) ?? look(node.right);
      case "choose":
        return look(node.condition) ?? look(truth(evaluate(node.condition, scope)) ? node.yes : node.no);
      case "call":
        if (node.name === "lookup" && evaluate(node, scope) === undefined)
          return "finds nothing in its table: add the missing word to the table";
        return node.operands.map(look).find((fault) => fault !== undefined);
      default:
        return undefined;
    }
  };
  return look(parsed(formula));
}

const formulas = new Map<string, Expression>();

function parsed(formula: string): Expression {
  const expression = formulas.get(formula) ?? parseExpression(formula);
  formulas.set(formula, expression);
  return expression;
}

function parameterFault(
  { type, values, when }: FormParts["form"]["parameters"][number],
  value: string | undefined,
): string | undefined {
  if (value === undefined)
    return when === undefined ? "does not come out: give it a value there, or a `when`" : undefined;
  if (value === "") return "comes out empty: give it a value there, or a `when`";
  if (type === "code" && values !== undefined && !Object.hasOwn(values, value))
    return `comes out as ${value}, which is not among its codes: use a code of content/parameters.yaml`;
  if (type === "date" && isoDate(value) === undefined)
    return `comes out as ${value}, which is no date: write it as YYYY-MM-DD`;
  return undefined;
}
