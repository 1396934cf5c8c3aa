import { defined } from "@withholding-forms/interview";
import type { CompiledForm, CompiledParameter } from "../../model/form.js";
import type { ParameterEntry } from "../../model/parameter-entry.js";
import { meaningOf } from "../parameter-meaning.js";
import type { Vocabulary } from "../schema/vocabulary.js";

/** All parameters by id, made with the artifact: nobody has to open every form to list them. */
export function compileDictionary(
  vocabulary: Vocabulary,
  forms: readonly Pick<CompiledForm, "id" | "version" | "locality" | "parameters">[],
): ParameterEntry[] {
  const found = new Map<string, ParameterEntry>();
  for (const { id, version, locality, parameters } of forms)
    for (const parameter of parameters) {
      const known = found.get(parameter.id);
      const entry = known ?? newEntry(vocabulary, parameter, locality);
      found.set(
        parameter.id,
        defined({
          ...entry,
          values: merged(entry.values, parameter.values),
          together: entry.together ?? parameter.together,
          forms: [...entry.forms, { id, version }],
        }),
      );
    }
  return [...found.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** With the words of the vocabulary: a form may add a note of its own. */
function newEntry(
  vocabulary: Vocabulary,
  { id, type, about, period }: CompiledParameter,
  locality: string,
): ParameterEntry {
  return defined({
    id,
    locality,
    type,
    about: meaningOf(vocabulary, id)?.about ?? about,
    period,
    forms: [],
  });
}

function merged(
  one: CompiledParameter["values"],
  other: CompiledParameter["values"],
): CompiledParameter["values"] {
  return one === undefined ? other : { ...one, ...other };
}
