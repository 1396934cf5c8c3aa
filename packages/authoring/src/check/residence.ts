import { allFlows, formsOf, isFor, requiredForms } from "@withholding-forms/catalog/model/jurisdiction";
import type { Walk } from "@withholding-forms/interview";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { answerKind, optionsOf, rawQuestions } from "../compile/questions.js";
import { homeOf } from "../compile/residence.js";
import { meaningOf } from "../resolve/parameter-meaning.js";

/**
 * `residence` names options and states that exist, and a form that only residents or only nonresidents give has one. An answer
 * that the ZIP Code suggests is compared with it by a notice.
 */
export function checkResidence(
  { context, form }: FormParts,
  { content, jurisdictions }: CompiledContent,
): void {
  const { sets, federalSets = {} } = rawQuestions(context.form.questions);
  const comparesZip = form.notices.some(({ when }) => when?.includes("employee.postal"));
  let isMarked = false;
  for (const [group, all] of Object.entries({ sets, federalSets }))
    for (const [setId, { questions }] of Object.entries(all))
      for (const [id, question] of Object.entries(questions)) {
        const { residence, suggest = [] } = question;
        if (!comparesZip && suggest.some(({ when }) => when.includes("employee.zipCode")))
          context.report(
            context.form.questions,
            [group, setId, "questions", id, "suggest"],
            "residence",
            `the ZIP Code of the home suggests "${id}": add a notice that compares employee.postal with the answer`,
          );
        if (residence === undefined) continue;
        isMarked = true;
        const complain = (message: string): void =>
          context.report(
            context.form.questions,
            [group, setId, "questions", id, "residence"],
            "residence",
            message,
          );
        const options = [...optionsOf(question, answerKind(context, question)).keys()];
        const homes = typeof residence === "object" ? residence : {};
        for (const option of Object.keys(homes))
          if (option !== "otherwise" && !options.includes(option))
            complain(`"${option}" is not an option of "${id}": use one of ${options.join(", ")}`);
        const states = residence === "same" ? options : Object.values(homes).filter(Array.isArray).flat();
        for (const code of states)
          if (!content.placeCodes.has(code)) complain(`there is no ${code}: use the code of a state`);
      }
  const flows = jurisdictions
    .flatMap(allFlows)
    .filter((flow) => isFor(flow, "WAGES") && formsOf(flow).includes(form.id));
  const [status, ...others] = new Set(flows.map((flow) => flow.status));
  const isRequired = flows.some((flow) => requiredForms(flow).includes(form.id));
  if (isMarked || others.length > 0 || !isRequired || (status !== "RESIDENT" && status !== "NONRESIDENT"))
    return;
  const home = status === "RESIDENT" ? "inside" : "outside";
  const message = `only ${status} flows lead to ${form.id}: say \`residence: ${home}\` at the question that claims it`;
  context.report(context.form.form, [], "residence", message);
}

/** Parameters of a completed form that claim a home in the state, or outside it, although no answer is checked for that. */
export function uncheckedClaims(
  { context }: FormParts,
  { path, values: answers }: Walk,
  values: ReadonlyMap<string, string>,
): readonly string[] {
  const { sets, federalSets = {} } = rawQuestions(context.form.questions);
  const homes = path
    .flatMap((setId) => [sets[setId], federalSets[setId]])
    .flatMap((set) => Object.entries(set?.questions ?? {}))
    .flatMap(([id, { residence }]) =>
      answers.has(id) ? (homeOf(residence, String(answers.get(id))) ?? []) : [],
    );
  const isChecked = (claimed: string): boolean =>
    homes.some((home) => {
      const isHere = home === "inside" || home === context.form.jurisdiction;
      return home === "any" || home === "same" || isHere === (claimed === "inside");
    });
  return [...values].flatMap(([id, value]) => {
    const claimed = homeOf(meaningOf(context.content.vocabulary.data, id)?.residence, value);
    return typeof claimed === "string" && !isChecked(claimed) ? [id] : [];
  });
}
