import {
  idsOf,
  type Problem,
  parseExpression,
  type Question,
  type QuestionSet,
  type Walk,
  walk,
} from "@withholding-forms/interview";
import { interviewOf } from "../load.js";
import type { Candidates } from "./candidates.js";
import { explore, type Sets, type Way } from "./graph.js";

/** A field of the page that rests on answers. */
export interface Printable {
  readonly name: string;
  readonly ids: readonly string[];
  prints(walked: Walk): boolean;
}

export interface Goal {
  readonly way?: Way;
  readonly asks?: { readonly setId: string; readonly question: Question };
  /** The form is completed and the field gets something. */
  readonly field?: Printable;
  /** The message of a rule that a question breaks, whatever else is wrong then. */
  readonly breaks?: { readonly question: Question; readonly message: string };
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

/** Most walks spent on one example. */
const patience = 600;

/**
 * Starts from usual answers to everything, walks, and changes one or two answers that the first fault rests on until
 * there is none: rules that contradict the way, a calculated turn that goes elsewhere, a condition that does not hold.
 */
export class Search {
  readonly sets: Sets;
  readonly candidates: Candidates;
  private readonly interview: ReturnType<typeof interviewOf>;
  private readonly all: readonly Question[];

  constructor(candidates: Candidates, sets: readonly QuestionSet[], all: readonly QuestionSet[]) {
    this.candidates = candidates;
    this.sets = new Map(sets.map((set) => [set.id, set]));
    this.interview = interviewOf(sets, all);
    this.all = sets.flatMap((set) => set.questions);
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

  usual(optional: boolean): Assignment {
    const answers = new Map<string, string>();
    for (const { id, isCalculated, required } of this.all) {
      if (isCalculated || answers.has(id)) continue;
      const leaveOut = required.whenRequired === "NEVER" && !optional;
      answers.set(id, leaveOut ? "" : (this.candidates.of(id)[0] ?? ""));
    }
    return answers;
  }

  first<T>(tries: readonly T[], goal: (one: T) => Goal): Found | undefined {
    for (const one of tries.slice(0, 20)) {
      const found = this.find(this.usual(true), goal(one));
      if ("walk" in found) return found;
    }
    return undefined;
  }

  find(start: Assignment, goal: Goal): Found | Failed {
    const fixed = new Set(goal.fixed === undefined ? [] : [goal.fixed]);
    const begin = new Map(start);
    for (const [id, value] of Object.entries(goal.way?.choices ?? {})) {
      if (!begin.has(id)) continue;
      begin.set(id, value);
      fixed.add(id);
    }
    let now = this.look(begin, goal);
    let left = patience;
    while (now.faults.length > 0) {
      const [fault] = now.faults;
      const ids = this.candidates.sources(fault?.ids ?? []).filter((id) => !fixed.has(id) && begin.has(id));
      let best = now;
      for (const changes of this.changes(ids, now.assignment)) {
        if (left-- <= 0) break;
        const next = this.look(new Map([...now.assignment, ...changes]), goal);
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
      const optional = this.all.some((one) => one.id === id && one.required.whenRequired === "NEVER");
      return [...this.candidates.of(id), ...(optional ? [""] : [])]
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
    const walked = walk(source, start, Object.fromEntries(assignment), known);
    const breaks = (problem: Problem): boolean =>
      problem.questionId === goal.breaks?.question.id && problem.message === goal.breaks.message;
    if (walked.problems.some(breaks)) return { assignment, walk: walked, faults: [] };
    const faults: Fault[] = walked.problems.map((problem) => ({
      why: `"${problem.questionId}" is refused (${problem.code}${problem.message === undefined ? "" : `: ${problem.message}`})`,
      ofGoal: false,
      ids: [
        problem.questionId,
        ...known(problem.questionId).flatMap(({ checks }) =>
          (checks ?? []).flatMap((check) => idsOf(parseExpression(check.formula))),
        ),
      ],
    }));
    if (walked.end === "STOPPED" && faults.length === 0)
      faults.push({ why: "the way stops", ids: [], ofGoal: true });
    for (const [id, wanted] of Object.entries(goal.way?.choices ?? {})) {
      const found = walked.values.get(id);
      if (String(found) !== wanted)
        faults.push({ why: `"${id}" does not come out as ${wanted}`, ids: [id], ofGoal: true });
    }
    if (goal.asks !== undefined && !isAsked(walked, goal.asks.setId, goal.asks.question)) {
      const { question, setId } = goal.asks;
      faults.push({
        why: `"${question.id}" is not asked`,
        ofGoal: true,
        ids: [...idsOf(parseExpression(question.required.when ?? "true")), ...this.turnsBefore(setId)],
      });
    }
    if (goal.breaks !== undefined) {
      const { question } = goal.breaks;
      const ids = [
        question.id,
        ...(question.checks ?? []).flatMap((one) => idsOf(parseExpression(one.formula))),
      ];
      faults.push({ why: `no rule of "${question.id}" is broken`, ids, ofGoal: true });
    }
    if (goal.field !== undefined && !(walked.end === "COMPLETE" && goal.field.prints(walked)))
      faults.push({ why: `nothing prints in ${goal.field.name}`, ids: goal.field.ids, ofGoal: true });
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
  readonly ofGoal: boolean;
}
type Look = Found & { readonly faults: readonly Fault[] };

/** Less to mend, or as much but further on. What the goal wants weighs more than the rules that getting there breaks. */
function isBetter(next: Look, best: Look): boolean {
  const weight = (look: Look): number =>
    look.faults.reduce((sum, fault) => sum + (fault.ofGoal ? 100 : 1), 0);
  const difference = weight(next) - weight(best);
  return difference < 0 || (difference === 0 && next.walk.path.length > best.walk.path.length);
}

export function isAsked(walked: Walk, setId: string, question: Question): boolean {
  return walked.path.includes(setId) && walked.values.has(question.id);
}
