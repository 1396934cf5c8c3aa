import type { CompiledSets } from "@withholding-forms/catalog/model/form";
import {
  fillPerjury,
  type NavigationMapping,
  perjuryVariables,
  type QuestionSet,
} from "@withholding-forms/interview";

/**
 * Sets whose perjury statements say what a person chose in words. The specification lets a client put the answer into a
 * statement, and the answer may be a code: "I am a resident of WI". So where a statement names a choice with codes, the
 * end of its set is published as one statement per option, with the option's label in it.
 */
export function withPerjuryLabels(sets: CompiledSets): CompiledSets {
  const coded = codedQuestions(sets);
  const labeled = ({ plain, federal }: CompiledSets["en"]): CompiledSets["en"] => ({
    plain: plain.map((set) => labeledSet(set, plain, coded)),
    ...(federal === undefined ? {} : { federal: federal.map((set) => labeledSet(set, federal, coded)) }),
  });
  return { en: labeled(sets.en), es: labeled(sets.es), fr: labeled(sets.fr) };
}

/**
 * Ids of questions with an option whose value is not what the person reads, in any language: "Pennsylvania" is a code to
 * a person who reads "Pensilvania".
 */
export function codedQuestions(sets: CompiledSets): ReadonlySet<string> {
  const coded = new Set<string>();
  const all = Object.values(sets).flatMap(({ plain, federal = [] }) => [...plain, ...federal]);
  for (const { questions } of all)
    for (const { id, questionOptions = [], multiSelectQuestionOptions = [] } of questions)
      if (
        questionOptions.some(({ value, label }) => String(value) !== label) ||
        multiSelectQuestionOptions.length > 0
      )
        coded.add(id);
  return coded;
}

function labeledSet(set: QuestionSet, sets: readonly QuestionSet[], coded: ReadonlySet<string>): QuestionSet {
  const { navigation } = set;
  if (navigation.navigationType === "VARIABLE") {
    const { questionId, navigationMappings } = navigation;
    if (!coded.has(questionId)) return set;
    const labels = labelsOf(set, sets, questionId);
    const mappings = Object.entries(navigationMappings).map(([answer, mapping]) => [
      answer,
      labeledMapping(mapping, questionId, labels.get(answer)),
    ]);
    return { ...set, navigation: { ...navigation, navigationMappings: Object.fromEntries(mappings) } };
  }
  const { navigationMapping } = navigation;
  const id = perjuryVariables(navigationMapping.perjuryStatement ?? "").find((one) => coded.has(one));
  if (id === undefined) return set;
  const mappings = [...labelsOf(set, sets, id)].map(([answer, label]) => [
    answer,
    labeledMapping(navigationMapping, id, label),
  ]);
  return {
    ...set,
    navigation: {
      navigationType: "VARIABLE",
      questionId: id,
      navigationMappings: Object.fromEntries(mappings),
    },
  };
}

/** Of the question in this set, else in all sets that ask it. */
function labelsOf(set: QuestionSet, sets: readonly QuestionSet[], id: string): ReadonlyMap<string, string> {
  const asked = (one: QuestionSet) => one.questions.filter((question) => question.id === id);
  const here = asked(set);
  const options = (here.length > 0 ? here : sets.flatMap(asked)).flatMap(
    ({ questionOptions = [] }) => questionOptions,
  );
  return new Map(options.map(({ value, label }) => [String(value), label]));
}

function labeledMapping(
  mapping: NavigationMapping,
  id: string,
  label: string | undefined,
): NavigationMapping {
  if (mapping.perjuryStatement === undefined || label === undefined) return mapping;
  return {
    ...mapping,
    perjuryStatement: fillPerjury(mapping.perjuryStatement, (one) => (one === id ? label : `{{ ${one} }}`)),
  };
}
