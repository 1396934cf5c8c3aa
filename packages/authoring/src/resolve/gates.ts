import type { Fault } from "../read/fault.js";
import type { Path, Source } from "../read/source.js";
import type { AnswerKind } from "../schema/answers.js";
import type { GateSource, QuestionSource, QuestionsSource, SetSource } from "../schema/questions.js";
import type { UnrepeatedQuestions, UnrepeatedSet } from "./rows.js";

/** A branch that several yes/no questions decide together, published as a calculated question. */
export interface Gate {
  readonly group: Group;
  readonly setId: string;
  /** Of the calculated question. */
  readonly id: string;
  readonly kind: "all" | "any";
  /** Ids of the questions that decide. */
  readonly members: readonly string[];
}

type Group = "sets" | "federalSets";

export interface Vocabulary {
  readonly kinds: Readonly<Record<string, AnswerKind>>;
  /** What the calculated questions ask. */
  readonly words: { readonly allMet: string; readonly anyMet: string };
}

export interface ExpandedQuestions {
  readonly questions: Source<QuestionsSource>;
  readonly gates: readonly Gate[];
  readonly faults: readonly Fault[];
}

/**
 * The specification's navigation maps the values of one question. `next: {all: [a, b], then, else}` therefore becomes a
 * calculated yes/no question at the end of the set, which the navigation maps. The statements of `all` are asked one
 * after the other, so the first no ends the interview, as it does where each has its own set.
 */
export function expandGates(written: Source<UnrepeatedQuestions>, vocabulary: Vocabulary): ExpandedQuestions {
  const gates: Gate[] = [];
  const faults: Fault[] = [];
  const { sets, federalSets, ...rest } = written.data;
  const expanded = (group: Group, all: Readonly<Record<string, UnrepeatedSet>>): Record<string, SetSource> =>
    Object.fromEntries(
      Object.entries(all).map(([setId, { next, ...set }]) => {
        if (next === undefined) return [setId, set];
        if (!isGate(next)) return [setId, { ...set, next }];
        const at = { written, path: [group, setId, "next"], faults };
        const { gate, expandedSet } = expandGate(at, set, next, vocabulary);
        gates.push({ ...gate, group, setId });
        return [setId, expandedSet];
      }),
    );
  const data: QuestionsSource = {
    ...rest,
    sets: expanded("sets", sets),
    ...(federalSets === undefined ? {} : { federalSets: expanded("federalSets", federalSets) }),
  };
  const isGenerated = ([group, setId, , id]: Path): boolean =>
    gates.some((gate) => gate.group === group && gate.setId === setId && gate.id === id);
  const questions: Source<QuestionsSource> = {
    ...written,
    data,
    // Problems of generated sets are reported where the author wrote `next`.
    at: (path) =>
      path[2] === "questions" && isGenerated(path)
        ? written.at([...path.slice(0, 2), "next"])
        : written.at(path),
  };
  return { questions, gates, faults: faults.map((fault) => ({ ...fault, source: questions })) };
}

function isGate(next: NonNullable<UnrepeatedSet["next"]>): next is GateSource {
  return typeof next !== "string" && !("by" in next);
}

interface Place {
  readonly written: Source<UnrepeatedQuestions>;
  readonly path: Path;
  readonly faults: Fault[];
}

function expandGate(
  place: Place,
  set: Omit<UnrepeatedSet, "next">,
  next: GateSource,
  { kinds, words }: Vocabulary,
): { readonly gate: Pick<Gate, "id" | "kind" | "members">; readonly expandedSet: SetSource } {
  const kind = "all" in next ? "all" : "any";
  const id = checkedId(place, next.as ?? `${kind}Of${String(place.path[1])}`);
  const named = "all" in next ? next.all : next.any;
  const sound = checkedMembers(place, kind, named, kinds);
  if (JSON.stringify(next.then) === JSON.stringify(next.else))
    place.faults.push({
      source: place.written,
      path: place.path,
      rule: "mapping",
      message: "`then` and `else` lead to the same place: write that place as `next` or `end`",
    });
  const [yesNo = ""] = Object.entries(kinds).find(([, { value }]) => value === "boolean") ?? [];
  const question: QuestionSource = {
    ask: kind === "all" ? words.allMet : words.anyMet,
    answer: yesNo,
    calculate: sound.length === 0 ? "true" : sound.join(kind === "all" ? " and " : " or "),
    scale: 0,
  };
  const asked = kind === "all" ? oneAfterTheOther(set.questions, sound) : set.questions;
  return {
    gate: { id, kind, members: sound.map(idOf) },
    expandedSet: {
      ...set,
      questions: { ...asked, [id]: question },
      next: { by: id, true: next.then, false: next.else },
    },
  };
}

/** If a question already has the id, that is reported, and another id is used so that nothing else follows from it. */
function checkedId({ written, path, faults }: Place, id: string): string {
  if (!questionsOf(written.data).some(([known]) => known === id)) return id;
  faults.push({
    source: written,
    path,
    rule: "duplicate-id",
    message: `"${id}" is a question already: give the condition another name with \`as\``,
  });
  return `${id}_`;
}

/** Members that the condition can be made of; the others are reported. */
function checkedMembers(
  { written, path, faults }: Place,
  kind: Gate["kind"],
  named: readonly string[],
  kinds: Vocabulary["kinds"],
): string[] {
  const questions = new Map(questionsOf(written.data));
  return named.filter((member, index) => {
    const id = idOf(member);
    const isNamed = named.findIndex((one) => idOf(one) === id) < index;
    const fault = isNamed ? namedTwice(id) : memberFault(id, questions.get(id), kind, kinds);
    if (fault !== undefined) faults.push({ source: written, path: [...path, kind, index], ...fault });
    return fault === undefined;
  });
}

function namedTwice(id: string): Pick<Fault, "rule" | "message"> {
  return { rule: "mapping", message: `"${id}" is named twice: name it once` };
}

function memberFault(
  id: string,
  question: QuestionSource | undefined,
  kind: Gate["kind"],
  kinds: Vocabulary["kinds"],
): Pick<Fault, "rule" | "message"> | undefined {
  if (question === undefined)
    return { rule: "mapping", message: `"${id}" is not a question: name a yes/no question` };
  if (kinds[question.answer ?? ""]?.value !== "boolean")
    return { rule: "mapping", message: `"${id}" is not a yes/no question: name one, or use \`next: {by}\`` };
  if (kind === "all" && (question.when !== undefined || question.required === "never"))
    return {
      rule: "condition",
      message: `not everyone answers "${id}", and no answer counts as no: remove its \`when\` or \`required\` (a statement is asked only if those before it are true)`,
    };
  return undefined;
}

/** Each statement of this set is asked when those before it are true. */
function oneAfterTheOther(
  questions: Readonly<Record<string, QuestionSource>>,
  members: readonly string[],
): Record<string, QuestionSource> {
  const order = Object.keys(questions);
  return Object.fromEntries(
    Object.entries(questions).map(([id, question]) => {
      const before = members.filter(
        (member) => Object.hasOwn(questions, idOf(member)) && order.indexOf(idOf(member)) < order.indexOf(id),
      );
      const isMember = members.some((member) => idOf(member) === id);
      return isMember && before.length > 0
        ? [id, { ...question, when: before.join(" and ") }]
        : [id, question];
    }),
  );
}

function idOf(member: string): string {
  return member.replace(/^not /, "");
}

function questionsOf({ sets, federalSets = {} }: UnrepeatedQuestions): [string, QuestionSource][] {
  return [...Object.values(sets), ...Object.values(federalSets)].flatMap((set) =>
    Object.entries(set.questions),
  );
}
