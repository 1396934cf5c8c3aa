import { readAnswer } from "./answer.js";
import { Decimal, round } from "./decimal.js";
import { evaluate, type Scope, truth, type Value } from "./evaluate.js";
import { type Expression, idsOf, parseExpression } from "./expression.js";
import { fillPerjury } from "./perjury.js";
import {
  type Calculation,
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
  const progress = newProgress();
  const { values, used, problems, wrong } = progress;
  const path = new Set<string>();
  let end: Walk["end"] = "STOPPED";
  let perjury: string | undefined;
  let at: string | undefined = start;
  while (at !== undefined && !path.has(at)) {
    const set = source(at);
    if (set === undefined) break;
    path.add(at);
    readSet(set, answers, progress);
    const mapping = follow(set.navigation, values);
    if (mapping === undefined) {
      needDeciding(set, known, progress);
      break;
    }
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
    if (values.has(id) || wrong.has(id)) continue;
    const questions = known(id);
    const [question] = questions;
    if (question === undefined) problems.push({ questionId: id, code: "UNKNOWN" });
    // Where the way is unknown, an answer further on may still be needed: check its form, do not call it stale.
    else if (end === "STOPPED" && !isVisited(id, path, source))
      problems.push(...lookAhead(questions, answers[id]));
    else if (questions.some(({ isCalculated }) => !isCalculated) && isGiven(question, answers[id]))
      ignored.push(id);
  }
  return {
    path: [...path],
    end,
    values,
    used,
    problems,
    ignored,
    ...(perjury === undefined
      ? {}
      : { perjuryStatement: fillPerjury(perjury, (id) => printable(id, progress)) }),
  };
}

function isVisited(id: string, path: ReadonlySet<string>, source: SetSource): boolean {
  return [...path].some((at) => source(at)?.questions.some((question) => question.id === id) === true);
}

/** Every question of the form that has this id (one a set); empty for an id the form does not know. */
export type KnownQuestions = (id: string) => readonly Question[];

interface Progress {
  readonly values: Map<string, Value>;
  /** Answered questions, whose options have labels for perjury statements. */
  readonly answered: Map<string, Question>;
  readonly used: string[];
  readonly problems: Problem[];
  /** Ids whose value is unknown because of a problem, their own or one they depend on. */
  readonly wrong: Set<string>;
}

/** Reads the answers of one set; what a wizard checks when the person presses "next". */
export function readSet(set: QuestionSet, answers: Answers, progress: Progress): void {
  const { values, problems, wrong } = progress;
  const scope: Scope = { value: (id) => values.get(id) };
  for (const question of set.questions) {
    const { when } = question.required;
    const undecided = when !== undefined && dependsOn(when, wrong);
    if (when !== undefined && !undecided && !truth(evaluate(parsed(when).expression, scope))) continue;
    if (question.calculation !== undefined) {
      if (undecided || dependsOn(question.calculation.formula, wrong)) wrong.add(question.id);
      else calculate(question.id, question.calculation, scope, values);
    } else {
      const raw = Object.hasOwn(answers, question.id) ? answers[question.id] : undefined;
      readQuestion(question, raw, undecided, progress);
    }
  }
  for (const question of set.questions) {
    if (!values.has(question.id)) continue;
    const broken = question.checks?.find(
      // What rests on a wrong answer would only be a second complaint about the same thing.
      ({ formula }) => !dependsOn(formula, wrong) && !truth(evaluate(parsed(formula).expression, scope)),
    );
    if (broken !== undefined)
      problems.push({ questionId: question.id, code: "CHECK", message: broken.message });
  }
}

export function newProgress(): Progress {
  return { values: new Map(), answered: new Map(), used: [], problems: [], wrong: new Set() };
}

function calculate(
  id: string,
  { formula, scale, roundingMode }: Calculation,
  scope: Scope,
  values: Map<string, Value>,
): void {
  const value = evaluate(parsed(formula).expression, scope);
  if (value !== undefined)
    values.set(id, value instanceof Decimal ? round(value, scale, roundingMode) : value);
}

/** `undecided`: whether the question is asked at all rests on a wrong answer, so it may be missing. */
function readQuestion(question: Question, raw: unknown, undecided: boolean, progress: Progress): void {
  const read = readAnswer(question, raw);
  if ("value" in read) {
    progress.values.set(question.id, read.value);
    progress.used.push(question.id);
    progress.answered.set(question.id, question);
    return;
  }
  if ("missing" in read && undecided) progress.wrong.add(question.id);
  if ("missing" in read && (undecided || question.required.whenRequired === "NEVER")) return;
  complain(progress, question, "missing" in read ? "REQUIRED" : "INVALID");
}

function complain(progress: Progress, question: Question, code: "REQUIRED" | "INVALID"): void {
  progress.wrong.add(question.id);
  progress.problems.push({
    questionId: question.id,
    code,
    ...(question.validationErrorMessage === undefined ? {} : { message: question.validationErrorMessage }),
  });
}

/** An optional answer that decides the way is needed after all. */
function needDeciding(set: QuestionSet, known: KnownQuestions, progress: Progress): void {
  if (set.navigation.navigationType !== "VARIABLE" || progress.wrong.has(set.navigation.questionId)) return;
  const [question] = known(set.navigation.questionId);
  if (question !== undefined && !question.isCalculated && !progress.values.has(question.id))
    complain(progress, question, "REQUIRED");
}

function labelOf(question: Question, value: Value): string | undefined {
  if (Array.isArray(value)) {
    const options = question.multiSelectQuestionOptions ?? [];
    return value.map((id) => options.find((option) => option.id === id)?.label ?? id).join(", ");
  }
  return question.questionOptions?.find((option) => String(option.value) === String(value))?.label;
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

function isGiven(question: Question, raw: unknown): boolean {
  return !("missing" in readAnswer(question, raw));
}

function lookAhead(questions: readonly Question[], raw: unknown): Problem[] {
  const asked = questions.filter((question) => !question.isCalculated);
  const first = asked[0];
  if (first === undefined || asked.some((question) => !("invalid" in readAnswer(question, raw)))) return [];
  const message = first.validationErrorMessage;
  return [{ questionId: first.id, code: "INVALID", ...(message === undefined ? {} : { message }) }];
}

function printable(id: string, { values, answered }: Progress): string {
  const value = values.get(id);
  const question = answered.get(id);
  const label = question === undefined ? undefined : labelOf(question, value);
  return label ?? (value === undefined ? "" : String(value));
}

function dependsOn(formula: string, wrong: ReadonlySet<string>): boolean {
  return wrong.size > 0 && parsed(formula).ids.some((id) => wrong.has(id));
}

interface Parsed {
  readonly expression: Expression;
  readonly ids: readonly string[];
}
const formulas = new Map<string, Parsed>();

/** Formulas come from content or from the service, so the cache is bounded by the content. */
function parsed(formula: string): Parsed {
  let found = formulas.get(formula);
  if (found === undefined) {
    const expression = parseExpression(formula);
    found = { expression, ids: idsOf(expression) };
    formulas.set(formula, found);
  }
  return found;
}
