import type { CompiledParameter } from "@withholding-forms/catalog/model/form";
import { defined } from "@withholding-forms/interview";
import { nearest } from "../read/nearest.js";
import { meaningOf } from "../resolve/parameter-meaning.js";
import type { ParameterSource } from "../schema/parameters.js";
import type { ParameterName } from "../schema/vocabulary.js";
import type { Context } from "./context.js";

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
      complain(
        `${id} is not in the vocabulary: use a name of parameters.yaml${similarTo(id, context)}, or add one there`,
      );
    const { type, codes } = meaning ?? { type: "string" as const };
    for (const code of [
      ...Object.values(raw.map ?? {}),
      ...(raw.otherwise === undefined ? [] : [raw.otherwise]),
    ])
      if (codes !== undefined && !Object.hasOwn(codes, code))
        complain(
          `${id} maps to ${code}, which is not one of its codes: use one of ${Object.keys(codes).join(", ")}, or add it to content/parameters.yaml`,
        );
    const value = raw.from === undefined ? expression(raw, type) : mapped(raw.from, raw.map, raw.otherwise);
    return defined({ id, type, value, when: raw.when });
  });
}

function similarTo(id: string, { content }: Context): string {
  const spaced = (name: string): string => name.replace(/(?=[A-Z])/g, " ");
  const names = Object.keys(content.vocabulary.data.names).map(spaced);
  const found = nearest(spaced(id.slice(id.indexOf(".") + 1)), names, 0.5);
  return found === undefined ? "" : `, such as ${found.replaceAll(" ", "")}`;
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
