import { interviewOf } from "@withholding-forms/catalog/runtime/form-version";
import {
  type AnswerProblem,
  type Check,
  type Expression,
  idsOf,
  parseExpression,
  type Question,
  type QuestionSet,
  type Walk,
  walkAnswers,
} from "@withholding-forms/interview";
import type { Candidates } from "./candidates.js";
import { explore, type FormPath, type Sets } from "./graph.js";
import { type Rests, shortfall } from "./shortfall.js";

/** A field of the page that depends on answers. */
export interface Printable {
  readonly name: string;
  readonly ids: readonly string[];
  /** Of a box: when it is marked. */
  readonly condition?: string;
  prints(walked: Walk): boolean;
}

export interface Goal {
  readonly formPath?: FormPath;
  readonly asks?: { readonly setId: string; readonly question: Question };
  /** The form is completed and the field gets something. */
  readonly field?: Printable;
  /** The message of a rule that a question breaks, whatever else is wrong then. */
  readonly breaks?: { readonly question: Question; readonly check: Check };
  /** An answer that stays as it is. */
  readonly fixed?: string;
}
export type Assignment = ReadonlyMap<string, string>;
export interface Found {
  readonly assignment: Assignment;
  readonly walk: Walk;
}
export interface Failed {
  readonly why: string;
}

/** Max walks per example. */
const patience = 1500;

/**
 * Starts from usual answers to everything, walks, and changes one or two answers that the first problem depends on
 * until there is none: rules that contradict the path, a calculated branch that leads elsewhere, a condition that is
 * false.
 */
export class Search {
  readonly sets: Sets;
  readonly candidates: Candidates;
  private readonly interview: ReturnType<typeof interviewOf>;
  private readonly all: readonly Question[];
  private readonly rests: Rests;
  private readonly usualAnswers = new Map<boolean, Assignment>();
  /** Ids of questions that some set leaves to the employee. */
  private readonly optional: ReadonlySet<string>;

  constructor(candidates: Candidates, sets: readonly QuestionSet[], all: readonly QuestionSet[]) {
    this.candidates = candidates;
    this.sets = new Map(sets.map((set) => [set.id, set]));
    this.interview = interviewOf(sets, all);
    this.all = sets.flatMap((set) => set.questions);
    this.optional = new Set(
      this.all.filter(({ required }) => required.whenRequired === "NEVER").map(({ id }) => id),
    );
    const made = new Map<string, Expression>();
    const when = new Map<string, Expression>();
    for (const { id, calculation, valueType, required } of this.all) {
      if (calculation !== undefined && valueType === "boolean")
        made.set(id, parseExpression(calculation.formula));
      if (required.when !== undefined) when.set(id, parseExpression(required.when));
    }
    this.rests = { madeOf: (id) => made.get(id), askedWhen: (id) => when.get(id) };
  }

  questions(): string[] {
    return [...new Set(this.all.filter((question) => !question.isCalculated).map(({ id }) => id))];
  }

  reachedQuestions(): ReadonlySet<string> {
    return new Set(this.reached().flatMap((set) => set.questions.map((question) => question.id)));
  }

  /** Questions with a condition, in sets that this variant can reach. */
  conditional(): { readonly set: QuestionSet; readonly question: Question }[] {
    return this.reached().flatMap((set) =>
      set.questions
        .filter((question) => question.required.when !== undefined)
        .map((question) => ({ set, question })),
    );
  }

  /** With the optional answers, or without them. */
  usual(optional: boolean): Assignment {
    const known = this.usualAnswers.get(optional) ?? this.findUsual(optional);
    this.usualAnswers.set(optional, known);
    return known;
  }

  private findUsual(optional: boolean): Assignment {
    const answers = new Map<string, string>();
    for (const { id, isCalculated, required } of this.all) {
      if (isCalculated || answers.has(id)) continue;
      const leaveOut = required.whenRequired === "NEVER" && !optional;
      answers.set(id, leaveOut ? "" : (this.candidates.of(id)[0] ?? ""));
    }
    for (const id of this.candidates.inputs) answers.set(id, this.candidates.of(id)[0] ?? "");
    return answers;
  }

  first<T>(tries: readonly T[], goal: (one: T) => Goal): Found | undefined {
    for (const one of tries.slice(0, 4)) {
      const found = this.find(this.usual(true), goal(one));
      if ("walk" in found) return found;
    }
    return undefined;
  }

  find(start: Assignment, goal: Goal): Found | Failed {
    const fixed = new Set(goal.fixed === undefined ? [] : [goal.fixed]);
    const begin = new Map(start);
    for (const [id, value] of Object.entries(goal.formPath?.choices ?? {})) {
      if (!begin.has(id)) continue;
      begin.set(id, value);
      fixed.add(id);
    }
    let now = this.look(begin, goal);
    let left = patience;
    while (now.faults.length > 0) {
      const [fault] = now.faults;
      // Fixing one problem may need another answer that the goal depends on, so those are included.
      const near = [...now.faults.flatMap((one) => one.ids), ...goalIds(goal)];
      const ids = this.candidates.sources(near).filter((id) => !fixed.has(id) && begin.has(id));
      let best = now;
      for (const changes of this.changes(ids, now.assignment)) {
        // The best single change; only where none helps, the first pair that does.
        if (left-- <= 0 || (changes.length > 1 && best !== now)) break;
        const changed = new Map(now.assignment);
        for (const [id, value] of changes) changed.set(id, value);
        const next = this.look(changed, goal);
        if (isBetter(next, best)) best = next;
        if (best.faults.length === 0) break;
      }
      if (best === now) return { why: fault?.why ?? "" };
      now = best;
    }
    return now;
  }

