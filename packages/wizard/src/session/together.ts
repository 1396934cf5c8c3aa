import type { Question, QuestionSet } from "@withholding-forms/client";

type Sets = ReadonlyMap<string, QuestionSet>;

/** About what fits on two screens of a phone, in pixels, without what is above and below the questions. */
const maxHeight = 1150;

/**
 * Short sets that follow each other as one set, so that the employee continues less often. A set that only some answers lead to
 * becomes questions that depend on them. The decision must be the same in every language, so it does not look at the text.
 */
export function together(sets: Sets): Sets {
  return new Map(
    [...sets].map(([id, set]) => {
      let all = set;
      for (
        let more = withNext(all, sets);
        more !== undefined && heightOf(more) <= maxHeight;
        more = withNext(all, sets)
      )
        all = more;
      return [id, all];
    }),
  );
}

/** The set with the one after it, unless they belong on separate pages. */
function withNext(set: QuestionSet, sets: Sets): QuestionSet | undefined {
  const { navigation } = set;
  const isConstant = navigation.navigationType === "CONSTANT";
  const leads = isConstant
    ? [["", navigation.navigationMapping] as const]
    : Object.entries(navigation.navigationMappings);
  const found = new Set(leads.map(([, { nextQuestionSetId = "" }]) => sets.get(nextQuestionSetId)));
  // The one that is skipped leads to the other one.
  const next = [...found].find((one) => {
    const after = one?.navigation.navigationType === "CONSTANT" && one.navigation.navigationMapping;
    return (
      found.size === 1 || (found.size === 2 && after && found.has(sets.get(after.nextQuestionSetId ?? "")))
    );
  });
  if (next === undefined || found.has(undefined) || !isPlain(set) || !isPlain(next)) return undefined;
  const skipping = isConstant ? undefined : set.questions.find(({ id }) => id === navigation.questionId);
  if (found.size === 2 && skipping === undefined) return undefined;
  const values = leads.flatMap(([value, { nextQuestionSetId }]) =>
    nextQuestionSetId === next.id ? [value] : [],
  );
  const questions =
    found.size === 1
      ? next.questions
      : next.questions.map((one) => asked(one, oneOf(skipping as Question, values)));
  return {
    ...set,
    breadcrumbTitle: `${set.breadcrumbTitle}, ${next.breadcrumbTitle}`,
    questions: [...set.questions, ...questions],
    navigation: next.navigation,
  };
}

/** Notes about all questions of a set, and what is asked in another way, need a page of their own. */
function isPlain({ express, notes = [], notice, questions }: QuestionSet): boolean {
  const own = questions.flatMap((question) => question.notes ?? []);
  return (
    express === undefined &&
    notice === undefined &&
    notes.length === 0 &&
    !own.some(({ suggestedPlacement }) => suggestedPlacement.endsWith("ALL_QUESTIONS"))
  );
}

/** A formula that is true if the answer is one of the values. */
function oneOf({ id, valueType }: Question, values: readonly string[]): string {
  return values
    .map((value) => `${id} == ${valueType === "boolean" ? value : `"${value}"`}`)
    .reduceRight((rest, one) => `${one} ? true : ${rest}`);
}

/** A question that is asked only under a condition. */
function asked(question: Question, condition: string): Question {
  const { whenRequired, when } = question.required;
  return {
    ...question,
    required: {
      whenRequired: whenRequired === "NEVER" ? whenRequired : "DEPENDENT",
      when: when === undefined ? condition : `(${condition}) ? ${when} : false`,
    },
  };
}

function heightOf({ questions }: QuestionSet): number {
  const heights = questions.map(
    ({ questionOptions = [], multiSelectQuestionOptions = [], notes = [], htmlType }) => {
      const options = htmlType === "SELECT" ? 0 : questionOptions.length + multiSelectQuestionOptions.length;
      const lines = notes.map((note) =>
        "listItems" in note ? note.listItems.length : "rows" in note ? 10 : 2,
      );
      return 90 + 64 * options + 48 * lines.reduce((sum, one) => sum + one, 0);
    },
  );
  return heights.reduce((sum, one) => sum + one, 0);
}
