import { readAnswer } from "./answer.js";
import { Decimal, round } from "./decimal.js";
import { evaluate, type Scope, truth, type Value } from "./evaluate.js";
import { type Expression, parseExpression } from "./expression.js";
import { fillPerjury } from "./perjury.js";
import {
  INELIGIBLE,
  type Navigation,
  type NavigationMapping,
  type Question,
  type QuestionSet,
} from "./types.js";

/** Where the sets come from: a map on the server, what was fetched so far in a client. */
export type SetSource = (questionSetId: string) => QuestionSet | undefined;

export type Answers = Readonly<Record<string, unknown>>;

export interface Problem {
  readonly questionId: string;
  readonly code: "REQUIRED" | "INVALID" | "CHECK" | "UNKNOWN";
  /** The question's own words; absent for an id that no question has. */
  readonly message?: string;
}

export interface Walk {
  readonly path: readonly string[];
  /** STOPPED: a problem, or a set the source does not have, left the way unknown. */
  readonly end: "COMPLETE" | "INELIGIBLE" | "STOPPED";
  /** Answers on the path, read, and calculated values. */
  readonly values: ReadonlyMap<string, Value>;
  /** Ids of the answers that belong to the path, in order: what a client submits. */
  readonly used: readonly string[];
  readonly problems: readonly Problem[];
  /** Answers of this form that are off the path: not printed, not checked. */
  readonly ignored: readonly string[];
  /** With its variables filled in. */
  readonly perjuryStatement?: string;
}

/**
 * Walks a whole set of answers from the first question set to an end and lists every problem at once. `known` are
 * all question ids of the form; an answer to any other id is a problem.
 */
export function walk(source: SetSource, start: string, answers: Answers, known: KnownQuestions): Walk {
  const values = new Map<string, Value>();
  const labels = new Map<string, string>();
  const path: string[] = [];
  const used: string[] = [];
  const problems: Problem[] = [];
  const visited = new Set<string>();
  let end: Walk["end"] = "STOPPED";
  let perjury: string | undefined;
  let at: string | undefined = start;
  while (at !== undefined && !path.includes(at)) {
    const set = source(at);
    if (set === undefined) break;
    path.push(at);
    for (const question of set.questions) visited.add(question.id);
    readSet(set, answers, { values, labels, used, problems });
    const mapping = follow(set.navigation, values);
    if (mapping === undefined) break;
    at = mapping.nextQuestionSetId;
    if (at === INELIGIBLE) {
      end = "INELIGIBLE";
      break;
    }
    if (!mapping.hasMoreQuestions) {
      end = "COMPLETE";
      perjury = mapping.perjuryStatement;
      break;
    }
  }
  const ignored: string[] = [];
  for (const id of Object.keys(answers)) {
    if (values.has(id) || used.includes(id) || problems.some((problem) => problem.questionId === id))
      continue;
    const questions = known(id);
    if (questions.length === 0) problems.push({ questionId: id, code: "UNKNOWN" });
    // Where the way is unknown, an answer further on may still be needed: check its form, do not call it stale.
    else if (end === "STOPPED" && !visited.has(id)) problems.push(...lookAhead(questions, answers[id]));
    else if (!questions.every((question) => question.isCalculated)) ignored.push(id);
  }
  return {
    path,
    end,
    values,
    used,
    problems,
    ignored,
    ...(perjury === undefined
      ? {}
      : { perjuryStatement: fillPerjury(perjury, (id) => printable(id, values, labels)) }),
  };
}

/** Every question of the form that has this id (one a set); empty for an id the form does not know. */
export type KnownQuestions = (id: string) => readonly Question[];

interface Progress {
  readonly values: Map<string, Value>;
  /** Labels of chosen options, for perjury statements. */
  readonly labels: Map<string, string>;
  readonly used: string[];
  readonly problems: Problem[];
}

/** Reads the answers of one set; what a wizard checks when the person presses "next". */
export function readSet(set: QuestionSet, answers: Answers, progress: Progress): void {
  const scope: Scope = { value: (id) => progress.values.get(id) };
  for (const question of set.questions) {
    const { when } = question.required;
    if (when !== undefined && !truth(evaluate(parsed(when), scope))) continue;
    if (question.calculation !== undefined) {
      const { formula, scale, roundingMode } = question.calculation;
      const value = evaluate(parsed(formula), scope);
      if (value !== undefined) {
        progress.values.set(
          question.id,
          value instanceof Decimal ? round(value, scale, roundingMode) : value,
        );
      }
      continue;
    }
    readQuestion(question, answers[question.id], progress);
  }
  for (const question of set.questions) {
    if (!progress.values.has(question.id)) continue;
    const broken = question.checks?.find((check) => !truth(evaluate(parsed(check.formula), scope)));
    if (broken !== undefined)
      progress.problems.push({ questionId: question.id, code: "CHECK", message: broken.message });
  }
}

export function newProgress(): Progress {
  return { values: new Map(), labels: new Map(), used: [], problems: [] };
}

function readQuestion(question: Question, raw: unknown, progress: Progress): void {
  const read = readAnswer(question, raw);
  if ("value" in read) {
    progress.values.set(question.id, read.value);
    progress.used.push(question.id);
    const label = question.questionOptions?.find(
      (option) => String(option.value) === String(read.value),
    )?.label;
    if (label !== undefined && typeof read.value === "string") progress.labels.set(question.id, label);
    return;
  }
  if ("missing" in read && question.required.whenRequired === "NEVER") return;
  progress.problems.push({
    questionId: question.id,
    code: "missing" in read ? "REQUIRED" : "INVALID",
    ...(question.validationErrorMessage === undefined ? {} : { message: question.validationErrorMessage }),
  });
}

/** The mapping to follow, or undefined while the deciding answer is missing or wrong. */
export function follow(
  navigation: Navigation,
  values: ReadonlyMap<string, Value>,
): NavigationMapping | undefined {
  if (navigation.navigationType === "CONSTANT") return navigation.navigationMapping;
  const value = values.get(navigation.questionId);
  if (value === undefined) return undefined;
  const key = String(value);
  return Object.hasOwn(navigation.navigationMappings, key) ? navigation.navigationMappings[key] : undefined;
}

function lookAhead(questions: readonly Question[], raw: unknown): Problem[] {
  const asked = questions.filter((question) => !question.isCalculated);
  const first = asked[0];
  if (first === undefined || asked.some((question) => !("invalid" in readAnswer(question, raw)))) return [];
  const message = first.validationErrorMessage;
  return [{ questionId: first.id, code: "INVALID", ...(message === undefined ? {} : { message }) }];
}

function printable(
  id: string,
  values: ReadonlyMap<string, Value>,
  labels: ReadonlyMap<string, string>,
): string {
  const value = values.get(id);
  return labels.get(id) ?? (value === undefined ? "" : String(value));
}

const expressions = new Map<string, Expression>();

/** Formulas come from content or from the service, so the cache is bounded by the content. */
function parsed(formula: string): Expression {
  let expression = expressions.get(formula);
  if (expression === undefined) {
    expression = parseExpression(formula);
    expressions.set(formula, expression);
  }
  return expression;
}