  /** Single changes first, then pairs. */
  private *changes(ids: readonly string[], from: Assignment): Generator<[string, string][]> {
    const options = ids.map((id) => {
      return [...this.candidates.of(id), ...(this.optional.has(id) ? [""] : [])]
        .filter((value) => value !== from.get(id))
        .map((value): [string, string] => [id, value]);
    });
    for (const list of options) for (const one of list) yield [one];
    for (const [index, list] of options.entries())
      for (const other of options.slice(index + 1))
        for (const one of list) for (const two of other) yield [one, two];
  }

  private look(assignment: Assignment, goal: Goal): Look {
    const { source, start, known } = this.interview;
    const inputs = new Map(this.candidates.inputs.map((id) => [id, assignment.get(id)] as const));
    const answers: Record<string, string> = {};
    for (const [id, value] of assignment) if (!inputs.has(id)) answers[id] = value;
    const walked = walkAnswers(source, start, answers, known, inputs);
    const scope = { value: (id: string) => walked.values.get(id) ?? inputs.get(id) };
    const missing = (formula: string, wanted = true): number =>
      shortfall(parseExpression(formula), wanted, scope, this.rests);
    const faults: Fault[] = [];
    const { breaks, formPath, asks, field } = goal;
    if (breaks !== undefined) {
      const isBroken = ({ questionId, message }: AnswerProblem): boolean =>
        questionId === breaks.question.id && message === breaks.check.message;
      if (walked.problems.some(isBroken)) return { assignment, walk: walked, faults };
      faults.push({
        why: `"${breaks.question.id}" does not break its rule`,
        ids: rulesOn([breaks.question]),
        weight: goalWeight * Math.max(missing(breaks.check.formula, false), 0.1),
      });
    }
    for (const { questionId, code, message } of walked.problems) {
      const questions = known(questionId);
      const check = questions.flatMap(({ checks }) => checks ?? []).find((one) => one.message === message);
      faults.push({
        why: `"${questionId}" is rejected (${code}${message === undefined ? "" : `: ${message}`})`,
        ids: rulesOn(questions),
        weight: check === undefined ? 1 : Math.max(missing(check.formula), 0.1),
      });
    }
    if (walked.end === "STOPPED" && faults.length === 0)
      faults.push({ why: "the path stops", ids: [], weight: goalWeight });
    for (const [id, wanted] of Object.entries(formPath?.choices ?? {})) {
      if (String(walked.values.get(id)) === wanted) continue;
      const calculated = this.rests.madeOf(id) !== undefined;
      const weight = calculated ? Math.max(missing(id, wanted === "true"), 0.1) : 1;
      const why = `"${id}" cannot become ${wanted}`;
      faults.push({ why, ids: [id], weight: goalWeight * weight });
    }
    if (asks !== undefined && !isAsked(walked, asks.setId, asks.question)) {
      const when = asks.question.required.when ?? "true";
      faults.push({
        why: `"${asks.question.id}" is not asked`,
        ids: [...idsOf(parseExpression(when)), ...this.turnsBefore(asks.setId)],
        weight: goalWeight * (Math.max(missing(when), 0.1) + (walked.path.includes(asks.setId) ? 0 : 10)),
      });
    }
    if (field !== undefined && !(walked.end === "COMPLETE" && field.prints(walked))) {
      const weight = field.condition === undefined ? 1 : Math.max(missing(field.condition), 0.1);
      const why = `nothing prints in ${field.name}`;
      faults.push({ why, ids: field.ids, weight: goalWeight * weight });
    }
    return { assignment, walk: walked, faults };
  }

  private reached(): QuestionSet[] {
    const { reached } = explore(this.sets, "QS1");
    return [...this.sets.values()].filter((set) => reached.has(set.id));
  }

  private turnsBefore(setId: string): string[] {
    return [...this.sets.values()].flatMap(({ id, navigation }) =>
      id !== setId && navigation.navigationType === "VARIABLE" ? [navigation.questionId] : [],
    );
  }
}

interface Fault {
  readonly why: string;
  readonly ids: readonly string[];
  readonly weight: number;
}
type Look = Found & { readonly faults: readonly Fault[] };

/** What the goal wants weighs more than the rules that getting there breaks. */
const goalWeight = 100;

/** Less to fix, or as much but further on. */
function isBetter(next: Look, best: Look): boolean {
  const weight = (look: Look): number => look.faults.reduce((sum, fault) => sum + fault.weight, 0);
  const difference = weight(next) - weight(best);
  return difference < -1e-9 || (difference < 1e-9 && next.walk.path.length > best.walk.path.length);
}

function goalIds({ formPath, asks, field, breaks }: Goal): string[] {
  return [
    ...Object.keys(formPath?.choices ?? {}),
    ...(asks === undefined ? [] : idsOf(parseExpression(asks.question.required.when ?? "true"))),
    ...(field?.ids ?? []),
    ...(breaks === undefined ? [] : rulesOn([breaks.question])),
  ];
}

function rulesOn(questions: readonly Question[]): string[] {
  return questions.flatMap(({ id, checks }) => [
    id,
    ...(checks ?? []).flatMap((check) => idsOf(parseExpression(check.formula))),
  ]);
}

export function isAsked(walked: Walk, setId: string, question: Question): boolean {
  return walked.path.includes(setId) && walked.values.has(question.id);
}
