import type { TableData, TableValue } from "@withholding-forms/catalog/model/table";
import type { GivenBy } from "@withholding-forms/contract";
import { type Expression, ExpressionError, parseExpression } from "@withholding-forms/interview";
import type { Context } from "./context.js";
import { allQuestions, questionsById } from "./page.js";
import { answerKind, optionsOf, rawQuestions } from "./questions.js";

/**
 * Which answers give each code of a parameter, found by following its formula through helpers, calculations, and
 * tables. A code that depends on amounts, dates, or several choices together is left out: a list of answers would be
 * wrong or endless.
 */
export function givenBy(context: Context, formula: string, codes: readonly string[]): GivenBy | undefined {
  try {
    const found = valuesOf(new Scope(context), parseExpression(formula));
    const entries = codes.flatMap((code) => {
      const boxes = found?.get(code);
      return boxes === undefined || boxes.length === 0 ? [] : [[code, published(boxes)] as const];
    });
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  } catch (error) {
    // A formula that cannot be read is reported where formulas are checked.
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

type Answer = string | boolean | null;

/** Answers that are allowed together: for each question some of its answers, null where it is not asked. */
type Box = ReadonlyMap<string, ReadonlySet<Answer>>;

/** Where a condition is true and where it is false. Undefined: not decided by choices alone. */
type Truth = { readonly yes: readonly Box[]; readonly no: readonly Box[] } | undefined;
type Values = ReadonlyMap<string, readonly Box[]> | undefined;

const everywhere: readonly Box[] = [new Map()];
const nothing: NonNullable<Values> = new Map();
const maxBoxes = 24;
const maxDepth = 40;

class Scope {
  readonly context: Context;
  private readonly depth: number;

  constructor(context: Context, depth = 0) {
    this.context = context;
    this.depth = depth;
  }

  /** A helper or a calculation is replaced by its formula. */
  inside(formula: string): { readonly scope: Scope; readonly expression: Expression } {
    if (this.depth > maxDepth) throw new ExpressionError("formulas refer to each other", 0);
    return { scope: new Scope(this.context, this.depth + 1), expression: parseExpression(formula) };
  }

  formulaOf(id: string): string | undefined {
    const { helpers } = rawQuestions(this.context.form.questions);
    if (Object.hasOwn(helpers, id)) return helpers[id];
    const question = questionsById(this.context).get(id);
    return question?.calculate === undefined ? undefined : String(question.calculate);
  }

  /** Every answer of a choice, and null; undefined for other questions. */
  answersOf(id: string): readonly Answer[] | undefined {
    const answers = new Set<Answer>();
    // A question may be in several sets with other options.
    for (const [name, question] of allQuestions(this.context)) {
      if (name !== id) continue;
      const kind = answerKind(this.context, question);
      const options = kind.value === "boolean" ? [true, false] : [...optionsOf(question, kind).keys()];
      if (question.calculate !== undefined || options.length === 0 || kind.value === "multi")
        return undefined;
      for (const option of options) answers.add(option);
    }
    return answers.size === 0 ? undefined : [...answers, null];
  }

  table(name: string): TableData | undefined {
    return rawQuestions(this.context.form.questions).tables[name];
  }
}

function valuesOf(scope: Scope, expression: Expression): Values {
  switch (expression.kind) {
    case "text":
      return new Map([[expression.value, everywhere]]);
    case "choose": {
      const condition = truthOf(scope, expression.condition);
      if (condition === undefined) return undefined;
      // A branch that is never taken, such as that for federal values, may contain anything.
      const yes = condition.yes.length === 0 ? nothing : valuesOf(scope, expression.yes);
      const no = condition.no.length === 0 ? nothing : valuesOf(scope, expression.no);
      if (yes === undefined || no === undefined) return undefined;
      return merged([limited(yes, condition.yes), limited(no, condition.no)]);
    }
    case "id": {
      const formula = scope.formulaOf(expression.name);
      if (formula !== undefined) {
        const { scope: inner, expression: meant } = scope.inside(formula);
        return valuesOf(inner, meant);
      }
      const answers = scope.answersOf(expression.name);
      return answers === undefined
        ? undefined
        : new Map(answers.map((answer) => [String(answer ?? ""), [only(expression.name, [answer])]]));
    }
    case "call":
      return expression.name === "lookup" ? lookedUp(scope, expression.operands) : undefined;
    default:
      return undefined;
  }
}

/** A table of words, by the values of its keys. */
function lookedUp(scope: Scope, [name, ...keys]: readonly Expression[]): Values {
  const table = name?.kind === "id" ? scope.table(name.name) : undefined;
  return table === undefined ? undefined : below(scope, table, keys);
}

function below(scope: Scope, table: TableData | TableValue, keys: readonly Expression[]): Values {
  const [key, ...rest] = keys;
  if (typeof table !== "object") return new Map([[String(table), everywhere]]);
  const values = key === undefined ? undefined : valuesOf(scope, key);
  if (values === undefined || !("words" in table)) return undefined;
  const parts: Values[] = [...values].map(([word, boxes]) => {
    const next = Object.hasOwn(table.words, word) ? table.words[word] : undefined;
    const inner = next === undefined ? new Map([["", everywhere]]) : below(scope, next, rest);
    return inner === undefined ? undefined : limited(inner, boxes);
  });
  return parts.some((part) => part === undefined) ? undefined : merged(parts);
}

function truthOf(scope: Scope, expression: Expression): Truth {
  switch (expression.kind) {
    case "boolean":
      return expression.value ? { yes: everywhere, no: [] } : { yes: [], no: everywhere };
    case "not": {
      const inner = truthOf(scope, expression.operand);
      return inner === undefined ? undefined : { yes: inner.no, no: inner.yes };
    }
    case "binary":
      return truthOfPair(scope, expression);
    case "choose": {
      const condition = truthOf(scope, expression.condition);
      if (condition?.yes.length === 0) return truthOf(scope, expression.no);
      if (condition?.no.length === 0) return truthOf(scope, expression.yes);
      return either(
        both(condition, truthOf(scope, expression.yes)),
        both(opposite(condition), truthOf(scope, expression.no)),
      );
    }
    case "id":
      return truthOfId(scope, expression.name);
    case "call":
      return expression.name === "answered" ? isAnswered(scope, expression.operands[0]) : undefined;
    default:
      return undefined;
  }
}

function truthOfPair(
  scope: Scope,
  { operator, left, right }: Extract<Expression, { kind: "binary" }>,
): Truth {
  if (operator === "and") return both(truthOf(scope, left), truthOf(scope, right));
  if (operator === "or")
    return opposite(both(opposite(truthOf(scope, left)), opposite(truthOf(scope, right))));
  if (operator !== "==" && operator !== "!=") return undefined;
  const values = right.kind === "text" ? valuesOf(scope, left) : undefined;
  if (values === undefined || right.kind !== "text") return undefined;
  const same = values.get(right.value) ?? [];
  const other = [...values].flatMap(([value, boxes]) => (value === right.value ? [] : boxes));
  return operator === "==" ? { yes: same, no: other } : { yes: other, no: same };
}

function truthOfId(scope: Scope, id: string): Truth {
  const formula = scope.formulaOf(id);
  if (formula !== undefined) {
    const { scope: inner, expression } = scope.inside(formula);
    return truthOf(inner, expression);
  }
  const answers = scope.answersOf(id);
  return answers?.includes(true) ? { yes: [only(id, [true])], no: [only(id, [false, null])] } : undefined;
}

/** Without federal values in the request: these have their own conditions. */
function isAnswered(scope: Scope, operand: Expression | undefined): Truth {
  if (operand?.kind !== "id") return undefined;
  if (operand.name.startsWith("federal.")) return { yes: [], no: everywhere };
  const answers = scope.answersOf(operand.name);
  if (answers === undefined) return undefined;
  const given = answers.filter((answer) => answer !== null);
  return { yes: [only(operand.name, given)], no: [only(operand.name, [null])] };
}

function only(id: string, answers: readonly Answer[]): Box {
  return new Map([[id, new Set(answers)]]);
}

function opposite(truth: Truth): Truth {
  return truth === undefined ? undefined : { yes: truth.no, no: truth.yes };
}

function both(left: Truth, right: Truth): Truth {
  if (left === undefined || right === undefined) return undefined;
  return {
    yes: crossed(left.yes, right.yes),
    // If the left one is true, the right one decides.
    no: [...left.no, ...crossed(left.yes, right.no)],
  };
}

function either(left: Truth, right: Truth): Truth {
  return opposite(both(opposite(left), opposite(right)));
}

function limited(values: NonNullable<Values>, boxes: readonly Box[]): NonNullable<Values> {
  return new Map([...values].map(([value, own]) => [value, crossed(own, boxes)]));
}

function merged(parts: readonly Values[]): NonNullable<Values> {
  const all = new Map<string, readonly Box[]>();
  for (const part of parts)
    for (const [value, boxes] of part ?? []) all.set(value, [...(all.get(value) ?? []), ...boxes]);
  return all;
}

/** What both lists allow. Too many combinations explain nothing. */
function crossed(left: readonly Box[], right: readonly Box[]): readonly Box[] {
  const found = left.flatMap((one) => right.flatMap((other) => crossedBox(one, other) ?? []));
  if (found.length > maxBoxes) throw new ExpressionError("too many combinations of answers", 0);
  return found;
}

function crossedBox(left: Box, right: Box): Box | undefined {
  const box = new Map(left);
  for (const [id, answers] of right) {
    const known = box.get(id);
    const common = known === undefined ? answers : new Set([...answers].filter((one) => known.has(one)));
    if (common.size === 0) return undefined;
    box.set(id, common);
  }
  return box;
}

/** Strings only, as answers can be sent: a generated client has no type for a list of strings, booleans, and nulls. */
function published(boxes: readonly Box[]): GivenBy[string] {
  const text = (answer: Answer) => (answer === null ? "" : String(answer));
  return joined(boxes).map((box) =>
    Object.fromEntries([...box].map(([id, answers]) => [id, [...answers].map(text)])),
  );
}

/** Boxes that differ in the answers of one question are one box with all of these answers. */
function joined(boxes: readonly Box[]): readonly Box[] {
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1)) {
      const union = joinedBox(one, other);
      if (union !== undefined) return joined([...boxes.filter((box) => box !== one && box !== other), union]);
    }
  return boxes;
}

function joinedBox(one: Box, other: Box): Box | undefined {
  if (one.size !== other.size || [...one.keys()].some((id) => !other.has(id))) return undefined;
  const differing = [...one].filter(([id, answers]) => {
    const theirs = other.get(id) ?? new Set();
    return answers.size !== theirs.size || [...answers].some((answer) => !theirs.has(answer));
  });
  const [first, second] = differing;
  if (second !== undefined) return undefined;
  if (first === undefined) return one;
  return new Map([...one, [first[0], new Set([...first[1], ...(other.get(first[0]) ?? [])])]]);
}
