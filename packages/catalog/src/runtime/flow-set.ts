import type {
  FormSummary,
  Language,
  NavigationMapping,
  QuestionOption,
  QuestionSet,
} from "@withholding-forms/interview";
import { type CompiledFlowSet, ordinaryOption } from "../model/jurisdiction.js";
import type { FlowAnswers } from "./form-index.js";

/** A flow's question set as published; options carry the forms they lead to, in the versions of that day. */
export function flowSet(
  set: CompiledFlowSet,
  language: Language,
  summary: (formId: string, flowAnswers: FlowAnswers) => FormSummary | undefined,
): QuestionSet {
  const words = set.words[language];
  const values = set.options.map((option) => option.value);
  const ordinary = ordinaryOption(set.options, language);
  const questionOptions = set.options.map((option, index): QuestionOption => {
    const formsToComplete = (option.forms ?? []).flatMap(
      (id) => summary(id, { [set.question]: option.value }) ?? [],
    );
    return {
      label: words.labels[index] ?? "",
      id: option.value,
      value: option.value,
      ...(formsToComplete.length > 0 ? { formsToComplete } : {}),
      ...(option === ordinary ? { ordinary: true } : {}),
      ...(option.formLanguage === undefined ? {} : { formLanguage: option.formLanguage }),
      ...(option.combines === undefined ? {} : { combines: [...option.combines] }),
    };
  });
  const branches = set.options.some((option) => option.next !== undefined);
  const mapping = (next: string | undefined): NavigationMapping =>
    next === undefined ? { hasMoreQuestions: false } : { hasMoreQuestions: true, nextQuestionSetId: next };
  return {
    id: set.id,
    questions: [
      {
        id: set.question,
        questionText: words.ask,
        validationRegex: `^(?:${values.join("|")})$`,
        validationErrorMessage: words.message,
        htmlType: "INPUT",
        displayType: "RADIO",
        required: { whenRequired: "ALWAYS" },
        questionOptions,
        isCalculated: false,
        ...(set.place === undefined ? {} : { place: set.place }),
        ...(set.follows === undefined ? {} : { follows: set.follows }),
        ...(words.notes.length > 0 ? { notes: words.notes } : {}),
        valueType: "text",
      },
    ],
    breadcrumbTitle: words.title,
    navigation: branches
      ? {
          navigationType: "VARIABLE",
          questionId: set.question,
          navigationMappings: Object.fromEntries(
            set.options.map((option) => [option.value, mapping(option.next)]),
          ),
        }
      : { navigationType: "CONSTANT", navigationMapping: { hasMoreQuestions: false } },
  };
}

/** The answers that everyone gave who comes to a set, as far as a single option leads there from an earlier set. */
export function answersBefore(sets: readonly CompiledFlowSet[], setId: string): FlowAnswers {
  const earlier = sets.slice(
    0,
    sets.findIndex(({ id }) => id === setId),
  );
  const [only, ...others] = earlier.flatMap((set) =>
    set.options.flatMap(({ next, value }) => (next === setId ? [{ set, value }] : [])),
  );
  if (only === undefined || others.length > 0) return {};
  return { ...answersBefore(earlier, only.set.id), [only.set.question]: only.value };
}
