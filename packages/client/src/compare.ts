import type { Navigation, Question, QuestionSet } from "./types.js";

/** Compares the questions of two versions of a form. */
export interface Comparison {
  readonly added: readonly Placed[];
  readonly removed: readonly Placed[];
  readonly changed: readonly ChangedQuestion[];
  readonly unchanged: readonly string[];
  readonly sets: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    /** Sets whose navigation changed. */
    readonly navigation: readonly string[];
    /** Sets whose perjury statement changed. */
    readonly perjuryStatement: readonly string[];
  };
}

export interface Placed {
  readonly questionId: string;
  /** The sets that ask it. Different paths can ask the same question in different sets. */
  readonly questionSetIds: readonly string[];
  readonly question: Question;
}

export interface ChangedQuestion {
  readonly questionId: string;
  readonly parts: readonly QuestionPart[];
  readonly before: Placed;
  readonly after: Placed;
}

export type QuestionPart = keyof typeof parts | "questionSet";

/** The parts of a question that a person or a program could notice. */
const parts = {
  questionText: ({ questionText }: Question) => questionText,
  notes: ({ notes }: Question) => notes,
  /** What is accepted: a stored answer may no longer match. */
  answer: ({ validationRegex, valueType, multiSelectQuestionOptions, questionOptions }: Question) => [
    validationRegex,
    valueType,
    questionOptions?.map(({ value, id }) => value ?? id),
    multiSelectQuestionOptions?.map(({ id }) => id),
  ],
  optionLabels: ({ questionOptions, multiSelectQuestionOptions }: Question) => [
    questionOptions?.map(({ label }) => label),
    multiSelectQuestionOptions?.map(({ label }) => label),
  ],
  message: ({ validationErrorMessage }: Question) => validationErrorMessage,
  display: ({ htmlType, displayType }: Question) => [htmlType, displayType],
  required: ({ required }: Question) => [required.whenRequired, required.when],
  calculation: ({ isCalculated, calculation }: Question) => [
    isCalculated,
    calculation?.formula,
    calculation?.scale,
    calculation?.roundingMode,
  ],
  checks: ({ checks }: Question) => checks?.map(({ formula, message }) => [formula, message]),
} as const;

export function compareVersions(before: readonly QuestionSet[], after: readonly QuestionSet[]): Comparison {
  const old = occurrences(before);
  const now = occurrences(after);
  const changed: ChangedQuestion[] = [];
  const unchanged: string[] = [];
  for (const [questionId, first] of old) {
    const second = now.get(questionId);
    if (second === undefined) continue;
    const differing = differences(first, second);
    if (differing.length === 0) unchanged.push(questionId);
    else changed.push({ questionId, parts: differing, before: placed(first), after: placed(second) });
  }
  return {
    added: [...now].filter(([id]) => !old.has(id)).map(([, all]) => placed(all)),
    removed: [...old].filter(([id]) => !now.has(id)).map(([, all]) => placed(all)),
    changed,
    unchanged,
    sets: compareSets(before, after),
  };
}

interface Occurrence {
  readonly questionSetId: string;
  readonly question: Question;
}
type Occurrences = readonly [Occurrence, ...Occurrence[]];

function occurrences(sets: readonly QuestionSet[]): Map<string, Occurrences> {
  const found = new Map<string, Occurrences>();
  for (const { id, questions } of sets) {
    for (const question of questions) {
      const occurrence = { questionSetId: id, question };
      const earlier = found.get(question.id);
      found.set(question.id, earlier === undefined ? [occurrence] : [...earlier, occurrence]);
    }
  }
  return found;
}

function placed(all: Occurrences): Placed {
  const [{ question }] = all;
  return { questionId: question.id, questionSetIds: all.map(({ questionSetId }) => questionSetId), question };
}

function differences(before: Occurrences, after: Occurrences): QuestionPart[] {
  const names = Object.keys(parts) as (keyof typeof parts)[];
  const differing: QuestionPart[] = names.filter((name) => {
    const text = (all: Occurrences): string =>
      JSON.stringify([...new Set(all.map(({ question }) => JSON.stringify(parts[name](question)) ?? ""))]);
    return text(before) !== text(after);
  });
  const places = (all: Occurrences): string => all.map(({ questionSetId }) => questionSetId).join(" ");
  return places(before) === places(after) ? differing : [...differing, "questionSet"];
}

function compareSets(before: readonly QuestionSet[], after: readonly QuestionSet[]): Comparison["sets"] {
  const old = new Map(before.map((set) => [set.id, set]));
  const now = new Map(after.map((set) => [set.id, set]));
  const differing = (part: (navigation: Navigation) => unknown): string[] =>
    before.flatMap(({ id, navigation }) => {
      const other = now.get(id)?.navigation;
      const same = other === undefined || JSON.stringify(part(navigation)) === JSON.stringify(part(other));
      return same ? [] : [id];
    });
  return {
    added: after.flatMap(({ id }) => (old.has(id) ? [] : [id])),
    removed: before.flatMap(({ id }) => (now.has(id) ? [] : [id])),
    navigation: differing(leadsOf),
    perjuryStatement: differing(statementsOf),
  };
}

function leadsOf(navigation: Navigation): unknown {
  if (navigation.navigationType === "CONSTANT") return navigation.navigationMapping.nextQuestionSetId ?? "";
  return [navigation.questionId, sorted(navigation, ({ nextQuestionSetId }) => nextQuestionSetId ?? "")];
}

function statementsOf(navigation: Navigation): unknown {
  if (navigation.navigationType === "CONSTANT") return navigation.navigationMapping.perjuryStatement ?? "";
  return sorted(navigation, ({ perjuryStatement }) => perjuryStatement ?? "").filter(
    ([, text]) => text !== "",
  );
}

type Variable = Extract<Navigation, { navigationType: "VARIABLE" }>;

/** The order of the mappings has no meaning. */
function sorted(
  { navigationMappings }: Variable,
  part: (mapping: Variable["navigationMappings"][string]) => string,
): (readonly [answer: string, part: string])[] {
  return Object.entries(navigationMappings)
    .map(([answer, mapping]) => [answer, part(mapping)] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1));
}
