import { defined } from "@withholding-forms/interview";
import type { CompiledParameter } from "../../model/form.js";
import { meaningOf } from "../parameter-meaning.js";
import type { ParameterSource } from "../schema/parameters.js";
import type { ParameterName } from "../schema/vocabulary.js";
import type { Context } from "./context.js";
import { givenBy } from "./given-by.js";
import { valuesOf } from "./table-fault.js";

export function compileParameters(context: Context): CompiledParameter[] {
  const source = context.form.parameters;
  return Object.entries(source.data).map(([id, raw]) => {
    const complain = (message: string): void => context.report(source, [id], "parameter", message);
    if ((raw.value === undefined) === (raw.from === undefined))
      complain(`${id} needs either \`value\` or \`from\`: write one of them`);
    const meaning = meaningOf(context.content.vocabulary.data, id);
    if (!isOfPlace(id, context.form))
      complain(`${id} does not start with the code of the form's place: write ${placeOf(context.form)}`);
    if (meaning === undefined)
      complain(`${id} is not in the vocabulary: use a name of parameters.yaml, or add one there`);
    const { type, about, period, codes } = meaning ?? { type: "string", about: "" };
    for (const code of [
      ...Object.values(raw.map ?? {}),
      ...(raw.otherwise === undefined ? [] : [raw.otherwise]),
    ])
      if (codes !== undefined && !Object.hasOwn(codes, code))
        complain(
          `${id} maps to ${code}, which is not one of its codes: use one of ${Object.keys(codes).join(", ")}, or add it to content/parameters.yaml`,
        );
    const value = raw.from === undefined ? expression(raw, type) : mapped(raw.from, raw.map, raw.otherwise);
    const values = codes === undefined ? undefined : emitted(context, value, codes);
    return defined({
      id,
      type,
      about: raw.note === undefined ? about : `${about} ${raw.note}`,
      period: period === undefined ? undefined : period === "pay" ? ("PAY" as const) : ("YEAR" as const),
      values,
      givenBy: values === undefined ? undefined : givenBy(context, value, Object.keys(values)),
      value,
      when: raw.when,
    });
  });
}

function placeOf({ form, jurisdiction }: Context["form"]): string {
  return form.data.locality ?? jurisdiction;
}

/** The codes of states and localities are written out, those of a country are cut (FED, CAN). */
function isOfPlace(id: string, form: Context["form"]): boolean {
  const prefix = id.split(".")[0] ?? "";
  const isNational = placeOf(form).endsWith("FEDERAL");
  return isNational ? placeOf(form).startsWith(prefix) : placeOf(form) === prefix;
}

/** Parameters with the vocabulary's rules for forms that one employee gives together. */
export function withTogether(
  { content, form }: Context,
  parameters: readonly CompiledParameter[],
): CompiledParameter[] {
  const rules = (content.vocabulary.data.together ?? []).filter(({ forms }) => forms.includes(form.id));
  return parameters.map((parameter) => {
    const together = rules
      .filter(({ id }) => id === parameter.id)
      .map(({ forms, rule, staysInForce, about }) =>
        defined({ forms, rule: published[rule], staysInForce, description: about }),
      );
    return together.length === 0 ? parameter : { ...parameter, together };
  });
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

/** A plain word is a constant where the type is a code or a text that no formula could mean: `value: MILITARY_SPOUSE`. */
function expression(raw: ParameterSource, type: ParameterName["type"]): string {
  const value = String(raw.value ?? "");
  return (type === "code" || type === "string") && /^[A-Z][A-Z0-9_]+$/.test(value) ? `"${value}"` : value;
}

function mapped(
  from: string,
  map: Readonly<Record<string, string>> | undefined,
  otherwise: string | undefined,
): string {
  if (map === undefined) return from;
  return Object.entries(map).reduceRight(
    (rest, [word, code]) => `${from} == "${word}" ? "${code}" : ${rest}`,
    `"${otherwise ?? ""}"`,
  );
}
