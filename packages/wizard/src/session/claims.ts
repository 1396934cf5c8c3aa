import type { QuestionSet, ShownQuestion } from "@withholding-forms/client";

/** Whether a set that the employee says applies has nothing in it: no amount, or only answers that deny it. */
export function claimsNothing(
  { express }: QuestionSet,
  questions: readonly Pick<ShownQuestion, "question" | "answer">[],
): boolean {
  const asked = questions.filter(({ question }) => !question.isCalculated);
  const amounts = asked.filter(({ question }) => question.valueType === "number");
  return (
    express?.place === "PAGE" &&
    (amounts.length > 0 ? amounts : asked).every(
      ({ question: { id }, answer }) =>
        Number(answer ?? 0) === 0 || String(answer) === String(express.answers[id]),
    )
  );
}
