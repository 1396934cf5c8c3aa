import { idsOf, parseExpression, type Question } from "@withholding-forms/interview";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { meaningOf } from "../resolve/parameter-meaning.js";
import { completer, type Filling } from "./cases.js";
import { checkExamples } from "./examples.js";

/** Whoever claims something may claim less: the answers that make up a count can all be lowered until it is 0. */
export function checkFewer(parts: FormParts, compiled: Pick<CompiledContent, "shared">): void {
  const { context, form } = parts;
  for (const { id, value } of form.parameters) {
    const isClaimed = meaningOf(context.content.vocabulary.data, id)?.mayBeLower === true;
    if (!isClaimed || context.form.parameters.data[id]?.atLeast !== undefined) continue;
    const questions = answersIn(value, parts);
    const run = completer(parts, compiled);
    const claimed = (one: Filling): number => {
      const result = run(one, "SIGN");
      return result.outcome === "COMPLETE"
        ? Number(result.taxParameters.find((one) => one.id === id)?.value ?? 0)
        : Number.NaN;
    };
    for (const one of checkExamples(parts, compiled.shared).examples) {
      const { about, answers, federal, federalValues, region } = one;
      const example = {
        answers,
        ...(federal ? { federalValues: federalValues ?? {} } : {}),
        ...(region === undefined ? {} : { region }),
      };
      const lowest = lowestOf(example, questions, claimed);
      if (!(lowest > 0)) continue;
      const message = `on ${about}, ${id} stays ${lowest} when every answer it is made of is lowered: let the employee claim fewer, or give the reason under \`atLeast\``;
      context.report(context.form.parameters, [id], "fewer", message);
      break;
    }
  }
}

/** Lowers one answer after the other, as long as the form accepts it and the claim does not grow. */
function lowestOf(
  example: Filling,
  questions: readonly Question[],
  claimed: (one: Filling) => number,
): number {
  let least = claimed(example);
  let answers = example.answers;
  for (const { id, questionOptions = [{ value: 0 }] } of [...questions, ...questions])
    for (const low of [undefined, ...questionOptions.map(({ value }) => String(value))]) {
      if (!(least > 0)) return least;
      if (low !== undefined && !["0", "false", "NONE"].includes(low)) continue;
      const lowered = { ...answers, [id]: low };
      const value = claimed({ ...example, answers: lowered });
      if (!(value <= least)) continue;
      least = value;
      answers = lowered;
      if (low !== undefined) break;
    }
  return least;
}

/** The questions that a formula looks at, through all calculations and conditions. */
function answersIn(formula: string, { form, sets }: FormParts): readonly Question[] {
  const all = [...sets.en.plain, ...(sets.en.federal ?? [])].flatMap((set) => set.questions);
  const seen = new Set<string>();
  const look = (text: string): void => {
    for (const id of idsOf(parseExpression(text))) {
      if (seen.has(id)) continue;
      seen.add(id);
      const helper = form.helpers[id];
      if (helper !== undefined) look(helper);
      for (const { calculation, required } of all.filter((one) => one.id === id)) {
        look(required.when ?? "true");
        if (calculation !== undefined) look(calculation.formula);
      }
    }
  };
  look(formula);
  return all.filter(({ id, calculation }) => seen.has(id) && calculation === undefined);
}
