import type { FormEntry, State } from "./state.js";

/** Nobody should type the same date of birth twice: an answer to the same question on an earlier form is filled in. */
export function bringAlong({ summary, journey }: FormEntry, { forms }: Pick<State, "forms">): void {
  const index = forms.findIndex((one) => one.summary.id === summary.id);
  const earlier = forms
    .slice(0, index)
    .flatMap(({ reached }) => reached.path)
    .flatMap(({ questions }) => questions);
  for (const { question, answer } of journey.view.questions) {
    const before = earlier.find(
      (one) => one.question.id === question.id && one.question.displayType === question.displayType,
    );
    const typed = ["TEXT", "TELEPHONE", "EMAIL", "ZIPCODE"].includes(question.displayType ?? "");
    const sameWords = before?.question.questionText === question.questionText;
    if (answer === undefined && before?.answer !== undefined && typed && sameWords)
      journey.answer({ [question.id]: before.answer });
  }
}
