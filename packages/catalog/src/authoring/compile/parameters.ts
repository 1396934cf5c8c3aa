import type { CompiledParameter } from "../../model/form.js";
import type { ParameterSource } from "../schema/parameters.js";
import type { Context } from "./context.js";

export function compileParameters(context: Context): CompiledParameter[] {
  const source = context.form.parameters;
  return Object.entries(source.data).map(([id, raw]) => {
    if ((raw.value === undefined) === (raw.from === undefined)) {
      context.report(source, [id], "parameter", `${id} needs either \`value\` or \`from\``);
    }
    return {
      id,
      type: raw.type,
      about: raw.about,
      ...(raw.values === undefined ? {} : { values: raw.values }),
      value: raw.from === undefined ? expression(raw) : mapped(raw.from, raw.map, raw.otherwise),
      ...(raw.when === undefined ? {} : { when: raw.when }),
    };
  });
}

/** A plain word is a constant where the type is a code or a text that no formula could mean: `value: MILITARY_SPOUSE`. */
function expression(raw: ParameterSource): string {
  const value = String(raw.value ?? "");
  return (raw.type === "code" || raw.type === "string") && /^[A-Z][A-Z0-9_]+$/.test(value)
    ? `"${value}"`
    : value;
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
