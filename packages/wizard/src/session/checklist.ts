import type { Language, QuestionOption, QuestionSet } from "@withholding-forms/client";

/** A special case that the employee can check. */
export interface ChecklistItem {
  /** Unique in the session. */
  readonly id: string;
  /** The flow or the form that it belongs to. */
  readonly of: string;
  /** The flow itself, or the one that requires the form. */
  readonly flowId: string;
  readonly text: string;
}

/** The answer of an employee to whom nothing special applies, with the forms in the employee's language if they exist. */
export function ordinaryAnswer(set: QuestionSet, language: Language): string | undefined {
  const options = optionsOf(set);
  const ordinary = options.find((option) => option.ordinary === true);
  if (ordinary?.formLanguage === undefined) return ordinary === undefined ? undefined : answerOf(ordinary);
  return answerOf(options.find(({ formLanguage }) => formLanguage === language) ?? ordinary);
}

/** Whether the options differ only by the language of the forms, so that nothing has to be asked. */
export function asksOnlyLanguage(set: QuestionSet): boolean {
  const options = optionsOf(set);
  return options.length > 0 && options.every(({ formLanguage }) => formLanguage !== undefined);
}

/** Whether an answer differs from the ordinary one only by the language of the forms, if at all. */
export function isEdition(set: QuestionSet, answer: string): boolean {
  return optionsOf(set).some((option) => option.formLanguage !== undefined && answerOf(option) === answer);
}

/** A set as it is asked: without the editions of forms in other languages. */
export function inLanguage(set: QuestionSet, language: Language): QuestionSet {
  const own = ordinaryAnswer(set, language);
  const [question, ...others] = set.questions;
  if (question === undefined) return set;
  const questionOptions = optionsOf(set).filter(
    (option) => option.formLanguage === undefined || answerOf(option) === own,
  );
  return { ...set, questions: [{ ...question, questionOptions }, ...others] };
}

/** Whether the set lists special cases: the ordinary option comes last, apart from its editions in other languages. */
export function listsSpecialCases(set: QuestionSet): boolean {
  const last = optionsOf(set)
    .filter(({ ordinary, formLanguage }) => ordinary === true || formLanguage === undefined)
    .at(-1);
  return last?.ordinary === true && specialOptions(set).length > 0;
}

/** The special cases of a set. A question with yes and no is the text of its only item. */
export function itemsOf(flowId: string, set: QuestionSet): ChecklistItem[] {
  const [question] = set.questions;
  const special = specialOptions(set);
  // An option in words of its own says more than the question.
  const isYesOrNo = (label: string): boolean => special.length === 1 && label.length < 4;
  // What an option combines is on the list already.
  return special
    .filter(({ combines }) => combines === undefined)
    .map((option) => ({
      id: itemId(flowId, set.id, answerOf(option)),
      of: flowId,
      flowId,
      text: (isYesOrNo(option.label) && question?.questionText) || option.label,
    }));
}

/** The special option that is checked. Of several, the one that combines them, or else the first one. */
export function checkedAnswer(
  flowId: string,
  set: QuestionSet,
  checked: ReadonlySet<string>,
): string | undefined {
  const values = checkedValues(flowId, set, checked);
  return combination(set, values) ?? values[0];
}

/** Whether one answer of a set can say everything that is checked. */
export function isOneAnswer(flowId: string, set: QuestionSet, checked: ReadonlySet<string>): boolean {
  const values = checkedValues(flowId, set, checked);
  return values.length < 2 || combination(set, values) !== undefined;
}

function checkedValues(flowId: string, set: QuestionSet, checked: ReadonlySet<string>): readonly string[] {
  return specialOptions(set)
    .map(answerOf)
    .filter((value) => checked.has(itemId(flowId, set.id, value)));
}

function combination(set: QuestionSet, values: readonly string[]): string | undefined {
  const found = specialOptions(set).find(
    ({ combines }) => combines?.length === values.length && combines.every((value) => values.includes(value)),
  );
  return found === undefined ? undefined : answerOf(found);
}

export function itemId(...parts: readonly string[]): string {
  return parts.join("/");
}

function specialOptions(set: QuestionSet): readonly QuestionOption[] {
  return optionsOf(set).filter(
    ({ ordinary, formLanguage }) => ordinary !== true && formLanguage === undefined,
  );
}

function optionsOf({ questions }: QuestionSet): readonly QuestionOption[] {
  return questions[0]?.questionOptions ?? [];
}

function answerOf({ value, id, label }: QuestionOption): string {
  return String(value ?? id ?? label);
}
