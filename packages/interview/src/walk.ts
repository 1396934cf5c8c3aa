import { type AnswerReader, answerReader, invalid, missing, readAnswer } from "./answer.js";
import { Decimal, round } from "./decimal.js";
import { type Formula, formulaOf, type Scope, truth, type Value } from "./evaluate.js";
import { idsOf, parseExpression } from "./expression.js";
import { fillPerjury } from "./perjury.js";
import { placeAnswer } from "./place.js";
import {
  INELIGIBLE,
  type Navigation,
  type NavigationMapping,
  type Question,
  type QuestionSet,
  type RoundingMode,
} from "./types.js";

/** Where the sets come from: a map on the server, what was fetched so far in a client. */
export type SetSource = (questionSetId: string) => QuestionSet | undefined;

export type Answers = Readonly<Record<string, unknown>>;

/**
 * What checks may look at besides answers, such as `employee.region`, and as `given.claim` the answer to `claim` that a flow
 * gives. Ids of these have a dot, those of answers none.
 */
export type Inputs = ReadonlyMap<string, Value>;

const noInputs: Inputs = new Map();

export interface AnswerProblem {
  readonly questionId: string;
  readonly code: "REQUIRED" | "INVALID" | "CHECK" | "UNKNOWN";
  /** The question's own message; absent for an unknown ID. */
  readonly message?: string;
}

export interface Walk {
  readonly path: readonly string[];
  /** STOPPED: the path is unknown because of a problem, or because the source does not have a set. */
  readonly end: "COMPLETE" | "INELIGIBLE" | "STOPPED";
  /** Answers on the path, read, and calculated values. */
  readonly values: ReadonlyMap<string, Value>;
  /** IDs of the answers on the path, in order: what a client submits. */
  readonly used: readonly string[];
  /** Those of them that are given, so that nobody has to be asked. */
  readonly given: ReadonlySet<string>;
  readonly problems: readonly AnswerProblem[];
  /** Answers of this form that are off the path, or that a calculation overwrites: not printed, not checked. */
  readonly ignored: readonly string[];
  /** With its variables filled in. */
  readonly perjuryStatement?: string;
}

/**
 * Follows all answers from the first question set to an end and lists all problems together. `known` has all question
 * IDs of the form; an answer to any other ID is a problem. A check whose inputs are not known is skipped: the service
 * knows all of them.
 */
export function walkAnswers(
  source: SetSource,
  start: string,
  answers: Answers,
  known: KnownQuestions,
  inputs: Inputs = noInputs,
): Walk {
  const progress = newProgress(inputs);
  const { values, used, given, problems, wrong } = progress;
  const path: string[] = [];
  let end: Walk["end"] = "STOPPED";
  let perjury: string | undefined;
  let at: string | undefined = start;
  while (at !== undefined && !path.includes(at)) {
    const set = source(at);
    if (set === undefined) break;
    path.push(at);
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
    if (wrong.has(id)) continue;
    const questions = known(id);
    const [question] = questions;
    if (values.has(id)) {
      if (!used.includes(id) && isOverwritten(question, answers[id], values.get(id))) ignored.push(id);
    } else if (question === undefined) problems.push({ questionId: id, code: "UNKNOWN" });
    // If the path is unknown, a later answer may still be needed: check its format, but do not report it as ignored.
    else if (end === "STOPPED" && !isVisited(id, path, source))
      problems.push(...lookAhead(questions, answers[id]));
    else if (questions.some(({ isCalculated }) => !isCalculated) && isGiven(question, answers[id]))
      ignored.push(id);
  }
  return {
    path,
    end,
    values,
    used,
    given,
    problems,
    ignored,
    ...(perjury === undefined
      ? {}
      : { perjuryStatement: fillPerjury(perjury, (id) => printable(id, values.get(id), path, source)) }),
  };
}

function isVisited(id: string, path: readonly string[], source: SetSource): boolean {
  return path.some((at) => source(at)?.questions.some((question) => question.id === id) === true);
}

/** Every question of the form with this ID (one per set); empty for an unknown ID. */
export type KnownQuestions = (id: string) => readonly Question[];

