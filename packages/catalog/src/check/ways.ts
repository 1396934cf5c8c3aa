import {
  type Expression,
  evaluate,
  isoDate,
  number,
  parseExpression,
  truth,
  type Value,
  type Walk,
} from "@withholding-forms/interview";
import type { Completion } from "../catalog.js";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { casesOf, filler } from "./cases.js";
import { examplesOf, wayName } from "./examples.js";

/** Enough for every way of a form that a person can follow, and quick enough for all forms at once. */
const limits = { ways: 40, answers: 60 };

/**
 * Every way can be walked with answers that fit and is then taken, or ends INELIGIBLE; on each the promised parameters
 * come out; every calculation has a result; every field of the page gets something on some way.
 */
export function checkWays(parts: FormParts, compiled: Pick<CompiledContent, "shared">): void {
  const { context, form } = parts;
  const { questions, parameters } = context.form;
  const at = (federal: boolean, ...path: readonly string[]): string[] => {
    const own = (questions.data["federalSets"] ?? {}) as object;
    return [federal && Object.hasOwn(own, path[0] ?? "") ? "federalSets" : "sets", ...path];
  };
  const { examples, blocked, neverAsked } = examplesOf(parts, compiled.shared, limits);
  for (const { federal, way, why } of blocked) {
    const message = `no answers were found for the way ${wayName(way)}: ${why}`;
    context.report(questions, at(federal, way.sets.at(-1) ?? "QS1"), "way", message);
  }
  for (const { federal, setId, id } of neverAsked) {
    const message = `no answers were found with which "${id}" is asked`;
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
    for (const [name, value] of Object.entries(result.printed))
      if (value !== "" && value !== false) fed.add(name);
    const values = new Map(result.taxParameters.map(({ id, value }) => [id, value]));
    for (const parameter of form.parameters) {
      const fault = parameterFault(parameter, values.get(parameter.id));
      if (fault !== undefined)
        once(parameter.id, () =>
          context.report(parameters, [parameter.id], "parameter", `${parameter.id} ${fault} on ${about}`),
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
          result.outcome === "REFUSED" ? result.problems.map((one) => one.pointer).join(", ") : "";
        const message = `${example.about} is ${result.outcome}, not ${example.end} ${problems}`.trimEnd();
        context.report(questions, at(federal, last), "way", message);
      });
    else
      for (const question of calculatedOn(parts, federal, result.walk)) {
        if (!dividesByZero(question.formula, result.walk.values)) continue;
        const path = at(federal, question.setId, "questions", question.id);
        const message = `"${question.id}" divides by 0 on ${example.about}`;
        once(question.id, () => context.report(questions, path, "formula", message));
      }
  }
  for (const one of casesOf(context.form.cases))
    if (one.problems === undefined) see(one, `the case "${one.case}"`);
  for (const field of parts.page.fields) {
    if (isBlank(field.value) || field.role !== undefined || field.ofOption || fed.has(field.name)) continue;
    once(`field ${field.name}`, () =>
      context.report(field.source, field.path, "field", `nothing ever prints in "${field.name}"`),
    );
  }
}

/** Left for somebody to fill in by hand. */
function isBlank(value: string): boolean {
  return value === "" || value === '""';
}

function calculatedOn(
  parts: FormParts,
  federal: boolean,
  walked: Walk,
): { readonly setId: string; readonly id: string; readonly formula: string }[] {
  const { plain, federal: withFederal } = parts.sets.en;
  const sets = federal ? (withFederal ?? plain) : plain;
  return sets
    .filter((set) => walked.path.includes(set.id))
    .flatMap((set) =>
      set.questions.flatMap(({ id, calculation }) =>
        calculation?.formula.includes("/") === true
          ? [{ setId: set.id, id, formula: calculation.formula }]
          : [],
      ),
    );
}

function dividesByZero(formula: string, values: ReadonlyMap<string, Value>): boolean {
  const scope = { value: (id: string) => values.get(id) };
  const look = (node: Expression): boolean => {
    switch (node.kind) {
      case "negate":
      case "not":
        return look(node.operand);
      case "binary":
        if (look(node.left) || look(node.right)) return true;
        return node.operator === "/" && number(evaluate(node.right, scope)).isZero();
      case "choose":
        return look(node.condition) || look(truth(evaluate(node.condition, scope)) ? node.yes : node.no);
      default:
        return false;
    }
  };
  return look(parseExpression(formula));
}

function parameterFault(
  { type, values, when }: FormParts["form"]["parameters"][number],
  value: string | undefined,
): string | undefined {
  if (value === undefined) return when === undefined ? "does not come out" : undefined;
  if (value === "") return "comes out empty";
  if (type === "code" && values !== undefined && !Object.hasOwn(values, value))
    return `comes out as ${value}, which its values do not list,`;
  if (type === "date" && isoDate(value) === undefined) return `comes out as ${value}, which is no date,`;
  return undefined;
}
