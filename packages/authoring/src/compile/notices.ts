import type { SharedContent } from "@withholding-forms/catalog/model/artifact";
import type { CompiledNotice, CompiledParameter } from "@withholding-forms/catalog/model/form";
import { noticeDues } from "@withholding-forms/contract";
import { defined } from "@withholding-forms/interview";
import { inFormula } from "../read/problem.js";
import type { Path } from "../read/source.js";
import type { Content } from "../resolve/content.js";
import { resolveFormula } from "../resolve/figures.js";
import { byLanguage, type Translate } from "./by-language.js";
import type { Context } from "./context.js";
import { parameterPrefix } from "./validity.js";

/** notices.yaml in all languages. */
export function compileNoticeKinds({ notices }: Content, inAll: Translate): SharedContent["notices"] {
  return Object.fromEntries(
    Object.entries(notices.data).map(([code, { meaning, message, quiet, ...kind }]) => {
      // Forms read this translation.
      if (message !== undefined) inAll(notices, [code, "message"], message);
      return [
        code,
        {
          ...kind,
          meaning: inAll(notices, [code, "meaning"], meaning),
          quiet: quiet === true || kind.audience === "OPERATOR",
        },
      ];
    }),
  );
}

/** `notice:` of form.yaml in all languages, figures put in, and what its duties add. */
export function compileNotices(context: Context): CompiledNotice[] {
  const { content } = context;
  const { form, figures } = context.form;
  const { notice = [], duties = [] } = form.data;
  const known = content.notices.data;
  const written = [notice].flat().flatMap(({ code, message, when, due }, index): CompiledNotice[] => {
    const at = (key: string): Path => noticePath(context, index, key);
    if (!Object.hasOwn(known, code)) {
      const fault = `${code} is not in notices.yaml: use a code of it, or add this one`;
      context.report(form, at("code"), "notice", fault);
      return [];
    }
    const fault =
      (text: string) =>
      (problem: string): void =>
        context.report(form, at("when"), "figure", inFormula(text, problem));
    return [
      defined({
        code,
        message: byLanguage((language) => context.say(form, at("message"), message, language)),
        when: when === undefined ? undefined : resolveFormula(when, figures, fault(when)),
        due,
      }),
    ];
  });
  const added = Object.entries(known).flatMap(([code, { action, message }]): CompiledNotice[] =>
    message === undefined || !duties.some((duty) => duty === action)
      ? []
      : [
          {
            code,
            message: byLanguage((language) =>
              context.say(content.notices, [code, "message"], message, language),
            ),
          },
        ],
  );
  const ends = Object.entries(known).flatMap(([code, { message, ofClaims }]): CompiledNotice[] =>
    message === undefined || ofClaims === undefined
      ? []
      : (form.data.valid?.exemption ?? []).flatMap(({ when, until }) =>
          ["CONDITION", "REPLACED", "NOT_STATED"].includes(until)
            ? []
            : [
                defined({
                  code,
                  message: byLanguage((language) =>
                    context.say(content.notices, [code, "message"], message, language),
                  ),
                  when: when === "true" ? undefined : resolveFormula(when, figures, () => {}),
                  due: noticeDues.find((due) => due === until),
                }),
              ],
        ),
  );
  return [...written, ...added, ...ends];
}

/** The path of a notice: a single one may be written without a list. */
export function noticePath({ form }: Pick<Context, "form">, index: number, key: string): Path {
  return Array.isArray(form.form.data.notice) ? ["notice", index, key] : ["notice", key];
}

/** `XX.employerInterventionRequired` of a form with a notice that blocks payroll. */
export function interventionParameter(
  context: Context,
  notices: readonly CompiledNotice[],
): CompiledParameter[] {
  const blocking = notices.filter(({ code }) => context.content.notices.data[code]?.blocksPayroll === true);
  if (blocking.length === 0) return [];
  const value = blocking.map(({ when = "true" }) => `(${when})`).join(" or ");
  return [{ id: `${parameterPrefix(context)}.employerInterventionRequired`, type: "boolean", value }];
}
