import type { CompiledForm } from "@withholding-forms/catalog/model/form";
import { byLanguage, type Translate } from "./by-language.js";
import type { Context } from "./context.js";
import { identityField } from "./shared.js";

/** Numbers of the employee for which the form has another pattern, such as a taxpayer number that is no SSN. */
export function compileNumbers(
  context: Context,
  needs: CompiledForm["needs"]["employee"],
): NonNullable<CompiledForm["numbers"]> {
  const source = context.form.form;
  const inAll: Translate = (from, path, sentence) =>
    byLanguage((language) => context.say(from, path, sentence, language));
  return Object.fromEntries(
    Object.entries(source.data.numbers ?? {}).flatMap(([name, pattern]) => {
      const complain = (message: string): void =>
        context.report(source, ["numbers", name], "pattern", message);
      const field = identityField(context.content, pattern, inAll);
      if (needs[name] !== "always")
        complain(`the form does not print the employee's "${name}": remove it from \`numbers\``);
      if (field === undefined)
        complain(`there is no pattern "${pattern}": use one of identity.yaml, or add it there`);
      return field === undefined ? [] : [[name, field] as const];
    }),
  );
}
