import type { Completion } from "@withholding-forms/catalog/model/catalog";
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
import type { FillMode } from "@withholding-forms/pdf";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { isNeverFilled } from "../compile/page.js";
import { rawQuestions } from "../compile/questions.js";
import type { Path } from "../read/source.js";
import type { SetSource } from "../schema/questions.js";
import { type Completer, casesOf, completer, type Filling } from "./cases.js";
import { checkExamples, type Examples, pathName } from "./examples.js";
import { setPath } from "./place.js";
import { uncheckedClaims } from "./residence.js";

/**
 * Every path has answers that are accepted, or ends INELIGIBLE. On each path the promised parameters have values and every
 * calculation has a result. Every field of the page is filled on some path.
 */
export function checkFormPaths(parts: FormParts, compiled: Pick<CompiledContent, "shared">): void {
  const { examples, blocked, neverAsked } = checkExamples(parts, compiled.shared);
  reportBlocked(parts, blocked);
  // Other problems would only follow from that.
  if (blocked.length > 0) return;
  reportNeverAsked(parts, neverAsked);
  const seen: Seen = {
    run: completer(parts, compiled),
    filled: new Set(),
    worksheets: new Set(
      parts.form.printed.filter((field) => field.private !== undefined).map(({ name }) => name),
    ),
    once: onceEach(),
  };
  for (const example of examples) checkExample(parts, example, seen);
  for (const one of casesOf(parts.context.form.cases))
    if (one.problems === undefined) complete(parts, one, `the case "${one.case}"`, seen);
  reportUnfilled(parts, seen);
}

/** What the paths of one form have covered so far. */
interface Seen {
  readonly run: Completer;
  /** Fields in which something was printed. */
  readonly filled: Set<string>;
  /** Fields that only a preview shows, in which nothing was printed yet. */
  readonly worksheets: Set<string>;
  /** Reports a problem on the first path that has it. */
  readonly once: (key: string, report: () => void) => void;
}

function onceEach(): Seen["once"] {
  const keys = new Set<string>();
  return (key, report) => {
    if (!keys.has(key)) report();
    keys.add(key);
  };
}

function pathOf(parts: FormParts, federal: boolean, setId: string, ...rest: readonly string[]): Path {
  return setPath(parts, federal ? "federalSets" : "sets", setId, ...rest);
}

function reportBlocked(parts: FormParts, blocked: Examples["blocked"]): void {
  const { context } = parts;
  for (const { federal, formPath, why } of blocked) {
    const message = `found no answers for the path ${pathName(formPath)}: ${why}: correct the rule, or where \`next\` leads`;
    context.report(
      context.form.questions,
      pathOf(parts, federal, formPath.sets.at(-1) ?? "QS1"),
      "way",
      message,
    );
  }
}

function reportNeverAsked(parts: FormParts, neverAsked: Examples["neverAsked"]): void {
  const { context } = parts;
  for (const { federal, setId, id } of neverAsked) {
    const message = `found no answers with which "${id}" is asked: correct its \`when\``;
    context.report(context.form.questions, pathOf(parts, federal, setId, "questions", id), "way", message);
  }
}

/** Completes the form, and checks its parameters. */
function complete(parts: FormParts, one: Filling, about: string, seen: Seen): Completion {
  const { context, form, taxParameters } = parts;
  const result = seen.run(one, "SIGN");
  if (result.outcome !== "COMPLETE") return result;
  noteFilled(result, seen, "SIGN");
  if (seen.worksheets.size > 0) noteFilled(seen.run(one, "PREVIEW"), seen, "PREVIEW");
  const values = new Map(result.taxParameters.map(({ id, value }) => [id, value]));
  for (const [index, parameter] of form.parameters.entries()) {
    const fault = parameterFault(parameter, taxParameters.en[index]?.values, values.get(parameter.id));
    if (fault === undefined) continue;
    const message = `on ${about}, ${parameter.id} ${fault}`;
    seen.once(parameter.id, () =>
      context.report(context.form.parameters, [parameter.id], "parameter", message),
    );
  }
  for (const id of uncheckedClaims(parts, result.walk, values)) {
    const message = `on ${about}, ${id} ${values.get(id)} depends on where the home is: say it with \`residence\` at the question that claims it, or \`any\``;
    seen.once(`residence ${id}`, () => context.report(context.form.parameters, [id], "residence", message));
  }
  return result;
}