interface Progress {
  readonly values: Map<string, Value>;
  readonly used: string[];
  readonly given: Set<string>;
  readonly problems: AnswerProblem[];
  /** IDs whose value is unknown because of a problem, their own or one they depend on. */
  readonly wrong: Set<string>;
  readonly inputs: Inputs;
}

/** Reads the answers of one set: what a wizard checks when the employee selects "Continue". */
export function readSet(set: QuestionSet, answers: Answers, progress: Progress): void {
  const { values, problems, wrong, inputs } = progress;
  const scope: Scope = { value: (id) => values.get(id) ?? inputs.get(id) };
  const ready = readyOf(set);
  for (const one of ready.questions) {
    const { id, when, calculation } = one;
    const undecided = when !== undefined && dependsOn(when, wrong);
    if (when !== undefined && !undecided && !truth(when.formula(scope))) continue;
    if (calculation !== undefined) {
      if (undecided || dependsOn(calculation, wrong)) wrong.add(id);
      else calculate(id, calculation, scope, values);
    } else readQuestion(one, answers, undecided, progress);
  }
  for (const { question, checks } of ready.checked) {
    if (!values.has(question.id)) continue;
    // What follows from a wrong answer would only be a second report of the same problem.
    const broken = checks.find(
      (check) =>
        !dependsOn(check, wrong) &&
        check.inputs.every((id) => inputs.has(id)) &&
        !truth(check.formula(scope)),
    );
    if (broken !== undefined)
      problems.push({ questionId: question.id, code: "CHECK", message: broken.message });
  }
}

export function newProgress(inputs: Inputs = noInputs): Progress {
  return { values: new Map(), used: [], given: new Set(), problems: [], wrong: new Set(), inputs };
}

function calculate(
  id: string,
  { formula, scale, roundingMode }: ReadyCalculation,
  scope: Scope,
  values: Map<string, Value>,
): void {
  const value = formula(scope);
  if (value !== undefined)
    values.set(id, value instanceof Decimal ? round(value, scale, roundingMode) : value);
}

/** `undecided`: whether the question is asked depends on a wrong answer, so it may be missing. */
function readQuestion(one: ReadyQuestion, answers: Answers, undecided: boolean, progress: Progress): void {
  const { id, question, optional, read } = one;
  const given = givenValue(one, progress.inputs);
  const answer = read(Object.hasOwn(answers, id) ? answers[id] : undefined);
  const value = answer === missing ? given : answer;
  if (value === missing) {
    if (undecided) progress.wrong.add(id);
    else if (!optional) complain(progress, question, "REQUIRED");
  } else if (value === invalid) complain(progress, question, "INVALID");
  else {
    progress.values.set(id, value);
    progress.used.push(id);
    if (given !== missing && String(given) === String(value)) progress.given.add(id);
  }
}

/** The answers to the questions of a set that an address or a flow determines, by question ID. */
export function givenAnswers(set: QuestionSet, inputs: Inputs): Readonly<Record<string, Value>> {
  const found = readyOf(set).questions.map((one) => [one.id, givenValue(one, inputs)] as const);
  return Object.fromEntries(found.flatMap(([id, value]) => (value === missing ? [] : [[id, value]])));
}

/** The answer that the address or a flow determines; missing if it is not one that the question accepts. */
function givenValue({ id, question, read, given }: ReadyQuestion, inputs: Inputs): Value | typeof missing {
  const scope: Scope = { value: (name) => inputs.get(name) };
  const isKnown = given?.every(({ ids }) => ids.every((name) => inputs.has(name))) === true;
  const [value, when] = given ?? [];
  const known =
    isKnown && (when === undefined || truth(when.formula(scope))) ? value?.formula(scope) : undefined;
  const placed = placeAnswer(question, inputs);
  const place = placed?.certainty === "INSIDE" ? placed.answers[0] : undefined;
  const found = read(known ?? inputs.get(`given.${id}`) ?? place);
  return found === invalid ? missing : found;
}

