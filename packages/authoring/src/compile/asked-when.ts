import {
  type Expression,
  ExpressionError,
  INELIGIBLE,
  type Named,
  parseExpression,
  type ValueType,
} from "@withholding-forms/interview";
import type { MappingSource, QuestionSource, SetSource } from "../schema/questions.js";

/** The sets of one variant of a form, as they are written. */
export type WrittenSets = Readonly<Record<string, SetSource>>;

/** What a formula in a set needs to know about the questions that it names: their types, and when they are asked. */
export function namedIn(
  sets: WrittenSets,
  typeOf: (question: QuestionSource) => ValueType,
): (setId: string) => (id: string) => Named | undefined {
  const edges = edgesOf(sets);
  const reached = pathConditions(edges);
  return (setId) => {
    const earlier = [...ancestors(edges, setId)];
    const found = new Map<string, Named | undefined>();
    const find = (id: string): Named | undefined => {
      const places = earlier.flatMap((at) => {
        const question = sets[at]?.questions[id];
        return question === undefined ? [] : [{ at, question }];
      });
      const [first] = places;
      if (first === undefined) return undefined;
      const type = typeOf(first.question);
      const conditions = places.map(({ question }) => conditionOf(question));
      const [when] = conditions;
      if (new Set(conditions).size === 1) return when === undefined ? { type } : { type, when: parsed(when) };
      // Asked under another condition in another set: the path decides.
      const all = places.map(({ at }, index) => {
        const own = conditions[index];
        return both(reached(at), own === undefined ? always : parsed(own));
      });
      return { type, when: all.reduce(either) };
    };
    return (id) => {
      if (!found.has(id)) found.set(id, find(id));
      return found.get(id);
    };
  };
}

/** The formula of a calculated question has its condition already. */
function conditionOf({ calculate, when }: QuestionSource): string | undefined {
  return calculate === undefined ? when : undefined;
}

/** A formula that cannot be parsed is reported where it is published. */
function parsed(text: string): Expression {
  try {
    return parseExpression(text);
  } catch (error) {
    if (error instanceof ExpressionError) return always;
    throw error;
  }
}

interface Edge {
  readonly from: string;
  readonly to: string;
  /** Without one, every answer leads there. */
  readonly condition?: Expression;
}

function edgesOf(sets: WrittenSets): readonly Edge[] {
  return Object.entries(sets).flatMap(([from, { next }]): Edge[] => {
    if (next === undefined) return [];
    if (typeof next === "string") return isSet(next) ? [{ from, to: next }] : [];
    const { by, otherwise, ...answers } = next;
    const listed = Object.entries(answers);
    const some = listed.flatMap(([value, to]): Edge[] =>
      isSet(to) ? [{ from, to, condition: isAnswer(by, value) }] : [],
    );
    if (otherwise === undefined || !isSet(otherwise)) return some;
    const others = listed.map(([value]) => isAnswer(by, value)).reduce(either, never);
    return [...some, { from, to: otherwise, condition: { kind: "not", operand: others } }];
  });
}

function isSet(to: MappingSource): to is string {
  return typeof to === "string" && to !== INELIGIBLE;
}

function isAnswer(id: string, value: string): Expression {
  const answer: Expression = { kind: "id", name: id };
  if (value === "true") return answer;
  if (value === "false") return { kind: "not", operand: answer };
  return { kind: "binary", operator: "==", left: answer, right: { kind: "text", value } };
}

/** The set and those before it on some path. */
function ancestors(edges: readonly Edge[], setId: string): ReadonlySet<string> {
  const found = new Set([setId]);
  for (const at of found) for (const { from, to } of edges) if (to === at) found.add(from);
  return found;
}

/** When a path leads to a set. */
function pathConditions(edges: readonly Edge[]): (setId: string) => Expression {
  const known = new Map<string, Expression>();
  const of = (setId: string): Expression => {
    const ready = known.get(setId);
    if (ready !== undefined) return ready;
    // Sets that lead to each other are reported by the check.
    known.set(setId, never);
    const incoming = edges.filter(({ to }) => to === setId);
    const found =
      incoming.length === 0
        ? always
        : incoming.map(({ from, condition = always }) => both(of(from), condition)).reduce(either);
    known.set(setId, found);
    return found;
  };
  return of;
}

const always: Expression = { kind: "boolean", value: true };
const never: Expression = { kind: "boolean", value: false };

function both(left: Expression, right: Expression): Expression {
  if (left === always) return right;
  return right === always ? left : { kind: "binary", operator: "and", left, right };
}

function either(left: Expression, right: Expression): Expression {
  if (left === never) return right;
  return right === never ? left : { kind: "binary", operator: "or", left, right };
}
