import { idsOf, newProgress, parseExpression, type Question, readSet } from "@withholding-forms/interview";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { rawQuestions, type SetGroup } from "../compile/questions.js";

/** A question whose answer the home address determines says so with `given`, so that nobody is asked. */
export function checkGiven({ context, form, sets }: FormParts, { content }: CompiledContent): void {
  const regions = content.jurisdictions.flatMap(({ code, source: { data } }) =>
    data.country === form.country ? [code] : [],
  );
  const { questions } = context.form;
  const groups = { sets: sets.en.plain, federalSets: sets.en.federal ?? [] };
  for (const [group, published] of Object.entries(groups))
    for (const set of published)
      for (const question of set.questions) {
        const region = needlessIn(question, regions);
        if (region === undefined || rawQuestions(questions)[group as SetGroup]?.[set.id] === undefined)
          continue;
        const at = [group, set.id, "questions", question.id];
        const message = `its rules accept only one answer from a home address in ${region}: add \`given\` instead of the rule`;
        context.report(questions, at, "given", message);
      }
}

/** A region for which the rules of the question accept only one answer, which they reject for others. */
function needlessIn(question: Question, regions: readonly string[]): string | undefined {
  const { id, questionOptions = [], checks = [], given } = question;
  if (given !== undefined) return undefined;
  const own = checks.filter(({ formula }) =>
    idsOf(parseExpression(formula)).every((name) => name === id || name === homeRegion),
  );
  const alone = {
    ...wrapper,
    questions: [{ ...question, checks: own, required: { whenRequired: "NEVER" } }],
  } as const;
  const accepted = regions.map((region) =>
    questionOptions.flatMap(({ value }) => {
      const progress = newProgress(new Map([[homeRegion, region]]));
      readSet(alone, { [id]: value }, progress);
      return progress.problems.length === 0 ? [value] : [];
    }),
  );
  return regions.find((_, index) => {
    const [only, ...others] = accepted[index] ?? [];
    return only !== undefined && others.length === 0 && accepted.some((values) => !values.includes(only));
  });
}

const homeRegion = "employee.region";

const wrapper = {
  id: "",
  breadcrumbTitle: "",
  navigation: { navigationType: "CONSTANT", navigationMapping: { hasMoreQuestions: false } },
} as const;
