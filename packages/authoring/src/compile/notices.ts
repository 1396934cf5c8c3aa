import type { CompiledNotice } from "@withholding-forms/catalog/model/form";
import { inFormula } from "../read/problem.js";
import type { Path } from "../read/source.js";
import { resolveFormula } from "../resolve/figures.js";
import { byLanguage } from "./by-language.js";
import type { Context } from "./context.js";

/** `notice:` of form.yaml in all languages, figures put in. */
export function compileNotices(context: Context): CompiledNotice[] {
  const { form, figures } = context.form;
  const { notice = [] } = form.data;
  return [notice].flat().map(({ message, when }, index) => {
    const at = (key: string): Path => noticePath(context, index, key);
    return {
      message: byLanguage((language) => context.say(form, at("message"), message, language)),
      ...(when === undefined
        ? {}
        : {
            when: resolveFormula(when, figures, (fault) =>
              context.report(form, at("when"), "figure", inFormula(when, fault)),
            ),
          }),
    };
  });
}

/** The path of a notice: a single one may be written without a list. */
export function noticePath({ form }: Pick<Context, "form">, index: number, key: string): Path {
  return Array.isArray(form.form.data.notice) ? ["notice", index, key] : ["notice", key];
}
