import type { CompiledRegister } from "@withholding-forms/catalog/model/register";
import { byLanguage } from "./by-language.js";
import type { Context } from "./context.js";
import { spelledOut } from "./portable-pattern.js";
import { compileNotes } from "./questions.js";

/** `register:` of questions.yaml, its sentences in all languages. */
export function compileRegister(context: Context): CompiledRegister | undefined {
  const source = context.form.questions;
  const { register } = source.data;
  if (register === undefined) return undefined;
  const { answers } = context.content;
  const message = answers.data["select"]?.message ?? "";
  return {
    ...register,
    columns: Object.fromEntries(
      Object.entries(register.columns).map(([name, column]) => [
        name,
        { ...column, pattern: spelledOut(column.pattern) },
      ]),
    ),
    lists: register.lists.map(({ group, row, ask, notes, fills = {} }, index) => {
      const path = ["register", "lists", index];
      return {
        group,
        row,
        fills,
        text: byLanguage((language) => ({
          ask: context.say(source, [...path, "ask"], ask, language),
          message: context.say(answers, ["select", "message"], message, language),
          notes: compileNotes(context, source, [...path, "notes"], notes, "BELOW_QUESTION", language),
        })),
      };
    }),
  };
}