/** A preview counts only for what nothing else shows. */
function noteFilled(result: Completion, { filled, worksheets }: Seen, mode: FillMode): void {
  if (result.outcome !== "COMPLETE") return;
  for (const [name, value] of Object.entries(result.printed)) {
    if (value === "" || value === false || (mode === "PREVIEW" && !worksheets.has(name))) continue;
    filled.add(name);
    worksheets.delete(name);
  }
}

function checkExample(parts: FormParts, example: Examples["examples"][number], seen: Seen): void {
  const { context } = parts;
  const { questions } = context.form;
  const { about, federal, end } = example;
  const result = complete(parts, example, about, seen);
  if (result.outcome !== end) {
    const last = example.path.at(-1) ?? "QS1";
    const problems =
      result.outcome === "REFUSED" ? ` (${result.problems.map((one) => one.pointer).join(", ")})` : "";
    const message = `${about} is ${result.outcome}${problems}, not ${end}: correct the formulas of the page or the parameters`;
    seen.once(`${last} ${result.outcome}`, () =>
      context.report(questions, pathOf(parts, federal, last), "way", message),
    );
    return;
  }
  for (const question of calculatedOn(parts, federal, result.walk)) {
    const fault = noNumber(question.formula, result.walk.values, parts.tables);
    if (fault === undefined) continue;
    const message = `on ${about}, "${question.id}" ${fault}`;
    seen.once(question.id, () => context.report(questions, question.path, "formula", message));
  }
}

function reportUnfilled({ context, page }: FormParts, { filled, once }: Seen): void {
  for (const { name, value, role, ofOption, source, path } of page.fields) {
    if (isNeverFilled(value) || role !== undefined || ofOption || filled.has(name)) continue;
    const message = `nothing ever prints in "${name}": correct its formula, or write a case that prints in it`;
    once(`field ${name}`, () => context.report(source, path, "field", message));
  }
}

/** Calculations on the path, as their author wrote them. */
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
    const set = own ?? raw.sets[setId];
    return (set === undefined ? [] : calculatedIn(set))
      .filter(({ when }) => when === undefined || truth(evaluate(parseExpression(when), scope)))
      .map(({ id, formula }) => ({ id, path: pathOf(parts, federal, setId, "questions", id), formula }));
  });
}

interface WrittenCalculation {
  readonly id: string;
  readonly when: string | undefined;
  readonly formula: string;
}

const calculations = new WeakMap<SetSource, readonly WrittenCalculation[]>();

function calculatedIn(set: SetSource): readonly WrittenCalculation[] {
  const known =
    calculations.get(set) ??
    Object.entries(set.questions).flatMap(([id, { calculate, when }]) =>
      calculate === undefined ? [] : [{ id, when, formula: String(calculate) }],
    );
  calculations.set(set, known);
  return known;
}

/** Why a calculation has no number, although it counts as 0: it divides by 0, or a table has no entry for the word. */
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
  return look(parseExpression(formula));
}

function parameterFault(
  { type, when }: FormParts["form"]["parameters"][number],
  values: Readonly<Record<string, string>> | undefined,
  value: string | undefined,
): string | undefined {
  if (value === undefined)
    return when === undefined ? "has no value: give it a value there, or a `when`" : undefined;
  if (value === "") return "is empty: give it a value there, or a `when`";
  if (type === "code" && values !== undefined && !Object.hasOwn(values, value))
    return `is ${value}, which is not one of its codes: use a code of content/parameters.yaml`;
  if (type === "date" && isoDate(value) === undefined)
    return `is ${value}, which is not a date: write it as YYYY-MM-DD`;
  return undefined;
}
