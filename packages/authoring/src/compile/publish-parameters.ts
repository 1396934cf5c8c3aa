import type { CompiledParameter, PublishedParameters } from "@withholding-forms/catalog/model/form";
import type { Together } from "@withholding-forms/contract";
import { defined, type Language } from "@withholding-forms/interview";
import { meaningOf } from "../resolve/parameter-meaning.js";
import { byLanguage } from "./by-language.js";
import type { Context } from "./context.js";
import { givenBy } from "./given-by.js";
import { parameterLifeCycle } from "./life-cycle.js";
import { valuesOf } from "./table-fault.js";
import { meaningIn, vocabularyText } from "./vocabulary-text.js";

/** The tax parameters of a form as its information describes them, in each language. */
export function publishParameters(
  context: Context,
  parameters: readonly CompiledParameter[],
): PublishedParameters {
  const ids = new Set(parameters.map(({ id }) => id));
  const described = parameters.map((parameter) => describe(context, parameter, ids));
  return byLanguage((language) => described.map((inLanguage) => inLanguage(language)));
}

/** What is the same in all languages is found only once. */
function describe(
  context: Context,
  { id, type, value, when }: CompiledParameter,
  ids: ReadonlySet<string>,
): (language: Language) => PublishedParameters["en"][number] {
  const { content, form } = context;
  const { period, codes } = meaningOf(content.vocabulary.data, id) ?? {};
  const given = codes === undefined ? undefined : Object.keys(emitted(context, value, codes));
  const answers = given === undefined ? undefined : givenBy(context, value, given);
  const lifeCycle = parameterLifeCycle(content, id, (one) => ids.has(one));
  const note = form.parameters.data[id]?.note;
  return (language) => {
    const meaning = meaningIn(content, id, language);
    const about = meaning?.about ?? "";
    return defined({
      id,
      valueType: type,
      description:
        note === undefined ? about : `${about} ${context.say(form.parameters, [id, "note"], note, language)}`,
      optional: when !== undefined,
      period: period === undefined ? undefined : period === "pay" ? ("PAY" as const) : ("YEAR" as const),
      values:
        given === undefined
          ? undefined
          : Object.fromEntries(given.map((code) => [code, meaning?.codes?.[code] ?? ""])),
      givenBy: answers,
      ...lifeCycle,
      together: togetherOf(context, id, language),
    });
  };
}

/** The vocabulary's rules for forms that one employee gives together. */
function togetherOf({ content, form }: Context, id: string, language: Language): Together[] | undefined {
  const rules = (content.vocabulary.data.together ?? []).filter(
    (rule) => rule.id === id && rule.forms.includes(form.id),
  );
  if (rules.length === 0) return undefined;
  return rules.map(({ forms, rule, staysInForce, about }) =>
    defined({
      forms,
      rule: published[rule],
      staysInForce,
      description: vocabularyText(content, about, language),
    }),
  );
}

const published = { any: "ANY", all: "ALL", sum: "SUM", first: "FIRST" } as const;

/**
 * The codes that a form can give: those its formula names, and those among the options of a question or in a table that it
 * names. A calculated answer or a helper may be any of them.
 */
function emitted(
  context: Context,
  value: string,
  codes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const named = new Set([...value.matchAll(/"([^"]*)"/g)].map(([, word]) => word ?? ""));
  const ids = new Set(value.replaceAll(/"[^"]*"/g, "").match(/[A-Za-z_][A-Za-z0-9_.]*/g) ?? []);
  const { sets, federalSets = {}, helpers = {}, tables = {} } = context.form.questions.data;
  for (const [name, table] of Object.entries(tables))
    if (ids.has(name)) for (const word of valuesOf(table)) named.add(String(word));
  if (Object.keys(helpers).some((id) => ids.has(id))) return codes;
  for (const set of [...Object.values(sets), ...Object.values(federalSets)])
    for (const [id, question] of Object.entries(set.questions))
      if (ids.has(id)) {
        if (question.calculate !== undefined) return codes;
        for (const option of Object.keys(question.options ?? {})) named.add(option);
      }
  return Object.fromEntries(Object.entries(codes).filter(([code]) => named.has(code)));
}
