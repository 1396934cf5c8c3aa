import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { completer } from "./cases.js";
import { checkExamples } from "./examples.js";

/** No claim rests on a date that can be any day: one long ago or one far in the future is rejected. */
export function checkAnyDate(parts: FormParts, compiled: Pick<CompiledContent, "shared">): void {
  const { context, sets } = parts;
  const run = completer(parts, compiled);
  const { examples } = checkExamples(parts, compiled.shared);
  const all = [...sets.en.plain, ...(sets.en.federal ?? [])].flatMap((set) => set.questions);
  for (const id of new Set(all.flatMap(({ id, valueType }) => (valueType === "date" ? [id] : [])))) {
    const one = examples.find(({ answers, end }) => end === "COMPLETE" && Object.hasOwn(answers, id));
    if (one === undefined) continue;
    const { answers, federalValues, region } = one;
    const isAccepted = (day: string): boolean =>
      run(
        {
          answers: { ...answers, [id]: day },
          ...(one.federal ? { federalValues: federalValues ?? {} } : {}),
          ...(region === undefined ? {} : { region }),
        },
        "SIGN",
      ).outcome === "COMPLETE";
    if (isAccepted("1900-01-01") && isAccepted("9999-12-31"))
      context.report(
        context.form.questions,
        [],
        "any-date",
        `"${id}" can be any day, also in 1900 or 9999: limit it with \`checks\``,
      );
  }
}
