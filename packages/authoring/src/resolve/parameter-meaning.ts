import type { ParameterName, Vocabulary } from "../schema/vocabulary.js";

/** What the vocabulary says of an id: the name after the prefix of its place, with what its override changes. */
export function meaningOf({ names, overrides = {} }: Vocabulary, id: string): ParameterName | undefined {
  const name = id.slice(id.indexOf(".") + 1);
  const base = Object.hasOwn(names, name) ? names[name] : undefined;
  if (base === undefined) return undefined;
  const { reason: _, ...changes } = overrides[id] ?? { reason: "" };
  return { ...base, ...changes };
}
