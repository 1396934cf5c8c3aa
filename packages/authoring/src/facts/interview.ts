import {
  always,
  type Condition,
  conditionFormula,
  given,
  isYesNo,
  readCondition,
  withoutUnasked,
} from "./conditions.js";
import { askedEntries, type FactEntry, type FactForm } from "./sheet.js";

/** A question of a draft, with what is left of its condition in its set. */
export interface DraftQuestion {
  readonly entry: FactEntry;
  readonly when: Condition;
  /** Words of the sheet that are no condition, for a person to translate. */
  readonly open?: string;
}

export interface DraftSet {
  readonly id: string;
  readonly questions: readonly DraftQuestion[];
  /** A no to one of these ends INELIGIBLE. */
  readonly gates: readonly DraftQuestion[];
  readonly next: string | { readonly by: FactEntry; readonly byValue: ReadonlyMap<string, string> };
}

/** The perjury statement with which every path of a draft ends. */
export const end = "standard";

export interface DraftInterview {
  readonly sets: readonly DraftSet[];
  /** The question whose answer decides which sets follow, if there is one. */
  readonly decider: FactEntry | undefined;
}

/**
 * Question sets from the entries of a sheet: first the question on which the others depend, with what comes before it,
 * then one set (two where some people turn out not to be eligible) for the entries that each of its answers leads to.
 */
export function draftInterview(form: FactForm): DraftInterview {
  const entries = askedEntries(form);
  const questions = entries.map((entry) => draftQuestion(entry, entries));
  const decider = deciderOf(questions);
  const start = decider === undefined ? -1 : questions.findIndex(({ entry }) => entry === decider);
  const before = start < 0 ? [] : questions.slice(0, start + 1);
  const after = questions.slice(start + 1);
  if (decider === undefined) return { decider, sets: chain(form, after, 1) };
  const sets: DraftSet[] = [];
  const first = new Map<string, string>();
  const known = new Map<string, string>();
  for (const value of valuesOf(decider)) {
    const own = asked([...before, ...after], decider.id, value).slice(before.length);
    const signature = JSON.stringify(own.map(({ entry, when }) => [entry.id, when]));
    const chained = known.has(signature) ? [] : chain(form, own, sets.length + 2);
    sets.push(...chained);
    if (!known.has(signature)) known.set(signature, chained[0]?.id ?? end);
    first.set(value, known.get(signature) ?? end);
  }
  return {
    decider,
    sets: [{ id: "QS1", questions: before, gates: [], next: { by: decider, byValue: first } }, ...sets],
  };
}

function draftQuestion(entry: FactEntry, entries: readonly FactEntry[]): DraftQuestion {
  const { required = "always", skippedWhen } = entry;
  const skipped = skippedWhen === undefined ? undefined : readCondition(skippedWhen, entries);
  if (skipped?.length === 1 && skipped[0]?.length === 1) {
    const [clause] = skipped[0];
    if (clause !== undefined && clause.is !== "is above")
      return { entry, when: [[{ ...clause, is: clause.is === "is" ? "is not" : "is" }]] };
  }
  if (skippedWhen !== undefined) return { entry, when: always, open: `skipped when ${skippedWhen}` };
  if (!required.startsWith("when")) return { entry, when: always };
  const when = readCondition(required, entries);
  return when === undefined ? { entry, when: always, open: required } : { entry, when };
}

/** The first question that every employee answers and that decides whether another is asked. */
function deciderOf(questions: readonly DraftQuestion[]): FactEntry | undefined {
  const decides = (id: string): boolean =>
    questions.some(({ when }) => when.some((group) => group.some((clause) => clause.id === id)));
  return questions.find(
    ({ entry, when }) =>
      valuesOf(entry).length > 1 && when === always && entry.required !== "never" && decides(entry.id),
  )?.entry;
}

function valuesOf(entry: FactEntry): readonly string[] {
  return isYesNo(entry) ? ["true", "false"] : (entry.options ?? []).map(({ value }) => String(value));
}

/** The questions that are asked once the decider has this answer. */
function asked(questions: readonly DraftQuestion[], decider: string, value: string): DraftQuestion[] {
  const ids = new Set(questions.map(({ entry }) => entry.id));
  const found: DraftQuestion[] = [];
  for (const question of questions) {
    const left = withoutUnasked(given(question.when, decider, value), ids);
    if (left.length === 0) ids.delete(question.entry.id);
    else found.push({ ...question, when: left.some((group) => group.length === 0) ? always : left });
  }
  return found;
}

/** A set of questions up to those that decide on eligibility, and one of the others. */
function chain(form: FactForm, questions: readonly DraftQuestion[], number: number): DraftSet[] {
  if (questions.length === 0) return [];
  const gates = questions.filter(({ entry }) => isGate(form, entry, questions));
  const last = questions.findLastIndex((question) => gates.includes(question));
  const rest = gates.length === 0 ? questions : questions.slice(last + 1);
  const second: DraftSet[] =
    rest.length === 0
      ? []
      : [{ id: `QS${number + (gates.length === 0 ? 0 : 1)}`, questions: rest, gates: [], next: end }];
  if (gates.length === 0) return second;
  const first = questions.slice(0, last + 1);
  return [{ id: `QS${number}`, questions: first, gates, next: second[0]?.id ?? end }, ...second];
}

/** A yes/no question where "no" makes the employee ineligible, as the entry itself says, or a rule about several of them. */
function isGate({ rules }: FactForm, entry: FactEntry, among: readonly DraftQuestion[]): boolean {
  if (!isYesNo(entry)) return false;
  if (/must be true|false is INELIGIBLE/i.test(entry.limits ?? "")) return true;
  const several = among.filter((one) => isYesNo(one.entry)).length > 2;
  return several && (rules ?? []).some((rule) => /\bany no\b.*\bINELIGIBLE/i.test(rule));
}

/** The formula of a condition among the entries of a form; undefined if it is always true. */
export function whenOf({ when }: DraftQuestion, entries: readonly FactEntry[]): string | undefined {
  return conditionFormula(when, entries);
}