function complain(progress: Progress, question: Question, code: "REQUIRED" | "INVALID"): void {
  progress.wrong.add(question.id);
  progress.problems.push({
    questionId: question.id,
    code,
    ...(question.validationErrorMessage === undefined ? {} : { message: question.validationErrorMessage }),
  });
}

/** An optional answer that selects the path is required after all. */
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

/** The mapping to follow, or undefined while the answer that selects it is missing or wrong. */
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

/** Another value than the calculated one. A client may send those that it calculated, too. */
function isOverwritten(question: Question | undefined, raw: unknown, calculated: Value): boolean {
  if (question === undefined) return false;
  const read = readAnswer(question, raw);
  return !("missing" in read) && !("value" in read && String(read.value) === String(calculated));
}

function lookAhead(questions: readonly Question[], raw: unknown): AnswerProblem[] {
  const asked = questions.filter((question) => !question.isCalculated);
  const first = asked[0];
  if (first === undefined || asked.some((question) => !("invalid" in readAnswer(question, raw)))) return [];
  const message = first.validationErrorMessage;
  return [{ questionId: first.id, code: "INVALID", ...(message === undefined ? {} : { message }) }];
}

/** The text for an answer in a perjury statement: the label of the option, if there is one. */
function printable(id: string, value: Value, path: readonly string[], source: SetSource): string {
  if (value === undefined) return "";
  const isAsked = (question: Question): boolean => question.id === id && !question.isCalculated;
  const asked = path.flatMap((at) => source(at)?.questions.filter(isAsked) ?? []).at(-1);
  return (asked === undefined ? undefined : labelOf(asked, value)) ?? String(value);
}

function dependsOn({ ids }: Depending, wrong: ReadonlySet<string>): boolean {
  return wrong.size > 0 && ids.some((id) => wrong.has(id));
}

interface Depending {
  readonly formula: Formula;
  /** IDs it depends on. */
  readonly ids: readonly string[];
}

interface ReadyCalculation extends Depending {
  readonly scale: number;
  readonly roundingMode: RoundingMode;
}

interface ReadyQuestion {
  readonly id: string;
  readonly question: Question;
  readonly optional: boolean;
  readonly read: AnswerReader;
  readonly when: Depending | undefined;
  readonly calculation: ReadyCalculation | undefined;
  /** The formula of the given answer, and its condition, if there is one. */
  readonly given: readonly Depending[] | undefined;
}

interface ReadySet {
  readonly questions: readonly ReadyQuestion[];
  /** Questions with rules beyond their patterns. */
  readonly checked: readonly {
    readonly question: Question;
    readonly checks: readonly (Depending & {
      readonly inputs: readonly string[];
      readonly message: string;
    })[];
  }[];
}

const readySets = new WeakMap<QuestionSet, ReadySet>();

/** Patterns and formulas of a set, compiled once. */
function readyOf(set: QuestionSet): ReadySet {
  let ready = readySets.get(set);
  if (ready === undefined) {
    ready = {
      questions: set.questions.map((question) => {
        const { required, calculation, given } = question;
        return {
          id: question.id,
          question,
          optional: required.whenRequired === "NEVER",
          read: answerReader(question),
          when: required.when === undefined ? undefined : depending(required.when),
          calculation:
            calculation === undefined
              ? undefined
              : {
                  ...depending(calculation.formula),
                  scale: calculation.scale,
                  roundingMode: calculation.roundingMode,
                },
          given: given && [given.value, ...(given.when === undefined ? [] : [given.when])].map(depending),
        };
      }),
      checked: set.questions.flatMap((question) =>
        question.checks === undefined
          ? []
          : [
              {
                question,
                checks: question.checks.map(({ formula, message }) => {
                  const rule = depending(formula);
                  return { ...rule, inputs: rule.ids.filter((id) => id.includes(".")), message };
                }),
              },
            ],
      ),
    };
    readySets.set(set, ready);
  }
  return ready;
}

function depending(source: string): Depending {
  const expression = parseExpression(source);
  return { formula: formulaOf(expression), ids: idsOf(expression) };
}
