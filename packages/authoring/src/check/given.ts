import { allFlows } from "@withholding-forms/catalog/model/jurisdiction";
import { answersBefore } from "@withholding-forms/catalog/runtime/flow-set";
import {
  idsOf,
  newProgress,
  parseExpression,
  type Question,
  readAnswer,
  readSet,
} from "@withholding-forms/interview";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { questionPath } from "../compile/page.js";
import { rawQuestions, type SetGroup } from "../compile/questions.js";

/** Nobody is asked what the home address or a flow has said: questions whose answer follows from them have `given`. */
export function checkGiven(parts: FormParts, compiled: CompiledContent): void {
  checkAddress(parts, compiled);
  checkFlowAnswers(parts, compiled);
}

/**
 * A flow gives the answer if one of its options has the value of an option of the question, or the same words as the question.
 * What the form names under `flow` exists, and is an answer.
 */
function checkFlowAnswers(
  { context, form, sets }: FormParts,
  { content, jurisdictions }: CompiledContent,
): void {
  const { givenByFlows = {} } = form;
  const complain = (id: string, message: string): void =>
    context.report(context.form.questions, questionPath(context, id, "given"), "given", message);
  const flows = jurisdictions.flatMap(allFlows);
  const leading = flows.flatMap((flow) =>
    flow.sets.flatMap((set) =>
      set.options.flatMap(({ value, forms = [] }) =>
        forms.includes(form.id)
          ? [{ set, value, answers: { ...answersBefore(flow.sets, set.id), [set.question]: value } }]
          : [],
      ),
    ),
  );
  const all = [...sets.en.plain, ...(sets.en.federal ?? [])].flatMap((set) => set.questions);
  for (const { id, questionText, questionOptions = [] } of all) {
    const values = questionOptions.map(({ value }) => String(value));
    const asked = leading.find(
      ({ set, value, answers }) =>
        (set.words.en.ask === questionText ||
          values.some((one) => !general.has(plain(one)) && plain(one) === plain(value))) &&
        !Object.entries(answers).some(
          ([question, answer]) => givenByFlows[question]?.[answer]?.[id] !== undefined,
        ),
    );
    if (asked !== undefined)
      complain(
        id,
        `the answer "${asked.value}" to ${asked.set.question} of a flow determines the answer: add \`given: {flow: ...}\``,
      );
  }
  for (const [question, byValue] of Object.entries(givenByFlows)) {
    const given = Object.entries(byValue);
    const [id = ""] = Object.keys(given[0]?.[1] ?? {});
    const isAsked = flows.some((flow) =>
      flow.sets.some((set) => set.question === question && set.options.some(({ value }) => value in byValue)),
    );
    if (!isAsked && content.placesWhole)
      complain(id, `no flow has ${question} with these answers: correct the name or the answers`);
    for (const [one, answer] of given.flatMap(([, answers]) => Object.entries(answers)))
      if (!all.some((own) => own.id === one && "value" in readAnswer(own, answer)))
        complain(one, `"${answer}" is not an answer to the question: use one that it accepts`);
  }
}

/** Values that mean something in their own question only. */
const general = new Set(["true", "false", "none", "other"]);

function plain(value: string): string {
  return value.toLowerCase().replaceAll("_", "");
}

/** A question whose answer the home address determines. */
function checkAddress({ context, form, sets }: FormParts, { content }: CompiledContent): void {
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
