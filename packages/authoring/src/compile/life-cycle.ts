import type { CompiledForm } from "@withholding-forms/catalog/model/form";
import type { ParameterDefinition } from "@withholding-forms/contract";
import { defined } from "@withholding-forms/interview";
import type { Content } from "../resolve/content.js";
import { meaningOf } from "../resolve/parameter-meaning.js";
import type { Context } from "./context.js";
import { editionOf } from "./form-languages.js";

type LifeCycle = Pick<
  ParameterDefinition,
  "startsOn" | "endsOn" | "partOf" | "keepsEarlier" | "restsOnHome" | "blocks" | "yields"
>;

/** When a parameter starts and ends, by IDs of those that exist in the same place. */
export function parameterLifeCycle(
  { vocabulary }: Pick<Content, "vocabulary">,
  id: string,
  exists: (id: string) => boolean,
): LifeCycle {
  const meaning = meaningOf(vocabulary.data, id);
  const place = id.slice(0, id.indexOf("."));
  const inPlace = (names: readonly string[] = []): string[] | undefined => {
    const found = names
      .map((name) => (name.startsWith("END_OF_") ? name : `${place}.${name}`))
      .filter((one) => one.startsWith("END_OF_") || exists(one));
    return found.length === 0 ? undefined : found;
  };
  const { type, residence, startsOn, endsOn, partOf, keepsEarlier, blocks, yields } = meaning ?? {};
  const anyValue = type === "boolean" ? "true" : "*";
  return defined({
    startsOn: inPlace(startsOn),
    endsOn: inPlace(endsOn),
    partOf: inPlace(partOf === undefined ? [] : [partOf])?.[0],
    keepsEarlier,
    restsOnHome:
      residence === undefined
        ? undefined
        : typeof residence === "string"
          ? [anyValue]
          : Object.keys(residence),
    blocks,
    yields,
  });
}

/** What a form's certificates replace and wait for. The rules for a form are also those of its editions. */
export function formLifeCycle({ content, form: { id } }: Context): CompiledForm["lifeCycle"] {
  const { gates = [], replaces = [] } = content.vocabulary.data;
  const original = editionOf(content, id);
  const own = original ?? id;
  const gatedBy = gates
    .filter(({ forms }) => forms.includes(own))
    .map(({ ids, when, by, from = [], formName }) =>
      defined({ parameters: ids, when, parameter: by, formIds: from, formName }),
    );
  const replaced = replaces
    .filter(({ form }) => form === own)
    .map(({ forms, ids, when, whose }) => defined({ formIds: forms, parameters: ids, when, whose }));
  const lifeCycle = defined({
    editionOf: original,
    gatedBy: gatedBy.length === 0 ? undefined : gatedBy,
    replaces: replaced.length === 0 ? undefined : replaced,
  });
  return Object.keys(lifeCycle).length === 0 ? undefined : lifeCycle;
}
