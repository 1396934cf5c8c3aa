import {
  Decimal,
  type Value as EngineValue,
  newProgress,
  parseExpression,
  readSet,
  visit,
} from "@withholding-forms/interview";
import type { Answers, Question, QuestionSet, Value } from "./types.js";

/** Values by question ID, as `view.values` and `readValues` return them. A string is text, never a number. */
export type Values =
  | ReadonlyMap<string, Value | number>
  | Readonly<Record<string, Value | number | undefined>>;

/** The value of a calculated question; undefined if it is not asked or has no value. */
export function calculate(question: Question, values: Values): Value | undefined {
  if (question.calculation === undefined) return undefined;
  const given = values instanceof Map ? [...values] : Object.entries(values);
  const known = new Map<string, EngineValue>(given.map(([id, value]) => [id, engineValue(value)]));
  refuseTextAsNumber(question.calculation.formula, known);
  known.delete(question.id);
  const progress = newProgress();
  for (const [id, value] of known) progress.values.set(id, value);
  readSet(alone(question), {}, progress);
  return progress.values.get(question.id) as Value | undefined;
}

/** Reads typed answers with the questions of the sets, in order, and computes calculated questions. */
export function readValues(sets: readonly QuestionSet[], answers: Answers): ReadonlyMap<string, Value> {
  const progress = newProgress();
  for (const set of sets) readSet(set, answers, progress);
  return progress.values as ReadonlyMap<string, Value>;
}

function engineValue(value: Value | number | undefined): EngineValue {
  if (typeof value === "number") return new Decimal(value);
  if (typeof value !== "object" || isList(value) || value instanceof Decimal) return value;
  return new Decimal(value.toString());
}

function isList(value: object): value is readonly string[] {
  return Array.isArray(value);
}

function alone(question: Question): QuestionSet {
  return {
    id: "",
    questions: [question],
    breadcrumbTitle: "",
    navigation: { navigationType: "CONSTANT", navigationMapping: { hasMoreQuestions: false } },
  };
}

/** A typed answer such as "2" would silently count as zero. */
function refuseTextAsNumber(formula: string, known: ReadonlyMap<string, EngineValue>): void {
  visit(parseExpression(formula), (node) => {
    if (node.kind !== "binary") return;
    const { left, right } = node;
    const numeric = "+-*/".includes(node.operator) || left.kind === "number" || right.kind === "number";
    for (const side of [left, right]) {
      if (numeric && side.kind === "id" && typeof known.get(side.name) === "string")
        throw new TypeError(`${side.name} is needed as a number; read typed answers with readValues first.`);
    }
  });
}
