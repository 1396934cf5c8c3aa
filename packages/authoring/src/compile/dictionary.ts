import type { CompiledForm, PublishedParameters } from "@withholding-forms/catalog/model/form";
import type { Dictionary, ParameterEntry } from "@withholding-forms/catalog/model/parameter-entry";
import type { TaxParameterSchema } from "@withholding-forms/contract";
import { defined, type Language } from "@withholding-forms/interview";
import type { Content } from "../resolve/content.js";
import { byLanguage } from "./by-language.js";
import { parameterLifeCycle } from "./life-cycle.js";
import { meaningIn } from "./vocabulary-text.js";

interface DescribedForm {
  readonly form: Pick<CompiledForm, "id" | "version" | "locality">;
  readonly taxParameters: PublishedParameters;
}

/** All parameters by id, created with the artifact, so that listing them does not open every form. */
export function compileDictionary(content: Content, forms: readonly DescribedForm[]): Dictionary {
  return byLanguage((language) => entriesIn(content, forms, language));
}

function entriesIn(content: Content, forms: readonly DescribedForm[], language: Language): ParameterEntry[] {
  const found = new Map<string, ParameterEntry>();
  for (const { form, taxParameters } of forms)
    for (const parameter of taxParameters[language]) {
      const entry = found.get(parameter.id) ?? newEntry(content, parameter, form.locality, language);
      found.set(
        parameter.id,
        defined({
          ...entry,
          values: merged(entry.values, parameter.values),
          together: joined(entry.together, parameter.together),
          forms: [...entry.forms, { id: form.id, version: form.version }],
        }),
      );
    }
  return [...found.values()]
    .map((entry) => ({ ...entry, ...parameterLifeCycle(content, entry.id, (id) => found.has(id)) }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** With the words of the vocabulary: a form may add its own note. */
function newEntry(
  content: Content,
  { id, valueType, description, period }: TaxParameterSchema,
  locality: string,
  language: Language,
): ParameterEntry {
  return defined({
    id,
    locality,
    valueType,
    description: meaningIn(content, id, language)?.about ?? description,
    period,
    forms: [],
  });
}

function merged(
  one: TaxParameterSchema["values"],
  other: TaxParameterSchema["values"],
): TaxParameterSchema["values"] {
  return one === undefined ? other : { ...one, ...other };
}

/** The rules of both, each once: a form has those that name it. */
function joined(
  one: TaxParameterSchema["together"],
  other: TaxParameterSchema["together"],
): TaxParameterSchema["together"] {
  const all = [...(one ?? []), ...(other ?? [])];
  return all.length === 0
    ? undefined
    : [...new Map(all.map((rule) => [JSON.stringify(rule), rule])).values()];
}
