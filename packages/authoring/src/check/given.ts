import { allFlows } from "@withholding-forms/catalog/model/jurisdiction";
import { answersBefore } from "@withholding-forms/catalog/runtime/flow-set";
import { readAnswer } from "@withholding-forms/interview";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { questionPath } from "../compile/page.js";

/**
 * A flow gives the answer if one of its options has the value of an option of the question, or the same words as the question.
 * What the form names under `flow` exists, and is an answer.
 */
export function checkGiven(
  { context, form, sets }: FormParts,
  { content, jurisdictions }: CompiledContent,
): void {
  const { givenByFlows = {} } = form;
  const complain = (id: string, message: string): void =>
    context.report(context.form.questions, questionPath(context, id, "given"), "given", message);
  const flows = jurisdictions.flatMap(allFlows);
  // A city may be that of the home or of the work.
  const places = new Set(jurisdictions.flatMap(({ localities = [] }) => localities.map(({ code }) => code)));
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
          values.some(
            (one) => !general.has(plain(one)) && !places.has(one) && plain(one) === plain(value),
          )) &&
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
    if (content.placesWhole && !flows.some((flow) => flow.sets.some((set) => set.question === question)))
      complain(id, `no flow asks ${question}: correct the name`);
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
